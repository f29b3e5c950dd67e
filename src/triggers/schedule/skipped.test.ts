import { expect, test } from 'vitest';
import { readSchedule } from './read.ts';
import { describeSkipped } from './skipped.ts';

const NOW = Date.parse('2027-01-04T06:00:00Z');
const told = (written: string, zone: string, now = NOW) => {
  const { schedule } = readSchedule(written, { now, zone });
  return describeSkipped(schedule, written, now);
};

test.each([
  ['every day at 02:30', 'Europe/Berlin', ' (the clocks skip 02:30 on Sun 28 Mar 2027: then at 03:30)'],
  ['every Sunday at 2:30 am', 'America/New_York', ' (the clocks skip 02:30 on Sun 14 Mar 2027: then at 03:30)'],
  ['on 28 March 2027 at 02:30', 'Europe/Berlin', ' (the clocks skip 02:30 on Sun 28 Mar 2027: then at 03:30)'],
  ['every day at 03:30', 'Europe/Berlin', ''],
  ['on 28 March 2027 at 03:30', 'Europe/Berlin', ''],
  ['every Monday at 02:30', 'Europe/Berlin', ''],
  ['every day at 02:30', 'UTC', ''],
  ['every day at 08:00', 'Europe/Berlin', ''],
])('%s in %s%s', (written, zone, said) => expect(told(written, zone)).toBe(said));
