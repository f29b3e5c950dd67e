import { addMonths } from './calendar.ts';
import { inZone, moveToZone } from './parse.ts';
import { type DurationValue, hasDate, type Instant, nanosPerDay, nanosPerSecond } from './types.ts';

/** An instant and a duration; months first, then days, then the clock. A date ignores what is less than a day. */
export function shiftInstant(value: Instant, by: DurationValue, sign: 1 | -1): Instant {
  const clock = BigInt(sign) * (by.seconds * BigInt(nanosPerSecond) + BigInt(by.nanos));
  if (!hasDate(value)) return { ...value, nanos: wrapClock(BigInt(value.nanos) + clock).nanos };
  const day = addMonths(value.day, sign * by.months) + sign * by.days;
  if (value.kind === 'date') return { kind: 'date', day: day + Number(clock / BigInt(nanosPerDay)) };
  if (value.kind === 'datetime' && value.zone !== undefined) {
    const local = inZone(day, value.nanos, { name: value.zone });
    const moved = wrapClock(BigInt(local.nanos) + clock);
    return moveToZone({ ...local, day: local.day + moved.days, nanos: moved.nanos }, { name: value.zone });
  }
  const moved = wrapClock(BigInt(value.nanos) + clock);
  return { ...value, day: day + moved.days, nanos: moved.nanos };
}

function wrapClock(nanos: bigint): { days: number; nanos: number } {
  const day = BigInt(nanosPerDay);
  const rest = ((nanos % day) + day) % day;
  return { days: Number((nanos - rest) / day), nanos: Number(rest) };
}
