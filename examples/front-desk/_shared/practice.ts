/** What the practice is: read once, checked once. Tools and offline policies alike take their facts from here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { addDays, WEEKDAYS, type Weekday, weekdayOf } from './days.ts';

const time = z.string().regex(/^\d\d:\d\d$/);
const byWeekday = <T extends z.ZodType>(value: T) => z.partialRecord(z.enum(WEEKDAYS), value);

const schema = z.strictObject({
  name: z.string(),
  hours: byWeekday(z.array(z.string())),
  closed: z.array(z.strictObject({ date: z.string(), why: z.string() })),
  doctors: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      role: z.string(),
      speaks: z.array(z.string()),
      slots: byWeekday(z.array(time)),
    }),
  ),
  topics: z.array(z.strictObject({ id: z.string(), words: z.array(z.string()), answer: z.string() })),
});

export const practice = schema.parse(parse(readFileSync(join(import.meta.dirname, '../_data/practice.yml'), 'utf8')));

export type Doctor = (typeof practice.doctors)[number];

export interface OpenDay {
  date: string;
  weekday: Weekday;
  /** "08:00–12:00"; empty when closed. */
  open: string[];
  /** Why it is closed, where it would be open. */
  closed?: string;
}

export function hoursOn(date: string): OpenDay {
  const weekday = weekdayOf(date);
  const holiday = practice.closed.find((day) => day.date === date);
  if (holiday !== undefined) return { date, weekday, open: [], closed: holiday.why };
  return { date, weekday, open: practice.hours[weekday] ?? [] };
}

// A type and not an interface, so that it fits where JSON is wanted.
export type Slot = {
  id: string;
  doctor: string;
  date: string;
  weekday: Weekday;
  time: string;
};

/** All times that doctors offer from `now` ("2026-11-16T09:00") on, earliest first, for so many days. */
export function slotsFrom(now: string, days: number): Slot[] {
  const slots: Slot[] = [];
  for (let i = 0; i < days; i++) {
    const date = addDays(now.slice(0, 10), i);
    const { weekday, open } = hoursOn(date);
    if (open.length === 0) continue;
    for (const { id, name, slots: offered } of practice.doctors)
      for (const at of offered[weekday] ?? [])
        if (`${date}T${at}` > now)
          slots.push({ id: `${id}-${date}-${at.replace(':', '')}`, doctor: name, date, weekday, time: at });
  }
  return slots.toSorted((a, b) => `${a.date}${a.time}`.localeCompare(`${b.date}${b.time}`));
}

/** "Dr. Osei", "amara", "osei" → the doctor. */
export function findDoctor(text: string): Doctor | undefined {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);
  return practice.doctors.find(({ name }) =>
    name
      .toLowerCase()
      .split(' ')
      .slice(1)
      .some((part) => words.has(part)),
  );
}
