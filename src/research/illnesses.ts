/**
 * For which illness something is said: what was found or is advised in one is no word on another. An illness is known by the
 * catalogue, or by a name before a word for illness ("Alport syndrome"); who names none may speak of any.
 */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { type Subject, topicOf } from './topic.ts';
import type { Reach } from './whom.ts';

export type Illness = Pick<Subject, 'text' | 'concepts' | 'name'>;

/** What is asked or said of which illness; what something is to prevent or may cause is none. */
export function illnessesIn(text: string): Illness[] {
  const { subjects, setting } = topicOf(text);
  return [...subjects, ...setting]
    .filter(isIllness)
    .map(({ text: said, concepts, name }) => ({ text: said, concepts, name }));
}

/** Pregnancy is a state, and proteinuria a sign: neither is what a medicine is given for as a whole. */
function isIllness({ kind, concepts, text }: Subject): boolean {
  if (kind !== 'problem' || STATES.test(text)) return false;
  return concepts.length === 0 || concepts.some((id) => id.startsWith('condition:'));
}

const STATES = /\bpregnan/i;

/** The same, or one is a kind of the other. */
export function isRelated(a: Illness, b: Illness): boolean {
  const catalogue = openCatalogue();
  if (a.concepts.length === 0 || b.concepts.length === 0)
    return a.concepts.length + b.concepts.length === 0 && a.name.some((word) => b.name.includes(word));
  // "Episodic migraine" is no other migraine than "migraine", and another than "menstrual migraine".
  const isNamedAlike = a.name.length === 0 || b.name.length === 0 || a.name.some((word) => b.name.includes(word));
  // "Thyroid eye disease" is one of the eye diseases, and uveitis another: a kind of what both are kinds of.
  const isWithin = (one: Illness, id: string, other: string) =>
    id === other || (catalogue.isA(id, other) && one.name.length === 0);
  return (
    isNamedAlike &&
    a.concepts.some((id) => b.concepts.some((other) => isWithin(b, id, other) || isWithin(a, other, id)))
  );
}

const meets = (some: readonly Illness[], others: readonly Illness[]) =>
  some.some((one) => others.some((other) => isRelated(one, other)));

/** Both name illnesses, and none in common. */
export function areApart(some: readonly Illness[] = [], others: readonly Illness[] = []): boolean {
  return some.length > 0 && others.length > 0 && !meets(some, others);
}

/** All that a paper is on. */
export function isWhole(said: readonly Illness[], within: readonly Illness[]): boolean {
  return within.length > 0 && within.every((one) => meets([one], said));
}

/** Advice `within` a paper on some illnesses. Who has another illness beside the one that the paper is on is one of its patients. */
export function reachOfAdvice(said: readonly Illness[], within: readonly Illness[], asked: readonly Illness[]): Reach {
  if (said.length === 0) return areApart(within, asked) ? 'others' : 'all';
  if (asked.length === 0) return isWhole(said, within) ? 'all' : 'some';
  return meets(said, asked) || (meets(within, asked) && !meets(within, said)) ? 'all' : 'others';
}
