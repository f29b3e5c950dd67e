/** What a document or data is made of, thing by thing, by the noun that a criterion has for it (things.yml). */
import { parse } from 'yaml';
import { z } from 'zod';
import { splitName } from '../../../text/index.ts';
import { sheet } from '../../analysis/sheet.ts';
import type { Artifact } from '../seen.ts';
import { PARTS } from './parts.ts';

const lists = z.record(z.string(), z.array(z.string()));

export const readThings = sheet(
  './things.yml',
  import.meta.url,
  z.strictObject({
    things: lists,
    listed: z.array(z.string()),
    orders: z.record(z.string(), z.number()),
    adjectives: z.array(z.string()),
    levels: z.record(z.string(), z.number()),
    units: lists,
    qualities: lists,
  }),
);

export interface Thing {
  /** As it is written, with its signs. */
  readonly text: string;
  readonly name?: string | undefined;
  /** Of data: what it holds. */
  readonly value?: unknown;
}

/** Undefined: nothing goes by this noun here. */
export function thingsOf(artifact: Artifact, noun: string, level: number | undefined): readonly Thing[] | undefined {
  const data = readData(artifact);
  if (data !== undefined) return entriesOf(data, noun);
  const { things, listed } = readThings();
  const kind = Object.entries(things).find(([, names]) => names.some((one) => isNoun(noun, one)))?.[0];
  if (kind !== undefined) return partsOf(artifact, kind, level);
  if (isNoun(noun.split(' ').at(-1)!, 'date')) return PARTS['date']!(artifact)!.map((text) => ({ text }));
  const element = /^([a-z][a-z0-9]*) (?:element|tag)s?$/.exec(noun)?.[1];
  if (element !== undefined && artifact.document.format === 'html')
    return (artifact.text.match(new RegExp(`<${element}\\b[^>]*>`, 'gi')) ?? []).map((text) => ({ text }));
  return listed.some((one) => isNoun(noun, one)) ? listedIn(artifact) : undefined;
}

/** What a document counts up goes by many nouns: where none is found, another sign may stand for it. */
export function isListed(noun: string): boolean {
  return readThings().listed.some((one) => isNoun(noun, one));
}

export function titlesOf(artifact: Artifact): string[] {
  const lines = artifact.text.match(/^[^\n.!?]{2,40}:?[ \t]*$/gm) ?? [];
  return [...headingsOf(artifact, undefined).map(({ name, text }) => name ?? text), ...lines];
}

function partsOf(artifact: Artifact, kind: string, level: number | undefined): readonly Thing[] | undefined {
  if (kind === 'section') return sectionsOf(artifact);
  if (kind === 'release')
    return headingsOf(artifact, undefined).filter(({ text }) => /\d+\.\d+|\bunreleased\b/i.test(text));
  if (kind === 'heading') return headingsOf(artifact, level);
  if (kind === 'bullet point')
    return (artifact.text.match(/^[ \t]*[-*+•]\s+\S.*$/gm) ?? []).map((text) => ({ text, name: text }));
  return PARTS[kind]?.(artifact)?.map((text) => ({ text, name: text }));
}

function headingsOf({ document, text }: Artifact, level: number | undefined): Thing[] {
  return document.blocks.flatMap(({ kind, level: own = 1, start, end }) =>
    kind === 'heading' && (level === undefined || own === level)
      ? [
          {
            text: text.slice(text.lastIndexOf('\n', start - 1) + 1, end),
            name: document.words.slice(start, end).trim(),
          },
        ]
      : [],
  );
}

/** Each with its heading and what stands below it; the title of the whole is none. */
function sectionsOf({ document, text }: Artifact): Thing[] {
  const all = document.blocks.filter(({ kind }) => kind === 'heading');
  const tops = all.filter(({ level = 1 }) => level === 1);
  const own = tops.length === 1 && all[0] === tops[0] ? all.slice(1) : all;
  return own.map(({ start, end }, index) => ({
    text: text.slice(start, own[index + 1]?.start ?? text.length).replace(/#+\s*$/, ''),
    name: document.words.slice(start, end).trim(),
  }));
}

/** `- `, `3.`, `R2:`, `§ 4`: what a document counts up, each with the lines that belong to it. */
const COUNTED = /^[ \t]*(?:[-*+•]|\d+[.)]|§ ?\d+|[A-Z]{1,4}-?\d+[.:)]?)\s+\S/;

function listedIn({ text }: Artifact): Thing[] {
  const found: string[] = [];
  let open = false;
  for (const line of text.split('\n')) {
    if (COUNTED.test(line)) found.push(line);
    else if (open && line.trim() !== '' && /^\s{2,}/.test(line)) found.push(`${found.pop()}\n${line}`);
    open = COUNTED.test(line) || (open && line.trim() !== '');
  }
  return found.map((one) => ({ text: one, name: one }));
}

export function readData({ text, path, code }: Artifact): object | undefined {
  if (code !== undefined || !(/\.(?:json|ya?ml)$/i.test(path ?? '') || /^\s*[{[]/.test(text))) return undefined;
  try {
    const whole: unknown = parse(text);
    return typeof whole === 'object' && whole !== null ? whole : undefined;
  } catch {
    return undefined;
  }
}

/** "Service": the entries under `services`; "alert": each object that has an `alert`; "dependency": those of every kind. */
function entriesOf(whole: object, noun: string): readonly Thing[] | undefined {
  const found: Thing[] = [];
  let known = false;
  const isCalled = (key: string) => isNoun(key.toLowerCase(), noun) || isNoun(splitName(key).join(' '), noun);
  const endsSo = (key: string) => isNoun(splitName(key).at(-1) ?? '', noun);
  const walk = (at: unknown, depth: number): void => {
    if (typeof at !== 'object' || at === null || depth > 20) return;
    for (const [key, value] of Object.entries(at)) {
      if (typeof value === 'object' && value !== null && !Array.isArray(at) && (isCalled(key) || endsSo(key))) {
        known = true;
        for (const [name, own] of Object.entries(value)) found.push(thingOf(name, own));
      } else if (isCalled(key) && typeof value === 'string' && !Array.isArray(at)) {
        known = true;
        found.push(thingOf(value, at));
      }
      walk(value, depth + 1);
    }
  };
  walk(whole, 0);
  return known ? found : undefined;
}

export function thingOf(name: string, value: unknown): Thing {
  return { name, value, text: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') };
}

/** In the singular or in the plural. */
export function isNoun(said: string, noun: string): boolean {
  const [one, other] = [singular(said), singular(noun)];
  return one === other;
}

export function singular(noun: string): string {
  const lower = noun.toLowerCase().trim();
  if (/ies$/.test(lower)) return lower.replace(/ies$/, 'y');
  if (/(?:ss|x|ch|sh)es$/.test(lower)) return lower.replace(/es$/, '');
  return /[^s]s$/.test(lower) ? lower.slice(0, -1) : lower;
}

/** Whether so many are as many as a bound allows. */
export function within(has: number, bound: string, n: number): boolean {
  if (/at least|no fewer/i.test(bound)) return has >= n;
  if (/at most|no more/i.test(bound)) return has <= n;
  if (/more than/i.test(bound)) return has > n;
  return /fewer than/i.test(bound) ? has < n : has === n;
}
