/** The times that were offered and wait for an answer, and what an answer means. */
import type { State } from 'consilium/kernel';
import { findDay } from './days.ts';
import { findDoctor, type Slot } from './practice.ts';

export const OFFERED = 'offered_slots';
export const VISITS = 'visits';

export function readOffer(state: State): Slot[] {
  return (state.get(OFFERED) as Slot[] | undefined) ?? [];
}

/** Whether this is about the times on offer: one of them, all of them, or rather another. */
export function answersOffer(message: string, offer: readonly Slot[]): boolean {
  if (offer.length === 0) return false;
  return readChoice(message, offer) !== undefined || agrees(message) || wantsOther(message);
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** The time that is meant by "the second", "3", "9:40 with Dr. Osei". What is not clear is asked again. */
export function readChoice(message: string, offer: readonly Slot[]): Slot | undefined {
  const said = message.toLowerCase();
  const time = /\b(\d{1,2})[:.](\d\d)\b/.exec(said);
  if (time !== null) return chooseByTime(`${time[1]!.padStart(2, '0')}:${time[2]}`, said, offer);
  const ordinal = ORDINALS.findIndex((word) => new RegExp(`\\b(the|take) ${word}\\b|^${word}\\b`).test(said));
  if (ordinal >= 0) return offer[ordinal];
  if (/\bthe last\b|^last\b/.test(said)) return offer.at(-1);
  const number = /^\W*(?:number |no\.? )?([1-5])\W*(?:please)?\W*$/.exec(said)?.[1];
  if (number !== undefined) return offer[Number(number) - 1];
  return agrees(message) && offer.length === 1 ? offer[0] : undefined;
}

function chooseByTime(time: string, said: string, offer: readonly Slot[]): Slot | undefined {
  const doctor = findDoctor(said)?.name;
  const fitting = offer.filter((slot) => slot.time === time && (doctor === undefined || slot.doctor === doctor));
  const day = offer[0] && findDay(said, offer[0].date);
  return day === undefined ? fitting[0] : fitting.find((slot) => slot.date === day);
}

export function agrees(message: string): boolean {
  return /^\W*(yes|yeah|ok|okay|fine|sure|please do|that works|that one|any of them)\b/i.test(message);
}

/** "Do you have anything later?" */
export function wantsOther(message: string): boolean {
  return /\b(anything|something|another|other|different)\b.*\b(day|time|times|else|later|doctor)\b|\bnone of (them|these|those)\b|\blater\b|\bnext week\b/i.test(
    message,
  );
}
