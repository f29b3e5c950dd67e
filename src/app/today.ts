/** What is on today, of all rooms: a line for each that has something to say. */
import { assistantToday } from '../assistant/today.ts';
import { toConsiliumError } from '../kernel/index.ts';
import { healthToday } from '../reasoning/today.ts';
import { studyToday } from '../study/today.ts';
import { openToday, type Today } from '../today/index.ts';
import type { ServiceHouse } from './services.ts';

export function openHouseToday({ home, log, records, service }: ServiceHouse): Today {
  const today = openToday(home.stores.todayMarks(), (room, thrown) =>
    log.warn({ room, code: toConsiliumError(thrown).code }, 'a room could not say what is on today'),
  );
  today.offer(healthToday(records));
  today.offer(assistantToday(() => service('assistant')));
  today.offer(studyToday(() => service('study')));
  return today;
}
