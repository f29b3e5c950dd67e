/**
 * What a message asks of the assistant: a list of requests, each for one specialist and one tool, with what the tool
 * needs. Clauses are scored against rows (rows.yml), not raced; what no row explains is said so, what two explain is asked.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { splitClauses } from './clauses.ts';
import { type Clause, formsOf } from './forms.ts';
import { findSigns, tokensOf } from './signs.ts';
import { type Slots, slotsFor } from './slots.ts';
import { findWhen, type Place } from './when.ts';

const rowSchema = z.strictObject({
  id: z.string(),
  agent: z.string(),
  tool: z.string(),
  signs: z.record(z.string(), z.number()),
  need: z.array(z.string()).default([]),
  not: z.array(z.string()).default([]),
  example: z.string(),
  counter: z.string(),
});
export type Row = z.infer<typeof rowSchema>;

/** Names of this person's own things, as they may be said. */
export interface Known {
  readonly lists: readonly string[];
  readonly events: readonly string[];
  readonly todos: readonly string[];
  readonly reminders: readonly string[];
  readonly notes: readonly string[];
  readonly files: readonly string[];
  readonly briefs: readonly string[];
}

export const NOTHING_KNOWN: Known = {
  lists: [],
  events: [],
  todos: [],
  reminders: [],
  notes: [],
  files: [],
  briefs: [],
};

export interface Request {
  readonly row: string;
  readonly agent: string;
  readonly tool: string;
  readonly input: Slots;
  /** The person's words for it. */
  readonly text: string;
  readonly score: number;
}

export type Understood =
  | { readonly kind: 'requests'; readonly requests: readonly Request[]; readonly rest: readonly string[] }
  | { readonly kind: 'unclear'; readonly text: string; readonly choices: readonly Request[] }
  | { readonly kind: 'nothing' };

const ENOUGH = 2;
const CLOSE = 0.4;

let rows: readonly Row[] | undefined;

export function readRows(): readonly Row[] {
  rows ??= z.array(rowSchema).parse(parse(readFileSync(join(import.meta.dirname, 'rows.yml'), 'utf8')));
  return rows;
}

const MOST_CLAUSES = 20;

export function understand(message: string, place: Place, known: Known = NOTHING_KNOWN): Understood {
  const whole = rank(message, place, known)[0];
  // How one feels is told in several clauses; it is one question.
  if (whole?.tool === 'ask_health_team' && isBodily(message)) return { kind: 'requests', requests: [whole], rest: [] };
  const requests: Request[] = [];
  const rest: string[] = [];
  for (const text of splitClauses(message.slice(0, 4_000)).slice(0, MOST_CLAUSES)) {
    const [best, next] = rank(text, place, known);
    if (best === undefined) rest.push(text);
    else if (
      next !== undefined &&
      best.agent !== next.agent &&
      best.score - next.score < CLOSE &&
      requests.length === 0
    )
      return { kind: 'unclear', text, choices: [best, next] };
    else requests.push(best);
  }
  return requests.length === 0 ? { kind: 'nothing' } : { kind: 'requests', requests: linkUp(requests), rest };
}

function isBodily(message: string): boolean {
  return formsOf({ text: message, tokens: tokensOf(message), signs: [], when: undefined }).has('form.body');
}

/** The rows that explain a clause, the best first. */
export function rank(text: string, place: Place, known: Known): Request[] {
  const clause = readClause(text, place);
  const shown = signsOf(clause, known);
  return readRows()
    .filter(({ need, not }) => need.every((sign) => shown.has(sign)) && !not.some((sign) => shown.has(sign)))
    .map((row) => ({
      row,
      score: Object.entries(row.signs).reduce((sum, [sign, weight]) => sum + (shown.has(sign) ? weight : 0), 0),
    }))
    .filter(({ score }) => score >= ENOUGH)
    .toSorted((one, other) => other.score - one.score)
    .map(({ row, score }) => ({
      row: row.id,
      agent: row.agent,
      tool: row.tool,
      input: slotsFor(row, clause, known, place),
      text: clause.text,
      score,
    }));
}

function readClause(said: string, place: Place): Clause {
  const text = stripLead(said);
  const tokens = tokensOf(text);
  return { text, tokens, signs: findSigns(tokens), when: findWhen(text, tokens, place) };
}

/** "Could you please" and the like say nothing. */
function stripLead(said: string): string {
  let text = said.trim();
  for (;;) {
    const tokens = tokensOf(text);
    const lead = findSigns(tokens).find(({ sign, from }) => sign === 'small.lead' && from === 0);
    if (lead === undefined || lead.to >= tokens.length) return text;
    text = text.slice(tokens[lead.to]!.start).trim();
    if (/^[,.!:]/.test(text)) text = text.slice(1).trim();
  }
}

function signsOf(clause: Clause, known: Known): ReadonlySet<string> {
  const shown = formsOf(clause);
  for (const { sign, from } of clause.signs) {
    shown.add(sign);
    if (from === 0) shown.add(`start.${sign}`);
  }
  if (clause.when !== undefined) {
    shown.add('when.any');
    if (clause.when.timed) shown.add('when.timed');
    if (clause.when.recurs) shown.add('when.recurs');
  }
  for (const [name, list] of Object.entries(known) as [keyof Known, readonly string[]][])
    if (list.some((thing) => names(clause.text, thing))) shown.add(`known.${name.slice(0, -1)}`);
  return shown;
}

/** Whether a text names a thing: all its weighty words, or all of a short name. */
export function names(text: string, thing: string): boolean {
  const said = new Set(tokensOf(text).map(({ word }) => stem(word)));
  const words = tokensOf(thing)
    .map(({ word }) => stem(word))
    .filter((word) => word.length > 2 && !SMALL.has(word));
  return (
    words.length > 0 && words.filter((word) => said.has(word)).length / words.length >= (words.length > 2 ? 0.5 : 1)
  );
}

const SMALL = new Set(['the', 'and', 'for', 'with', 'from', 'this', 'that', 'about', 'buy', 'get']);

function stem(word: string): string {
  return word.replace(/'s$/, '').replace(/(?<=\w{3})s$/, '');
}

/** "Find the file about insurance and summarise it": it is what was found. */
function linkUp(requests: readonly Request[]): Request[] {
  return requests.map((request, at) => {
    const before = requests[at - 1];
    if (before === undefined || !/\b(?:it|that|them|this)\b/i.test(request.text)) return request;
    const inherits = request.input['query'] === undefined && request.input['path'] === undefined;
    const { query, path } = before.input;
    return inherits
      ? {
          ...request,
          input: { ...request.input, ...(query !== undefined && { query }), ...(path !== undefined && { path }) },
        }
      : request;
  });
}
