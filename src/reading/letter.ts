/**
 * A mail as plain text: fields at its head, a greeting, what it says, and who signs it. Head, greeting and signature frame what is
 * said: they are read, and are no part of what the text is about. The subject is its heading.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Laid } from './layout.ts';

const list = z.array(z.string());
const shape = z.strictObject({
  fields: list,
  telling: list,
  subjects: list,
  greetings: list,
  closings: list,
});

let kept: Record<keyof z.infer<typeof shape>, ReadonlySet<string>> | undefined;

function words() {
  if (kept === undefined) {
    const raw = shape.parse(parse(readFileSync(new URL('./letters.yml', import.meta.url), 'utf8')));
    const { fields, telling, subjects, greetings, closings } = raw;
    kept = {
      ...{ fields: new Set(fields), telling: new Set(telling), subjects: new Set(subjects) },
      ...{ greetings: new Set(greetings), closings: new Set(closings) },
    };
  }
  return kept;
}

interface Line {
  readonly start: number;
  readonly text: string;
}

const LONGEST = 998;
const FRAME = { kind: 'row', frame: true } as const;

/** By the place where a line starts; empty: it is no mail. */
export function readLetter(source: string): ReadonlyMap<number, Laid> {
  const lines = linesOf(source);
  const head = headOf(lines);
  const laid = new Map<number, Laid>();
  if (head === undefined) return laid;
  for (const { start, text } of lines.slice(head.from, head.to)) {
    const field = /^([\p{L}-]+):\s*/u.exec(text);
    const isSubject = field !== null && words().subjects.has(field[1]!.toLowerCase()) && field[0].length < text.length;
    laid.set(start, isSubject ? { kind: 'heading', level: 1, sure: 0.9, skip: field[0].length } : FRAME);
  }
  for (const { start } of framing(lines.slice(head.to))) laid.set(start, FRAME);
  return laid;
}

function linesOf(source: string): Line[] {
  let start = 0;
  return source.split('\n').map((raw) => {
    const line = { start, text: raw.trimEnd() };
    start += raw.length + 1;
    return line;
  });
}

/** Fields, and the lines that go on with one, up to the first blank line. */
function headOf(lines: readonly Line[]): { from: number; to: number } | undefined {
  const from = lines.findIndex(({ text }) => text !== '');
  if (from < 0) return undefined;
  const names: string[] = [];
  let to = from;
  for (; to < lines.length && lines[to]!.text !== ''; to++) {
    const { text } = lines[to]!;
    const name = /^([\p{L}-]{1,30}):(?:\s|$)/u.exec(text.slice(0, LONGEST))?.[1]?.toLowerCase();
    const goesOn = to > from && /^\s+\S/.test(text);
    if (!goesOn && (name === undefined || !(words().fields.has(name) || name.startsWith('x-')))) return undefined;
    if (!goesOn) names.push(name!);
  }
  const isHead = new Set(names).size >= 2 && names.some((name) => words().telling.has(name));
  return isHead && to < lines.length ? { from, to } : undefined;
}

/** A line of the body that greets, and all from the closing on. */
function framing(body: readonly Line[]): Line[] {
  const shown = body.filter(({ text }) => text !== '');
  const first = shown[0];
  const greets = first !== undefined && isGreeting(first.text) ? [first] : [];
  const last = shown.findLastIndex(({ text }) => isClosing(text));
  const signed = shown.findIndex(({ text }) => text === '--');
  // After a closing come names, not paragraphs.
  const closes = last > 0 && shown.length - last <= SIGNED && shown.slice(last + 1).every(({ text }) => isShort(text));
  const from = Math.min(
    ...[closes ? last : undefined, signed < 0 ? undefined : signed].map((at) => at ?? shown.length),
  );
  return [...greets, ...shown.slice(from)];
}

const SIGNED = 10;
const isShort = (text: string) => text.length <= 70 && !/[.;]$/.test(text);

function isGreeting(text: string): boolean {
  const lower = text.toLowerCase();
  return (
    text.length <= 60 && [...words().greetings].some((one) => lower === one || /^[\s,!]/.test(startOf(lower, one)))
  );
}

function startOf(lower: string, phrase: string): string {
  return lower.startsWith(phrase) ? lower.slice(phrase.length) : 'x';
}

function isClosing(text: string): boolean {
  return words().closings.has(text.toLowerCase().replace(/[,.!]+$/, ''));
}
