/**
 * What a learner's message asks for: a list of wishes, each for one agent, with what it needs. Clauses are weighed against rows
 * (requests.yml), not raced; what no row explains is said so. Words are data: see _data.
 */
import { triage } from 'consilium/clinical';
import { type Clause, readClause, type Setting } from './clause.ts';
import { type Slots, slotsFor } from './slots.ts';
import { type Row, readRows } from './words.ts';

export interface Wish {
  readonly row: string;
  readonly agent: string;
  readonly tool?: string | undefined;
  readonly input: Slots;
  readonly text: string;
}

export type Understood =
  | { readonly kind: 'wishes'; readonly wishes: readonly Wish[] }
  | { readonly kind: 'greeting' | 'thanks' | 'bye' }
  | { readonly kind: 'emergency' }
  | { readonly kind: 'nothing' };

const ENOUGH = 2;
const MOST_CLAUSES = 6;

export function understand(message: string, setting: Setting): Understood {
  const parts = splitClauses(message);
  const several = parts.length > 1 && parts.length <= MOST_CLAUSES ? parts.map((part) => bestWish(part, setting)) : [];
  const isSeveral = several.every((wish) => wish !== undefined) && new Set(several.map((wish) => wish.row)).size > 1;
  if (isSeveral) return { kind: 'wishes', wishes: several };
  const ranked = bestWish(message, setting);
  // "Is it aldosterone?" answers the question that is open.
  const best = ranked?.row === 'ask' && setting.quiz && mayAnswer(message.trim(), setting.options) ? undefined : ranked;
  // Somebody who tells of themselves wants no lesson. What is asked for as a subject is one, and so is a name alone.
  const isTold = best === undefined && readClause(message, setting).signs.has('self.own');
  if (isTold && triage(message).rule === 'emergency') return { kind: 'emergency' };
  const wish = best ?? bareWish(message, setting);
  if (wish !== undefined) return { kind: 'wishes', wishes: [wish] };
  const { signs } = readClause(message, setting);
  if (signs.has('small.greet') || signs.has('small.help')) return { kind: 'greeting' };
  return signs.has('small.thank') ? { kind: 'thanks' } : { kind: signs.has('small.bye') ? 'bye' : 'nothing' };
}

/** Words that are kind and wish nothing. */
const COURTESIES = ['small.greet', 'small.help', 'small.thank', 'small.bye'];

function isCourtesy({ signs }: Clause): boolean {
  return COURTESIES.some((sign) => signs.has(sign));
}

/** What a thread does of it, where a server keeps some. */
export const works = { understand };
export const UNDERSTANDING = import.meta.url;

/** Sentences, and what "and" or "then" join. Whether the parts are wishes of their own is decided by the rows. */
function splitClauses(message: string): string[] {
  return message
    .split(/(?<=[.!?;])\s+|;\s*|,?\s+(?:and then|then|and also|and)\s+/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function bestWish(text: string, setting: Setting): Wish | undefined {
  const clause = readClause(text, setting);
  const [best] = rankRows(clause);
  return best && toWish(best.row, clause, setting);
}

/** The rows that explain a clause, the best first. */
export function rankRows({ signs }: Clause): { row: Row; score: number }[] {
  return readRows()
    .filter(
      ({ need, not }) =>
        need.every((one) => [one].flat().some((sign) => signs.has(sign))) && !not.some((sign) => signs.has(sign)),
    )
    .map((row) => ({
      row,
      score: Object.entries(row.signs).reduce((sum, [sign, weight]) => sum + (signs.has(sign) ? weight : 0), 0),
    }))
    .filter(({ score }) => score >= ENOUGH)
    .toSorted((one, other) => other.score - one.score);
}

/** Words that are no other wish may answer the question that is open next; else a few words alone are a subject. */
function bareWish(message: string, setting: Setting): Wish | undefined {
  const clause = readClause(message, setting);
  const text = message.trim();
  if (setting.quiz && !isCourtesy(clause) && mayAnswer(text, setting.options))
    return { row: 'answer', agent: 'QuizAgent', tool: 'answer_quiz', input: { answers: [{ answer: text }] }, text };
  const isSubject = clause.signs.has('form.short') && !isCourtesy(clause);
  const named = readRows().find(
    ({ bare }) => clause.signs.has('form.short') && bare.some((sign) => clause.signs.has(sign)),
  );
  if (named !== undefined) return toWish(named, clause, setting);
  const explain = readRows().find(({ id }) => id === 'explain')!;
  return isSubject && /\p{L}{3}/u.test(text) ? toWish(explain, clause, setting) : undefined;
}

const LONGEST_ANSWER = 200;

/** Of a question with options only one of them is an answer: what is no answer at all must not count as a wrong one. */
function mayAnswer(text: string, options: readonly string[] = []): boolean {
  if (options.length === 0) return text.length <= LONGEST_ANSWER;
  return options.some((option) => plain(option) === plain(text));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:an?|the)\s+/, '')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();
}

function toWish(row: Row, clause: Clause, setting: Setting): Wish {
  const { id, agent, tool } = row;
  return { row: id, agent, tool, input: slotsFor(row, clause, setting), text: clause.text };
}
