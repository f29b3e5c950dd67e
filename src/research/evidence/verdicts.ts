/**
 * What a text says in words of which of two did better: "A was inferior to B". It weighs more than what is reckoned from its
 * figures; where the two contradict each other nobody can say which is meant.
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { SourceItem } from '../../sources/research/index.ts';
import { stem } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Statement } from './abstract.ts';
import { type Direction, directionOf } from './appraisal.ts';
import type { Arms } from './arms.ts';
import { isOnGiving } from './giving.ts';
import { outcomesIn, type Tendency } from './outcome-names.ts';
import { outcomeWords } from './outcome-words.ts';
import { isOfSubgroup } from './subgroups.ts';
import { appraisal, foldText, hasAny } from './words.ts';

const schema = z.array(
  z.strictObject({
    is: z.enum(['better', 'worse']),
    open: z.literal(true).optional(),
    phrases: z.array(z.string()),
    ...{ example: z.string(), counter: z.string() },
  }),
);

let known: z.infer<typeof schema> | undefined;

export function verdictRules(): z.infer<typeof schema> {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'verdicts.yml')));
  return known;
}

export interface WordedVerdict {
  /** Of what is studied. Undefined: that one is the better is said, and not whether it is what is studied. */
  readonly is?: 'better' | 'worse' | undefined;
  /** The sentence that says so. */
  readonly told: string;
}

/** `names`: with what it treats. What was known before and what is said of harm alone is none. The last word is the conclusion's. */
export function wordedVerdictOf(
  title: string,
  statements: readonly Statement[],
  { studied, compared }: Arms,
  names: readonly string[],
): WordedVerdict | undefined {
  const own = [...studied, ...names.flatMap((name) => name.split(' ')).map(stem)].filter(
    (word) => !compared.includes(word),
  );
  const told = statements
    .filter(({ role, text }) => (role === 'result' || role === 'conclusion') && !isOfSubgroup(text))
    .map(({ text }) => text);
  const found = [title, ...told].flatMap((text) => verdictsIn(text, own, compared));
  const last = found.at(-1);
  // Better than one and inferior to another: of the whole nobody can say.
  return last && found.some(({ is }) => is !== last.is) ? { told: last.told } : last;
}

export function verdictsIn(text: string, own: readonly string[], others: readonly string[]): WordedVerdict[] {
  let subject = '';
  return foldText(text)
    .split(/;\s|,? (?:but|whereas|while|although) /)
    .flatMap((clause): WordedVerdict[] => {
      for (const { is, open, phrases } of verdictRules())
        for (const phrase of phrases) {
          const at = clause.indexOf(phrase);
          if (at < 0 || !hasAny(clause, [phrase])) continue;
          // "… but inferior to B": of whom the clause before spoke.
          const before = at === 0 ? subject : clause.slice(0, at);
          const behind = clause.slice(at + phrase.length);
          subject = before;
          if (isOnHarm(behind) || isOnGiving(clause)) return [];
          if (open) return [{ is, told: text }];
          // Not better is no worse, and not worse no better: those are read as no difference.
          if (NOT.test(before)) continue;
          const side = sideOf(before, behind, own, others);
          return side === 'none' ? [] : [{ is: side === 'own' ? is : side && TURNED[is], told: text }];
        }
      return [];
    });
}

const TURNED = { better: 'worse', worse: 'better' } as const;
const NOT = /(?:\bnot|n't|\bno|\bnon|\bneither|\bnor|\bnever|\bfailed to be|\brather than)[ -](?:\p{L}+ly )?$/u;

/** Whose verdict it is, by who stands before it and who behind. Undefined: nobody who is known. */
function sideOf(
  before: string,
  behind: string,
  own: readonly string[],
  others: readonly string[],
): 'own' | 'other' | 'none' | undefined {
  const stemsOf = (part: string) => (part.match(/\p{L}[\p{L}\p{N}-]{2,}/gu) ?? []).map(stem);
  const [front, back] = [stemsOf(before), stemsOf(behind)];
  const has = (words: readonly string[], names: readonly string[]) => words.some((word) => names.includes(word));
  if (has(front, own)) return 'own';
  if (has(front, others) || has(back, own)) return 'other';
  if (has(back, others)) return 'own';
  if (IT.test(before)) return 'own';
  // "It was better than expected" compares nobody.
  return own.length === 0 && !EXPECTED.test(behind) ? undefined : 'none';
}

const IT = /^(?:it|this|the (?:new |study )?(?:drug|treatment|medicine|therapy|intervention|device))\b/;
const EXPECTED = /^ (?:expected|anticipated|before|baseline|usual|that|those|in|at|we)\b/;

/** "Inferior to B in tolerability" says nothing of what it is given for. */
function isOnHarm(behind: string): boolean {
  const [, on] = / (?:for|in terms of|with respect to|regarding|on|in) (.+)$/.exec(behind) ?? [];
  if (on === undefined) return false;
  const { outcomes } = outcomeWords();
  const named = outcomesIn(on);
  const isHarm = named.length > 0 && named.every(({ outcome }) => outcomes[outcome]?.harm === true);
  return isHarm || hasAny(on, [...appraisal().harms.named, 'tolerability', 'nausea', 'cost', 'costs', 'convenience']);
}

/** It stayed within what was allowed: no worse by more than a margin, and no better. */
export function isNoninferior(sentence: string): boolean {
  const plain = foldText(sentence);
  return hasAny(plain, appraisal().directions.within) && !NOT_SHOWN.test(plain);
}

const NOT_SHOWN = /\b(?:not|failed to|did not)\b[^.;]{0,40}\bnon-?inferior/;

/** What the text speaks for: a verdict in words, unless what else it says speaks for the opposite. */
export function judge(
  item: SourceItem,
  main: Tendency | undefined,
  verdict: WordedVerdict | undefined,
): { readonly direction: Direction; readonly torn?: true } {
  if (verdict === undefined) return { direction: directionOf(item, main) };
  const without = (text: string) => text.replaceAll(verdict.told, ' ');
  const rest = directionOf({ ...item, title: without(item.title), text: without(item.text) }, main);
  const side = verdict.is === undefined ? 'unclear' : verdict.is === 'better' ? 'favours' : 'against';
  if (rest === 'unclear' || rest === side) return { direction: side };
  return { direction: 'unclear', torn: true };
}
