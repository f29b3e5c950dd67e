/**
 * What binds a figure to one side: "below", "at least", "≤", "or more". A stem with a gap and an answer to it, a sentence of
 * the material and a wrong option beside it are read by the same model: the side on which what is meant lies, and whether
 * the figure itself is meant.
 */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';

export interface Bound {
  readonly side: 'above' | 'below';
  readonly inclusive: boolean;
  /** Of a moment: "after 12 weeks". */
  readonly time: boolean;
  /** Says nothing against a figure that is asked for without it: "within 5 days" for 5 days. */
  readonly soft: boolean;
}

/** A bound as it is written, and as its sentence comes to where that denies it: "not corrected by more than 10" is at most 10. */
export interface StatedBound extends Bound {
  readonly comesTo?: Bound | undefined;
}

const row = z.strictObject({
  side: z.enum(['above', 'below']),
  inclusive: z.boolean(),
  time: z.boolean().default(false),
  soft: z.boolean().default(false),
  before: z.string(),
  behind: z.string().default(''),
  example: z.string(),
  counter: z.string(),
});
const file = z.strictObject({
  bounds: z.array(row),
  fillers: z.string(),
  denials: z.string(),
  clause_denials: z.string(),
  clauses: z.string(),
});

interface Bounds {
  readonly rows: readonly z.infer<typeof row>[];
  readonly byWords: ReadonlyMap<string, Bound>;
  readonly before: RegExp;
  /** With up to three words between: "below an eGFR of". */
  readonly far: RegExp;
  readonly behind: RegExp;
  readonly atStart: RegExp;
  readonly denied: RegExp;
  readonly clauseDenied: RegExp;
  readonly clause: RegExp;
}

let read: Bounds | undefined;

function open(): Bounds {
  read ??= compile(file.parse(readRows(new URL('./bounds.yml', import.meta.url))));
  return read;
}

export function boundRows(): Bounds['rows'] {
  return open().rows;
}

function compile(data: z.infer<typeof file>): Bounds {
  const byWords = new Map<string, Bound>();
  for (const { side, inclusive, time, soft, before, behind } of data.bounds)
    for (const words of [...list(before), ...list(behind)]) byWords.set(words, { side, inclusive, time, soft });
  const before = either(data.bounds.flatMap((each) => list(each.before)));
  const behind = either(data.bounds.flatMap((each) => list(each.behind)));
  const fillers = either(list(data.fillers));
  const clauses = either(list(data.clauses));
  return {
    ...{ rows: data.bounds, byWords },
    before: new RegExp(`${BREAK}(${before})(?:\\s*${BREAK}(?:${fillers}))*\\s*$`, 'iu'),
    far: new RegExp(`${BREAK}(${before})\\s+(?:(?!(?:${clauses}|to|than|is|are)\\b)[\\p{L}\\p{N}-]+\\s+){1,3}$`, 'iu'),
    behind: new RegExp(`^\\s?(${behind})(?![\\p{L}\\p{N}])`, 'iu'),
    atStart: new RegExp(`^(${before})(?![\\p{L}])`, 'iu'),
    denied: new RegExp(`(?:${BREAK}(?:${either(list(data.denials))})|n['’]t(?: be| go)?)\\s+$`, 'iu'),
    clauseDenied: new RegExp(`${BREAK}(?:${either(list(data.clause_denials))})(?![\\p{L}])|n['’]t\\b`, 'iu'),
    clause: new RegExp(`[,;:.]\\s|${BREAK}(?:${clauses})(?![\\p{L}-])`, 'giu'),
  };
}

const BREAK = '(?<![\\p{L}\\p{N}])';

function list(words: string): string[] {
  return words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function either(words: readonly string[]): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) =>
      word
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll("'", "['’]")
        .replaceAll(' ', '\\s+'),
    )
    .join('|');
}

function turned({ side, inclusive, time, soft }: Bound): Bound {
  return { side: side === 'above' ? 'below' : 'above', inclusive: !inclusive, time, soft };
}

function boundOf(words: string): Bound | undefined {
  return open().byWords.get(words.toLowerCase().replace(/\s+/g, ' ').replaceAll('’', "'"));
}

/** What binds the figure that follows a text; `far`: other words may stand between. */
export function boundBefore(text: string, far = false): Bound | undefined {
  return statedBefore(text, far)?.bound;
}

function statedBefore(text: string, far: boolean): { bound: Bound; at: number } | undefined {
  const { before, far: distant, denied } = open();
  const found = before.exec(text) ?? (far ? distant.exec(text) : null);
  const bound = found === null ? undefined : boundOf(found[1] as string);
  if (found === null || bound === undefined) return undefined;
  const lead = text.slice(0, found.index);
  return { bound: denied.test(lead) ? turned(bound) : bound, at: found.index - (denied.exec(lead)?.[0].length ?? 0) };
}

/** What binds the figure that a text follows: "or more". */
export function boundBehind(text: string): Bound | undefined {
  const found = open().behind.exec(text);
  return found === null ? undefined : boundOf(found[1] as string);
}

/** What a text begins with: "at least about 30 minutes". */
export function boundAtStart(text: string): Bound | undefined {
  const found = open().atStart.exec(text.trimStart());
  return found === null ? undefined : boundOf(found[1] as string);
}

/** How a sentence binds what stands between two parts of it. */
export function boundAround(before: string, behind: string): StatedBound | undefined {
  const after = boundBehind(behind);
  const stated = after === undefined ? statedBefore(before, true) : { bound: after, at: before.length };
  if (stated === undefined) return undefined;
  const { clause, clauseDenied } = open();
  const lead = before.slice(0, stated.at);
  const from = [...lead.matchAll(clause)].at(-1);
  const own = from === undefined ? lead : lead.slice(from.index + from[0].length);
  return clauseDenied.test(own) ? { ...stated.bound, comesTo: turned(stated.bound) } : stated.bound;
}

const GAP = /_{3,}/;

/** What stands around the gap of a stem. */
export function boundOfGap(stem: string): StatedBound | undefined {
  const gap = GAP.exec(stem);
  return gap === null ? undefined : boundAround(stem.slice(0, gap.index), stem.slice(gap.index + gap[0].length));
}

/** Whether a bound says the same as the one that is stated: none does, the other side never; another inclusion is a part. */
export function restates(stated: StatedBound, said: Bound | undefined): 'right' | 'partly' | 'wrong' {
  if (said === undefined) return 'right';
  const same = (other: Bound) => other.side === said.side && (other.inclusive === said.inclusive || said.time);
  if (same(stated) || (stated.comesTo !== undefined && same(stated.comesTo))) return 'right';
  // "At least 10" where it may not be more than 10: neither what is written nor what it comes to.
  if (stated.comesTo !== undefined) return 'wrong';
  return stated.side === said.side ? 'partly' : 'wrong';
}
