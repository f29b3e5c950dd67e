import { ConsiliumError, type State, tool } from 'consilium/kernel';
import { z } from 'zod';
import { addDays, nowAt, sayDay } from '../_shared/days.ts';
import { OFFERED, VISITS } from '../_shared/offer.ts';
import { findDoctor, hoursOn, practice, type Slot, slotsFrom } from '../_shared/practice.ts';

const HORIZON_DAYS = 21;
const OFFER_SIZE = 5;

export const findSlots = tool({
  name: 'find_slots',
  description:
    'Free times with the doctors in the next three weeks, earliest first. If nothing fits, tells why and gives the nearest times after.',
  input: z.strictObject({
    doctor: z.string().optional().describe("part of the doctor's name"),
    date: z.iso.date().optional().describe('YYYY-MM-DD: only this day'),
    from: z.iso.date().optional().describe('YYYY-MM-DD: this day or later'),
    part_of_day: z.enum(['morning', 'afternoon']).optional(),
  }),
  idempotent: true,
  execute: (wanted, { state }) => {
    const doctor = nameDoctor(wanted.doctor);
    const earliest = wanted.date ?? wanted.from ?? '';
    const possible = freeSlots(state).filter(
      (slot) => (doctor === undefined || slot.doctor === doctor) && slot.date >= earliest,
    );
    const fitting = possible.filter(
      ({ date, time }) =>
        (wanted.date === undefined || date === wanted.date) &&
        (wanted.part_of_day === undefined || time < '12:30' === (wanted.part_of_day === 'morning')),
    );
    const slots = (fitting.length > 0 ? fitting : possible).slice(0, OFFER_SIZE);
    state.set(OFFERED, slots);
    return { slots, ...(fitting.length === 0 && { nothing_as_wanted: whyNothing(wanted.date, nowAt(state)) }) };
  },
});

function nameDoctor(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const doctor = findDoctor(written);
  if (doctor !== undefined) return doctor.name;
  throw new ConsiliumError('DOCTOR_UNKNOWN', `There is no doctor "${written}" here.`, {
    hint: `Doctors: ${practice.doctors.map(({ name }) => name).join(', ')}.`,
  });
}

function whyNothing(date: string | undefined, now: string): string {
  const last = addDays(now.slice(0, 10), HORIZON_DAYS - 1);
  if (date === undefined) return 'Everything is taken.';
  if (date < now.slice(0, 10)) return 'That day is past.';
  if (date > last) return `The diary is only open until ${sayDay(last)}.`;
  const { open, closed } = hoursOn(date);
  return open.length > 0
    ? 'Everything is taken then.'
    : `The practice is closed that day${closed ? ` (${closed})` : ''}.`;
}

export const bookSlot = tool({
  name: 'book_slot',
  description: 'Books a free time by the id that find_slots gave.',
  input: z.strictObject({ slot: z.string(), reason: z.string().optional().describe('why they come, in a few words') }),
  idempotent: true, // booking what is already booked changes nothing
  execute: ({ slot: id, reason }, { state }) => {
    const visits = readVisits(state);
    const already = visits.find((visit) => visit.id === id);
    if (already !== undefined) return { booked: already };
    const slot = freeSlots(state).find((free) => free.id === id);
    if (slot === undefined)
      throw new ConsiliumError('SLOT_TAKEN', `${id} is not a free time.`, { hint: 'Offer what find_slots returns.' });
    const visit = { ...slot, ...(reason !== undefined && { reason }) };
    state.set(VISITS, [...visits, visit]);
    state.delete(OFFERED);
    return { booked: visit };
  },
});

export const listVisits = tool({
  name: 'list_visits',
  description: 'The visits booked in this conversation.',
  input: z.strictObject({}),
  idempotent: true,
  execute: (_input, { state }) => ({ visits: readVisits(state) }),
});

export const cancelVisit = tool({
  name: 'cancel_visit',
  description: 'Cancels a booked visit by its id.',
  input: z.strictObject({ slot: z.string() }),
  idempotent: true,
  execute: ({ slot: id }, { state }) => {
    const visits = readVisits(state);
    const visit = visits.find((each) => each.id === id);
    if (visit === undefined) throw new ConsiliumError('VISIT_UNKNOWN', `No visit ${id} is booked.`);
    state.set(
      VISITS,
      visits.filter((each) => each.id !== id),
    );
    return { cancelled: visit };
  },
});

type Visit = Slot & { reason?: string };

function readVisits(state: State): Visit[] {
  return (state.get(VISITS) as Visit[] | undefined) ?? [];
}

function freeSlots(state: State): Slot[] {
  const taken = new Set(readVisits(state).map(({ id }) => id));
  return slotsFrom(nowAt(state), HORIZON_DAYS).filter(({ id }) => !taken.has(id));
}
