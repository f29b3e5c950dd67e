/** The six temporal types. Days count from 1970-01-01, nanoseconds from midnight, offsets are seconds east of UTC. */
export interface DateValue {
  kind: 'date';
  day: number;
}

export interface LocalTimeValue {
  kind: 'localtime';
  nanos: number;
}

export interface TimeValue {
  kind: 'time';
  nanos: number;
  offset: number;
}

export interface LocalDateTimeValue {
  kind: 'localdatetime';
  day: number;
  nanos: number;
}

/** `day` and `nanos` are the local clock's; `zone` is present when the value was made in a named zone. */
export interface DateTimeValue {
  kind: 'datetime';
  day: number;
  nanos: number;
  offset: number;
  zone?: string;
}

export interface DurationValue {
  kind: 'duration';
  months: number;
  days: number;
  seconds: bigint;
  /** 0 to 999,999,999; the sign is in `seconds`. */
  nanos: number;
}

export type Instant = DateValue | LocalTimeValue | TimeValue | LocalDateTimeValue | DateTimeValue;
export type Temporal = Instant | DurationValue;

export const nanosPerSecond = 1_000_000_000;
export const nanosPerDay = 86_400 * nanosPerSecond;
export const secondsPerDay = 86_400;

export function hasDate(value: Temporal): value is DateValue | LocalDateTimeValue | DateTimeValue {
  return value.kind === 'date' || value.kind === 'localdatetime' || value.kind === 'datetime';
}

export function hasTime(value: Temporal): value is LocalTimeValue | TimeValue | LocalDateTimeValue | DateTimeValue {
  return value.kind !== 'date' && value.kind !== 'duration';
}

export function hasZone(value: Temporal): value is TimeValue | DateTimeValue {
  return value.kind === 'time' || value.kind === 'datetime';
}
