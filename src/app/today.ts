/** What is on today, of all rooms: a line for each that has something to say. */
import { type Log, toConsiliumError } from '../kernel/index.ts';
import { healthToday } from '../reasoning/today.ts';
import type { Records } from '../record/index.ts';
import type { Home } from '../storage/index.ts';
import { openToday, type Today, type TodaySource } from '../today/index.ts';

interface Parts {
  readonly home: Home;
  readonly log: Log;
  readonly records: Records;
  /** Those of the services. */
  sources(): Promise<readonly TodaySource[]>;
}

export async function openHouseToday({ home, log, records, sources }: Parts): Promise<Today> {
  const today = openToday(home.stores.todayMarks(), (room, thrown) =>
    log.warn({ room, code: toConsiliumError(thrown).code }, 'a room could not say what is on today'),
  );
  for (const source of [healthToday(records), ...(await sources())]) today.offer(source);
  return today;
}
