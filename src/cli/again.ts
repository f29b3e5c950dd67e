/** Events that come again, by command; and when one is free. */
import { addDays, addMinutes, momentOf, wallOf } from '../assistant/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { atDesk, type Options, print, user, type WeighedOptions, weigh, zoneOf } from './desk.ts';
import { readEvery } from './rhythm.ts';

/** Keeps an event for each series of the rhythm. */
export async function addRecurring(title: string, options: WeighedOptions & { every: string; minutes?: string }) {
  const minutes = readMinutes(options.minutes, 60);
  await atDesk(options, async (assistant, now) => {
    const { calendar } = assistant;
    const zone = zoneOf(options);
    const { series, said } = readEvery(options.every, now, zone);
    const notes = await weigh(assistant, { what: title, when: said }, options);
    const events = series.map(({ start, rule, except }) => {
      const end = start.length === 10 ? addDays(start, 1) : addMinutes(start, minutes);
      const { event } = calendar.add(user, { title, start, end, zone, rule, except: [...except] });
      return { id: event.id, ...event.body };
    });
    const [first] = events;
    print(options, { events }, [`Added ${title}, first on ${first!.start.replace('T', ' at ')}, ${said}.`], notes);
  });
}

const DAY = 24 * 60 * 60 * 1000;
const [OPENS, CLOSES] = ['08:00', '21:00'];

/** Gaps by day, of so many minutes; whole days take nothing. */
export async function listFree(options: Options & { days: string; minutes?: string }): Promise<void> {
  const days = Number(options.days);
  if (!Number.isInteger(days) || days < 1 || days > 60)
    throw new ConsiliumError('INPUT_INVALID', '--days is a number from 1 to 60.');
  const minutes = readMinutes(options.minutes, 30);
  await atDesk(options, ({ calendar }, now) => {
    const zone = zoneOf(options);
    const free = Array.from({ length: days }, (_, at) => wallOf(now + at * DAY, zone).slice(0, 10)).flatMap((day) => {
      const [from, to] = [Math.max(now, momentOf(`${day}T${OPENS}`, zone)), momentOf(`${day}T${CLOSES}`, zone)];
      return from >= to ? [] : calendar.free(user, from, to, minutes);
    });
    const shown = free.map(({ from, to }) => ({ from: wallOf(from, zone), to: wallOf(to, zone) }));
    print(
      options,
      { free: shown, zone },
      shown.map(({ from, to }) => `${from.replace('T', ' ')} to ${to.slice(11)}`),
      [`Between ${OPENS} and ${CLOSES}, of ${minutes} minutes or more; times are those of ${zone}.`],
    );
  });
}

function readMinutes(given: string | undefined, otherwise: number): number {
  const minutes = given === undefined ? otherwise : Number(given);
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= 24 * 60) return minutes;
  throw new ConsiliumError('INPUT_INVALID', '--minutes is a number from 1 to 1440.');
}
