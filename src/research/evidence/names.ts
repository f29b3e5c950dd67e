/** The name of an outcome as it is cut from its sentence: without what stands before it, up to where it ends. */
import { abstractWords } from './abstract.ts';
import { outcomeWords } from './outcome-words.ts';

/** To slow the loss of kidney function is to keep it. */
export function withoutLoss(name: string): string {
  const [, kept] = new RegExp(`^(?:${abstractWords().losses.join('|')}) (?:of|in) (?:the )?(.{3,})$`).exec(name) ?? [];
  return kept ?? name;
}

export const HELD = '_';

let holding: readonly string[] | undefined;

/** A common name that holds a word at which names end ("time in range") is held together. */
export function held(plain: string): string {
  holding ??= Object.values(outcomeWords().outcomes)
    .flatMap(({ words }) => words)
    .filter((name) => name.split(' ').some((word) => abstractWords().ends.includes(word)));
  return holding.reduce((text, name) => text.replaceAll(name, name.replaceAll(' ', HELD)), plain);
}

const MOST_WORDS = 7;

/** "Length of stay and duration of oxygen" are two. */
export function splitNames(text: string, isSubject = false): string[] {
  const whole = isSubject ? text : upToEnd(text);
  return whole
    .split(/,? (?:and|nor|or in) (?:in |the )*|, (?:or )?/)
    .map((part) => nameOf(isSubject ? upToEnd(withoutOpening(part)) : part))
    .filter((name): name is string => name !== undefined);
}

function upToEnd(text: string): string {
  const { ends } = abstractWords();
  const words = text.split(' ');
  const end = words.findIndex((word, i) => i > 0 && (ends.includes(word) || /^[;.:]/.test(word)));
  return (end < 0 ? words : words.slice(0, end)).join(' ');
}

function withoutOpening(text: string): string {
  const { openings } = abstractWords();
  const words = text.trim().replace(WHEN, '').split(' ');
  const start = words.findIndex((word) => !openings.includes(word) && !/^[\d.,:%-]+$/.test(word));
  return start < 0 ? '' : words.slice(start).join(' ');
}

/** "After 12 weeks proteinuria": when it was is no part of its name. */
const WHEN =
  /^(?:after|at|by|over|during|within) (?:weeks? |months? |days? |years? )?\d+(?: (?:weeks?|months?|days?|years?|hours?))?,? /;

/** The bare name, or nothing where it is none: who was treated, what was done. */
function nameOf(text: string): string | undefined {
  const name = withoutOpening(text)
    .replace(/[.,;:*]+$/, '')
    .replace(/\s+(?:not|also|did|does|do|be|been|significantly|numerically|slightly|and|or)$/, '')
    .trim();
  const words = name.split(' ');
  const { agents } = abstractWords();
  const isNone = name.length < 3 || words.length > MOST_WORDS || words.every((word) => agents.includes(word));
  return isNone || !/\p{L}{3}/u.test(name) ? undefined : name;
}
