import type { OfflinePolicy, OfflineResult, OfflineStep, OfflineTurn } from '../../../src/models/policy.ts';
import { findDay, nowAt, sayDay } from '../_shared/days.ts';
import { readChoice, readOffer } from '../_shared/offer.ts';
import { findDoctor, type Slot } from '../_shared/practice.ts';

const policy: OfflinePolicy = (turn) => {
  const last = turn.results.at(-1);
  return last === undefined ? begin(turn) : goOn(last, turn);
};

export default policy;

function begin({ message, context }: OfflineTurn): OfflineStep {
  const said = message.toLowerCase();
  const chosen = readChoice(message, readOffer(context.state));
  if (chosen !== undefined) return { call: 'book_slot', input: { slot: chosen.id } };
  if (/\b(cancel|when is my|my (visits?|appointments?))\b/.test(said)) return { call: 'list_visits', input: {} };
  const today = nowAt(context.state).slice(0, 10);
  const date = findDay(message, today) ?? (urgencyOf(context.state.get('urgency')) === 'today' ? today : undefined);
  const doctor = findDoctor(message)?.name;
  const part = /\bmorning\b/.test(said) ? 'morning' : /\bafternoon\b/.test(said) ? 'afternoon' : undefined;
  return {
    call: 'find_slots',
    input: { ...(date && { date }), ...(doctor && { doctor }), ...(part && { part_of_day: part }) },
  };
}

function goOn(result: OfflineResult, { message, context }: OfflineTurn): OfflineStep {
  const today = nowAt(context.state).slice(0, 10);
  if (result.error?.code === 'SLOT_TAKEN') return { call: 'find_slots', input: {} };
  if (result.error) return { say: 'The diary does not answer just now. Please call us on 555-0142.' };
  switch (result.tool) {
    case 'find_slots': {
      const found = result.output as unknown as { as_wanted: boolean; slots: Slot[] };
      return { say: tellSlots(found, today, urgencyOf(context.state.get('urgency'))) };
    }
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
  if (visits.length === 0) return { say: 'There is no visit booked in this conversation. Shall I look for a time?' };
  if (/\bcancel\b/i.test(message)) {
    const doctor = findDoctor(message)?.name;
    const day = findDay(message, today);
    const meant = visits.filter((visit) => (!doctor || visit.doctor === doctor) && (!day || visit.date === day));
    if (meant.length === 1) return { call: 'cancel_visit', input: { slot: meant[0]!.id } };
    return { say: `Which one?\n\n${visits.map((visit) => `- ${tellVisit(visit, today)}`).join('\n')}` };
  }
  return { say: `You have ${visits.map((visit) => tellVisit(visit, today)).join('; and ')}.` };
}

function tellSlots(found: { as_wanted: boolean; slots: Slot[] }, today: string, urgency: string | undefined): string {
  const { slots } = found;
  const reason = urgency === 'today' ? 'The nurse would like you to be seen today. ' : '';
  if (slots.length === 0) return `${reason}Nothing is free in the next three weeks. Please call us on 555-0142.`;
  const list = slots.map((slot, i) => `${i + 1}. ${tellVisit(slot, today)}`).join('\n');
  const opening = found.as_wanted ? 'These times are free:' : 'Nothing is free then. The next times:';
  const meanwhile =
    urgency === 'today' && slots[0]!.date !== today
      ? '\n\nIf it gets worse before that, the out-of-hours service is on 116 117.'
      : '';
  return `${reason}${opening}\n\n${list}\n\nWhich one shall I book?${meanwhile}`;
}

function tellVisit({ doctor, date, time }: Slot, today: string): string {
  return `${sayDay(date, today)} at ${time} with ${doctor}`;
}

/** The nurse's judgement as the Urgency agent left it in state. */
function urgencyOf(judged: unknown): string | undefined {
  return (judged as { urgency?: string } | null | undefined)?.urgency;
}
