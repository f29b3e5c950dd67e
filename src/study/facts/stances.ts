/**
 * How a text stands to what it says. A claim that it reports ("older books said …") or takes back ("this is wrong") is not
 * taught: it is told together with what corrects it, or not at all, and nothing is asked about it. The rows are in stances.yml.
 */

import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { readSentences } from './sentences.ts';
import { contentStems } from './terms.ts';

export type Stance = 'says' | 'claims' | 'retracts' | 'corrects';

export interface Part {
  readonly text: string;
  readonly stance: Stance;
}

/** Sentences that must not be told apart: one, or a claim with what corrects it. */
export interface Statement {
  readonly text: string;
  readonly parts: readonly Part[];
  /** said: the material's own; corrected: an error and what is so; claimed: somebody's claim that nothing here corrects. */
  readonly kind: 'said' | 'corrected' | 'claimed';
}

export function readStatements(text: string, heading = ''): Statement[] {
  const sentences = readSentences(text);
  const listed = rows().headings.some(({ like }) => like.test(heading)) ? pointsIn(text) : new Set<string>();
  const statements: Statement[] = [];
  for (let at = 0; at < sentences.length; ) {
    const parts = partsFrom(sentences, at, listed);
    statements.push(toStatement(parts));
    at += parts.length;
  }
  return statements;
}

/** Of a correction that needs the claim to be understood nothing can be asked: "The correct range is …" of what? */
export function standsAlone({ text, stance }: Part): boolean {
  return (
    stance === 'says' || (stance === 'corrects' && !/^the (?:correct|right|true|real|actual|proper)\b/i.test(text))
  );
}

function toStatement(parts: readonly Part[]): Statement {
  const [first] = parts as [Part];
  const text = parts.map((part) => part.text).join(' ');
  if (first.stance !== 'claims') return { text, parts, kind: 'said' };
  const isCorrected = parts.length > 1 || fits(rows().labelled, first.text) || correctsItself(first.text);
  return { text, parts, kind: isCorrected ? 'corrected' : 'claimed' };
}

/** What behind a claim speaks of it still: that it is wrong, and what is right. */
const MOST_BEHIND = 3;

function partsFrom(sentences: readonly string[], at: number, listed: ReadonlySet<string>): Part[] {
  const claim = sentences[at] as string;
  const isRetracted = retracts(sentences[at + 1]) && !retracts(claim);
  if (!isClaim(claim) && !isRetracted && !isListed(claim, listed)) return [{ text: claim, stance: 'says' }];
  const parts: Part[] = [{ text: claim, stance: 'claims' }];
  for (const next of sentences.slice(at + 1, at + 1 + MOST_BEHIND)) {
    const stance = stanceBehind(claim, next, listed);
    if (stance === undefined) break;
    parts.push({ text: next, stance });
  }
  return parts;
}

function stanceBehind(claim: string, next: string, listed: ReadonlySet<string>): Stance | undefined {
  if (retracts(next)) return 'retracts';
  if (isClaim(next) || listed.has(next)) return undefined;
  return fits(rows().corrects, next) || speaksOfTheSame(claim, next) ? 'corrects' : undefined;
}

const isClaim = (text: string) => fits(rows().held, text) || fits(rows().labelled, text);
const retracts = (text: string | undefined) => text !== undefined && fits(rows().retracts, text);
const correctsItself = (text: string) => fits(rows().held, text) && fits(rows().within, text);
const isListed = (text: string, listed: ReadonlySet<string>) => listed.has(text) && !fits(rows().corrects, text);

const SHARED = 0.5;
const FEWEST_SHARED = 2;

/** "The maximum daily dose is 4 g" behind a claim about the maximum daily dose: the same matter, said otherwise. */
function speaksOfTheSame(claim: string, next: string): boolean {
  const said = contentStems(next);
  const asked = [...contentStems(claimOf(claim))].filter((stem) => !/^\d/.test(stem));
  const shared = asked.filter((stem) => said.has(stem)).length;
  return shared >= FEWEST_SHARED && shared / asked.length >= SHARED;
}

/** What is claimed, without who claims it. */
function claimOf(sentence: string): string {
  return (
    sentence
      .split(/\bthat\b|:/)
      .slice(1)
      .join(' ')
      .trim() || sentence
  );
}

function pointsIn(text: string): Set<string> {
  const points = text.split('\n').filter((line) => /^\s*(?:[-*•]|\d{1,2}[.)])\s/.test(line));
  return new Set(points.flatMap((line) => readSentences(line).slice(0, 1)));
}

const row = z.strictObject({ like: z.string(), example: z.string(), not: z.string() });
const KINDS = ['held', 'labelled', 'retracts', 'corrects', 'within', 'headings'] as const;
const file = z.strictObject({
  words: z.record(z.string(), z.string()),
  ...(Object.fromEntries(KINDS.map((kind) => [kind, z.array(row)])) as Record<
    (typeof KINDS)[number],
    z.ZodArray<typeof row>
  >),
});

export interface StanceRow {
  readonly like: RegExp;
  readonly example: string;
  readonly not: string;
}

let read: Record<(typeof KINDS)[number], readonly StanceRow[]> | undefined;

export function rows(): Record<(typeof KINDS)[number], readonly StanceRow[]> {
  read ??= compile();
  return read;
}

function compile(): NonNullable<typeof read> {
  const given = file.parse(readRows(new URL('./stances.yml', import.meta.url)));
  const fill = (like: string) => like.replace(/\{(\w+)\}/g, (whole, name: string) => given.words[name] ?? whole);
  const compiled = KINDS.map((kind) => [
    kind,
    given[kind].map(({ like, ...rest }) => ({ ...rest, like: new RegExp(fill(like), 'iu') })),
  ]);
  return Object.fromEntries(compiled);
}

function fits(list: readonly StanceRow[], text: string): boolean {
  return list.some(({ like }) => like.test(text));
}
