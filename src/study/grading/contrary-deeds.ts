/**
 * Asked what is inhibited, "it activates xanthine oxidase" says the contrary of it, whatever it names. What is asked is a deed of somebody;
 * who names the right thing in a sentence of its own has said what is done to it, too.
 */
import { fold } from '../../text/index.ts';
import { contentStems } from '../facts/terms.ts';
import { opposes } from './cleaning.ts';

/** "What does X inhibit?", "Which enzyme is inhibited by X?" */
const OF_OBJECT =
  /^(?:what|which|whose)\b[^?]*? (?:do|does|did|is|are|was|were) [^?]*?\b(?<deed>\p{L}+)(?: by [^?]+)?\?$/iu;
/** "Which drug inhibits X?" */
const OF_DOER = /^(?:what|which|who)\b(?: \p{L}+){0,3}? (?<deed>\p{L}{3,}s) \p{L}/iu;

const HOW = '(?:also |only |directly |selectively )?';
/** A pronoun goes with any verb, a name with one that is written as such. */
const CLAUSES = [
  new RegExp(`^(?<doer>it|they|this|these|which) ${HOW}(?<deed>\\p{L}+) (?<done>.*\\p{L})`, 'iu'),
  new RegExp(
    `^(?<doer>(?:the )?[\\p{L}\\d-]+(?: [\\p{L}\\d-]+)?) ${HOW}(?<deed>\\p{L}+(?:s|ed)) (?<done>.*\\p{L})`,
    'iu',
  ),
];

export function saysContraryDeed(question: string, said: string, names: readonly string[]): boolean {
  const asked = (OF_OBJECT.exec(question.trim()) ?? OF_DOER.exec(question.trim()))?.groups?.['deed'];
  const {
    doer = '',
    deed,
    done = '',
  } = CLAUSES.map((clause) => clause.exec(said)).find((found) => found !== null)?.groups ?? {};
  if (asked === undefined || deed === undefined) return false;
  const known = contentStems([question, ...names].join(' '));
  const isOfIt =
    /^(?:it|they|this|these|which)$/i.test(doer) || [...contentStems(doer)].every((word) => known.has(word));
  // "It raises hypoxanthine by blocking it" tells of something else first.
  const isMeans = /\bby (?:the )?\p{L}+(?:ing|ion)\b/iu.test(done);
  return isOfIt && !isMeans && opposes(formsOf(asked), formsOf(deed));
}

/** "inhibit", "inhibits" and "inhibited" in one form. */
function formsOf(verb: string): string {
  const plain = fold(verb);
  return `${plain.replace(/(?:es|ed|s)$/, '')}s ${plain} ${plain.replace(/(?:s|d)$/, '')}`;
}
