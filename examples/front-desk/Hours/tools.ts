import { tool } from 'consilium/kernel';
import { z } from 'zod';
import { addDays, nowAt } from '../_shared/days.ts';
import { type Doctor, findDoctor, hoursOn, type OpenDay, practice } from '../_shared/practice.ts';

export const lookUpHours = tool({
  name: 'look_up_hours',
  description:
    'Opening hours: of one day, or of the seven days from today. Knows holidays. Also gives the next open day.',
  input: z.strictObject({ date: z.iso.date().optional().describe('YYYY-MM-DD; leave out for the week') }),
  idempotent: true,
  execute: ({ date }, { state }) => {
    const today = nowAt(state).slice(0, 10);
    if (date === undefined) return { today, week: Array.from({ length: 7 }, (_, i) => hoursOn(addDays(today, i))) };
    const day = hoursOn(date);
    return { today, day, ...(day.open.length === 0 && { next: nextOpenDay(date) }) };
  },
});

function nextOpenDay(date: string): OpenDay | undefined {
  for (let i = 1; i <= 14; i++) {
    const day = hoursOn(addDays(date, i));
    if (day.open.length > 0) return day;
  }
  return undefined;
}

export const lookUpDoctors = tool({
  name: 'look_up_doctors',
  description: 'The doctors of the practice: field, languages, days. All of them, one by name, or those of a language.',
  input: z.strictObject({ name: z.string().optional(), language: z.string().optional() }),
  idempotent: true,
  execute: ({ name, language }) => {
    const one = name === undefined ? undefined : findDoctor(name);
    if (name !== undefined && one === undefined)
      return { unknown: name, doctors: practice.doctors.map((doctor) => doctor.name) };
    const wanted = (doctor: Doctor) =>
      language === undefined || doctor.speaks.some((each) => each.toLowerCase() === language.toLowerCase());
    return (one === undefined ? practice.doctors : [one]).filter(wanted).map((doctor) => ({
      name: doctor.name,
      field: doctor.role,
      speaks: doctor.speaks,
      days: Object.keys(doctor.slots),
    }));
  },
});

export const lookUpPractice = tool({
  name: 'look_up_practice',
  description: `What else people ask about the practice. Topics: ${practice.topics.map(({ id }) => id).join(', ')}.`,
  input: z.strictObject({ topic: z.string().optional().describe('one of the topics; leave out for all') }),
  idempotent: true,
  execute: ({ topic }) => {
    const found = practice.topics.filter(({ id }) => topic === undefined || id === topic.toLowerCase());
    return Object.fromEntries(found.map(({ id, answer }) => [id, answer]));
  },
});
