/**
 * The points of a reason: "it stops fibroblasts and so prevents scarring" makes two, the second one follows from the first; "lowers
 * preload and oxygen demand" two of one deed; "blocks the aldosterone that is raised in cirrhosis" one, and one in passing.
 */
import { readClause } from '../facts/clause.ts';
import { grammar } from '../facts/grammar.ts';
import { signsIn } from './assertion-words.ts';

export interface Point {
  readonly text: string;
  /** Whether the one before leads to it. */
  readonly follows: boolean;
  /** Points of one deed have the same. */
  readonly deed: number;
  /** Told in passing of a thing that is named. */
  readonly isAside: boolean;
}

const JOINT =
  /\s*(?:;|->|→|=>|,?\s+(?:and|which|thereby|but|so|therefore|because|since|as|means|thus|hence)(?=\s)|,)\s*(?:(?:so|therefore|then|thereby|that)\b\s*)?/gi;
const LEADS = /so|therefore|which|thereby|means|thus|hence|->|→|=>/i;
const OPENING = /^\W*(?:(?:because|since|as|so that|in order to|due to the fact that)\s+)+/i;
const DENIAL = /^(?:not|no)\b/i;

/** Each with the subject that it shares with the first. */
export function pointsOf(text: string): Point[] {
  const plain = text.trim().replace(OPENING, '');
  const clauses = clausesOf(plain);
  const [subject, verb] = frameOf(clauses[0]?.text ?? plain);
  return clauses.flatMap(({ text: clause, follows }, deed) => {
    const whole = deed === 0 || isClause(clause) ? clause : inFrame(clause, subject, verb);
    return partsOf(whole).map((part) => ({ ...part, follows, deed }));
  });
}

/** Two nouns that are joined are no clauses: "sodium and water". */
function clausesOf(text: string): { text: string; follows: boolean }[] {
  const clauses: { text: string; follows: boolean }[] = [];
  let [from, follows] = [0, false];
  for (const match of text.matchAll(JOINT)) {
    const to = match.index + match[0].length;
    const [before, behind] = [text.slice(from, match.index).trim(), text.slice(to)];
    const leads = LEADS.test(match[0]);
    const isNew = leads || isClause(behind) || startsWithVerb(behind) || DENIAL.test(behind) || match[0].includes(';');
    if (!isNew || before === '' || behind.trim() === '') continue;
    clauses.push({ text: before, follows });
    from = to;
    // What is done behind "and" comes of what is done before.
    follows = leads || (startsWithVerb(behind) && !DENIAL.test(behind));
  }
  return [...clauses, { text: text.slice(from).trim(), follows }];
}

/** "They reduce aldosterone and so the excretion": the same is done to it. */
function inFrame(clause: string, subject: string, verb: string): string {
  const deed = startsWithVerb(clause) && !DENIAL.test(clause) ? '' : verb;
  return `${subject} ${deed} ${clause}`.replace(/\s+/g, ' ').trim();
}

const RELATIVE = /^(.+?\b(?:the |an? )?([\p{L}-]+)) that ((?:is|are|was|were|has|have)\b.+)$/iu;
const TWO = /^((?:the |an? )?[\p{L}-]+(?: [\p{L}-]+)?) and ((?:the |an? )?[\p{L}-]+(?: [\p{L}-]+)?)$/iu;

function partsOf(text: string): Pick<Point, 'text' | 'isAside'>[] {
  const alone = [{ text, isAside: false }];
  const [, main, noun, more] = RELATIVE.exec(text) ?? [];
  if (main !== undefined)
    return [
      { text: main, isAside: false },
      { text: `${noun} ${more}`, isAside: true },
    ];
  const [subject, verb] = frameOf(text);
  if (verb === '') return alone;
  const done = text.slice(text.indexOf(verb) + verb.length).trim();
  const [, one, other] = TWO.exec(done) ?? [];
  if (one === undefined || /\b(?:of|in|on|for|between|with)\b/i.test(done) || startsWithVerb(other!)) return alone;
  return [one, other].map((each) => ({ text: `${subject} ${verb} ${each}`, isAside: false }));
}

const PRONOUN = /^(it|they|he|she|this|these|those) ((?:(?:can|may|might|will|would|could) )?[\p{L}-]+)/iu;

/** Of what it is said, and what is said or done: "they", "reduce". */
function frameOf(text: string): readonly [subject: string, verb: string] {
  const [, pronoun, verb] = PRONOUN.exec(text) ?? [];
  if (pronoun !== undefined && verb !== undefined) return [pronoun, verb];
  const clause = readClause(text);
  if (clause === undefined) return ['', ''];
  return [text.slice(clause.subject.start, clause.subject.end), text.slice(clause.verb.start, clause.verb.end)];
}

function startsWithVerb(text: string): boolean {
  const [first = ''] = text.toLowerCase().match(/^[\p{L}'-]+/u) ?? [];
  const { verbs, auxiliaries } = grammar();
  return verbs.has(first) || auxiliaries.has(first) || signsIn(first)[0]?.kind === 'turn';
}

function isClause(text: string): boolean {
  return readClause(text) !== undefined;
}
