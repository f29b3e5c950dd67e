import { z } from 'zod';
import { ConsiliumError, type State, tool } from '../../../src/kernel/index.ts';
import { nowAt } from '../_shared/days.ts';
import { OFFERED, VISITS } from '../_shared/offer.ts';
import { findDoctor, practice, type Slot, slotsFrom } from '../_shared/practice.ts';

const HORIZON_DAYS = 21;
const OFFER_SIZE = 5;

export const findSlots = tool({
  name: 'find_slots',
  description: 'Free times with the doctors in the next three weeks, earliest first, as narrow as asked for.',
  input: z.strictObject({
    doctor: z.string().optional().describe("part of the doctor's name"),
    date: z.iso.date().optional().describe('YYYY-MM-DD: only this day'),
    part_of_day: z.enum(['morning', 'afternoon']).optional(),
  }),
  idempotent: true,
  execute: (wanted, { state }) => {
    const doctor = wanted.doctor === undefined ? undefined : findDoctor(wanted.doctor);
    if (wanted.doctor !== undefined && doctor === undefined)
      throw new ConsiliumError('DOCTOR_UNKNOWN', `There is no doctor "${wanted.doctor}" here.`, {
        hint: `Doctors: ${practice.doctors.map(({ name }) => name).join(', ')}.`,
      });
    const ofDoctor = freeSlots(state).filter((slot) => doctor === undefined || slot.doctor === doctor.name);
    const fitting = ofDoctor.filter(
      ({ date, time }) =>
        (wanted.date === undefined || date === wanted.date) &&
        (wanted.part_of_day === undefined || time < '12:30' === (wanted.part_of_day === 'morning')),
    );
    const slots = (fitting.length > 0 ? fitting : ofDoctor.filter(({ date }) => date >= (wanted.date ?? ''))).slice(
      0,
      OFFER_SIZE,
    );
    state.set(OFFERED, slots);
    return { as_wanted: fitting.length > 0, slots };
  },
});

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

export type Visit = Slot & { reason?: string };

function readVisits(state: State): Visit[] {
  return (state.get(VISITS) as Visit[] | undefined) ?? [];
}

function freeSlots(state: State): Slot[] {
  const taken = new Set(readVisits(state).map(({ id }) => id));
  return slotsFrom(nowAt(state), HORIZON_DAYS).filter(({ id }) => !taken.has(id));
}
