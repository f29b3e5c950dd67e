/**
 * Which way something goes, or on which side it is: into the cells, away from the affected side, contralateral. What leaves one of two
 * places comes to the other, so that "out of the blood" and "into the cells" are one answer, and "into the blood" its contrary.
 */
import { z } from 'zod';
import { fold } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { contentStems } from '../facts/terms.ts';
import type { Verdict } from '../types.ts';
import { answerWords } from './words.ts';

const file = z.strictObject({
  pairs: z.array(z.strictObject({ here: z.string(), there: z.string() })),
  ...{ towards: z.string(), away: z.string(), between: z.string(), plain: z.string() },
});

interface Words {
  readonly pairs: readonly { readonly here: RegExp; readonly there: RegExp }[];
  readonly towards: RegExp;
  readonly away: RegExp;
  readonly plain: RegExp;
}

let words: Words | undefined;

function wayWords(): Words {
  if (words !== undefined) return words;
  const data = file.parse(readRows(new URL('./ways.yml', import.meta.url)));
  const whole = (phrase: string) => new RegExp(`(?<![\\p{L}-])(?:${phrase})(?![\\p{L}-])`, 'giu');
  const before = (phrase: string) => new RegExp(`(?<!\\p{L})(?:${phrase})(?:\\s+(?:${data.between}))*\\s+$`, 'iu');
  words = {
    pairs: data.pairs.map(({ here, there }) => ({ here: whole(here), there: whole(there) })),
    ...{ towards: before(data.towards), away: before(data.away), plain: whole(data.plain) },
  };
  return words;
}

/** By each pair where it ends: 1 here, -1 there. Undefined where a text has it at both, or none. */
interface Way {
  readonly ends: ReadonlyMap<number, number>;
  /** What is said beside the places. */
  readonly rest: string;
}

function readWay(text: string): Way | undefined {
  const { pairs, towards, away, plain } = wayWords();
  const ends = new Map<number, number>();
  let rest = text;
  for (const [at, { here, there }] of pairs.entries())
    for (const [place, side] of [
      [here, 1],
      [there, -1],
    ] as const)
      for (const match of text.matchAll(place)) {
        const before = text.slice(0, match.index);
        const end = away.test(before) ? -side : side;
        if (answerWords().negation.test(before) || (ends.get(at) ?? end) !== end) return undefined;
        ends.set(at, end);
        const lead = away.exec(before) ?? towards.exec(before);
        rest = rest.replace(`${lead?.[0] ?? ''}${match[0]}`, ' ');
      }
  return ends.size === 0 ? undefined : { ends, rest: rest.replace(plain, ' ') };
}

const WAY_ASKED =
  /\b(?:which|what) (?:way|direction|side)\b|\bwhere (?:do|does|is|are)\b|^to which\b|\b(?:in|on|to|towards|into|from) (?:which|what)\b/i;

/** Undefined where the key says more than a way, or the answer none that is understood. */
export function gradeWay(key: string, said: string, question: string): Verdict | undefined {
  const own = readWay(fold(key));
  if (own === undefined || !WAY_ASKED.test(question) || [...contentStems(own.rest)].length > 0) return undefined;
  const asked = contentStems(question);
  const given = readWay(fold(said)) ?? towardsAsked(fold(said), asked, own);
  if (given === undefined) return undefined;
  if ([...contentStems(given.rest)].some((word) => !asked.has(word)) && /\b(?:but|or|and)\b/i.test(said))
    return undefined;
  for (const [at, end] of own.ends) {
    const other = given.ends.get(at);
    if (other === undefined) return undefined;
    if (other !== end) return 'wrong';
  }
  return 'right';
}

/** The second of the pairs is that of sides: what is asked about lies on the affected one. */
const SIDES = 1;

/** "Towards the pneumothorax": what the question is about lies on the affected side. */
function towardsAsked(said: string, asked: ReadonlySet<string>, own: Way): Way | undefined {
  if (!own.ends.has(SIDES)) return undefined;
  const [, way = '', place = ''] =
    /\b(towards?|to|away from|from)\s+(?:the )?(\p{L}+(?: \p{L}+)?)\W*$/iu.exec(said) ?? [];
  const stems = [...contentStems(place)];
  if (stems.length === 0 || !stems.every((word) => asked.has(word))) return undefined;
  return { ends: new Map([[SIDES, /from/i.test(way) ? -1 : 1]]), rest: '' };
}

const OUT = /\b(?:out of|away from|off) (?:the |an? |its |their )?(\p{L}+)/giu;
const IN = /\b(?:into|onto|in|within|inside|towards?) (?:the |an? |its |their )?(\p{L}+)/giu;
const FROM_TO = /\bfrom (?:the |an? |its |their )?(\p{L}+)[^.;,]*? (?:in)?to (?:the |an? |its |their )?(\p{L}+)/iu;

interface Path {
  readonly left: ReadonlySet<string>;
  readonly reached: ReadonlySet<string>;
}

/** What is left and what is reached, whatever it is. */
function readPath(text: string): Path {
  const stems = (words: readonly (string | undefined)[]) => contentStems(words.filter(Boolean).join(' '));
  const [, from, to] = FROM_TO.exec(text) ?? [];
  return {
    left: stems([...Array.from(text.matchAll(OUT), ([, word]) => word), from]),
    reached: stems([...Array.from(text.matchAll(IN), ([, word]) => word), to]),
  };
}

/** "Out of the bowel" where the key keeps it in the bowel: the one leaves what the other reaches. */
export function goesOtherWay(key: string, said: string): boolean {
  const [own, given] = [readPath(fold(key)), readPath(fold(said))];
  const meets = (a: Path, b: Path) =>
    [...a.reached].some((place) => b.left.has(place) && !a.left.has(place) && !b.reached.has(place));
  return meets(own, given) || meets(given, own);
}
