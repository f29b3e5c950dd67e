/** The times that were offered and wait for an answer, and which one an answer means. */
import type { State } from '../../../src/kernel/index.ts';
import { findDay } from './days.ts';
import { findDoctor, type Slot } from './practice.ts';

export const OFFERED = 'offered_slots';
export const VISITS = 'visits';

export function readOffer(state: State): Slot[] {
  return (state.get(OFFERED) as Slot[] | undefined) ?? [];
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** "the second", "3", "10:20", "half past… " no: what is not clear is asked again. */
export function readChoice(message: string, offer: readonly Slot[]): Slot | undefined {
  if (offer.length === 0) return undefined;
  const said = message.toLowerCase();
  const time = /\b(\d{1,2})[:.](\d\d)\b/.exec(said);
  const wanted = time && `${time[1]!.padStart(2, '0')}:${time[2]}`;
  if (wanted !== null) {
    const doctor = findDoctor(said)?.name;
    const day = findDay(said, offer[0]!.date);
    const fitting = offer.filter((slot) => slot.time === wanted && (doctor === undefined || slot.doctor === doctor));
    return fitting.find((slot) => slot.date === day) ?? (day === undefined ? fitting[0] : undefined);
  }
  const ordinal = ORDINALS.findIndex((word) => new RegExp(`\\b(the|take) ${word}\\b|^${word}\\b`).test(said));
  if (ordinal >= 0) return offer[ordinal];
  if (/\b(the |take )?last( one)?\b/.test(said) && said.length < 40) return offer.at(-1);
  const number = /^\W*(?:number |no\.? )?([1-6])\W*(?:please)?\W*$/.exec(said)?.[1];
  if (number !== undefined) return offer[Number(number) - 1];
  const agreed = /^\W*(yes|yes please|ok|okay|fine|that works|sure|please do|that one)\b/.test(said);
  return agreed && offer.length === 1 ? offer[0] : undefined;
}
