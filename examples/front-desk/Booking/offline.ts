import type { OfflinePolicy, OfflineResult, OfflineStep, OfflineTurn } from 'consilium/models';
import { addDays, capital, findDay, nowAt, sayDay } from '../_shared/days.ts';
import { agrees, readChoice, readOffer, wantsOther } from '../_shared/offer.ts';
import { findDoctor, type Slot } from '../_shared/practice.ts';
import type { Judgement } from '../Urgency/schema.ts';

const policy: OfflinePolicy = (turn) => {
  const last = turn.results.at(-1);
  return last === undefined ? begin(turn) : goOn(last, turn);
};

export default policy;

function begin(turn: OfflineTurn): OfflineStep {
  const { message, context } = turn;
  const offer = readOffer(context.state);
  const chosen = readChoice(message, offer);
  if (chosen !== undefined) return { call: 'book_slot', input: { slot: chosen.id } };
  if (offer.length > 1 && agrees(message)) return { say: 'Which one? The number or the time will do.' };
  if (/\b(cancel|when is my|my (visits?|appointments?))\b/i.test(message)) return { call: 'list_visits', input: {} };
  return { call: 'find_slots', input: readWish(turn, offer) };
}

function readWish({ message, context }: OfflineTurn, offer: readonly Slot[]): Record<string, string> {
  const today = nowAt(context.state).slice(0, 10);
  const wish: Record<string, string> = {};
  const doctor = findDoctor(message)?.name ?? (wantsOther(message) ? onlyDoctor(offer) : undefined);
  if (doctor !== undefined) wish.doctor = doctor;
  if (/\bmorning\b/i.test(message)) wish.part_of_day = 'morning';
  if (/\bafternoon\b/i.test(message)) wish.part_of_day = 'afternoon';
  const date = judged(context.state.get('temp:urgency'))?.urgency === 'today' ? today : findDay(message, today);
  const last = offer.at(-1)?.date;
  if (date !== undefined && /\bnext week\b/i.test(message)) wish.from = date;
  else if (date !== undefined) wish.date = date;
  else if (last !== undefined && wantsOther(message)) wish.from = addDays(last, 1);
  return wish;
}

/** Who asks for another time mostly means the same doctor. */
function onlyDoctor(offer: readonly Slot[]): string | undefined {
  const names = new Set(offer.map(({ doctor }) => doctor));
  return names.size === 1 ? offer[0]!.doctor : undefined;
}

function goOn(result: OfflineResult, { message, context }: OfflineTurn): OfflineStep {
  const today = nowAt(context.state).slice(0, 10);
  if (result.error?.code === 'SLOT_TAKEN') return { call: 'find_slots', input: {} };
  if (result.error) return { say: 'The diary does not answer just now. Please call us on 555-0142.' };
  switch (result.tool) {
    case 'find_slots':
      return { say: tellSlots(result.output as unknown as Found, today, judged(context.state.get('temp:urgency'))) };
    case 'book_slot': {
      const { booked } = result.output as unknown as { booked: Slot };
      return { say: `Booked: ${tellVisit(booked, today)}. If you cannot come, just tell me.` };
    }
    case 'cancel_visit': {
      const { cancelled } = result.output as unknown as { cancelled: Slot };
      return { say: `Cancelled: ${tellVisit(cancelled, today)}. Shall I look for another time?` };
    }
    default: {
      const { visits } = result.output as unknown as { visits: Slot[] };
      return goOnWithVisits(visits, message, today);
    }
  }
}

function goOnWithVisits(visits: readonly Slot[], message: string, today: string): OfflineStep {
  if (visits.length === 0) return { say: 'No visit is booked in this conversation. Shall I look for a time?' };
  const booked = `You are booked for ${visits.map((visit) => tellVisit(visit, today)).join('; and for ')}.`;
  if (!/\bcancel\b/i.test(message)) return { say: booked };
  const doctor = findDoctor(message)?.name;
  const day = findDay(message, today);
  const meant = visits.filter((visit) => (!doctor || visit.doctor === doctor) && (!day || visit.date === day));
  if (meant.length === 1) return { call: 'cancel_visit', input: { slot: meant[0]!.id } };
  return { say: meant.length === 0 ? `There is no such visit. ${booked}` : `Which one? ${booked}` };
}

interface Found {
  slots: Slot[];
  nothing_as_wanted?: string;
}

function tellSlots({ slots, nothing_as_wanted: why }: Found, today: string, judgement: Judgement | undefined): string {
  const reason = judgement === undefined ? '' : `${judgement.reason} `;
  if (slots.length === 0) return `${reason}${why} Please call us on 555-0142, we will find something.`;
  const list = slots.map((slot, i) => `${i + 1}. ${capital(tellVisit(slot, today))}`).join('\n');
  const opening = why === undefined ? 'These times are free:' : `${why} The next times:`;
  const late = judgement?.urgency === 'today' && slots[0]!.date !== today;
  const meanwhile = late ? '\n\nIf it gets worse before that, the out-of-hours service on 116 117 will help.' : '';
  return `${reason}${opening}\n\n${list}\n\nWhich one shall I book?${meanwhile}`;
}

function tellVisit({ doctor, date, time }: Slot, today: string): string {
  return `${sayDay(date, today)}, ${time}, ${doctor}`;
}

/** The nurse's judgement of this turn, as the Urgency agent left it. */
function judged(value: unknown): Judgement | undefined {
  return (value as Judgement | null | undefined) ?? undefined;
}
