/**
 * What becomes of a quantity: it rises, falls or stays, and how many times. And how two quantities go together: "the more people, the less
 * likely each is to help". Both are read by the words of change of states.yml; anything that says more is left to others.
 */
import { z } from 'zod';
import { stem } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { contentStems } from '../facts/terms.ts';
import type { Verdict } from '../types.ts';
import { inFigures } from './numerals.ts';
import { type Unit, unitsIn } from './state-words.ts';
import { answerWords } from './words.ts';

const file = z.strictObject({
  steady: z.array(z.string()),
  times: z.record(z.string(), z.array(z.string())),
  measures: z.string(),
});

interface TrendWords {
  readonly steady: RegExp;
  readonly times: readonly { readonly factor: number; readonly like: RegExp }[];
  readonly measures: ReadonlySet<string>;
}

let words: TrendWords | undefined;

function trendWords(): TrendWords {
  if (words !== undefined) return words;
  const data = file.parse(readRows(new URL('./trends.yml', import.meta.url)));
  const anyOf = (phrases: readonly string[]) =>
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join('|')})(?![\\p{L}])`, 'iu');
  words = {
    steady: anyOf(data.steady),
    times: Object.entries(data.times).map(([factor, phrases]) => ({ factor: Number(factor), like: anyOf(phrases) })),
    measures: new Set(data.measures.split(/\s+/).map(stem)),
  };
  return words;
}

interface Trend {
  readonly sign: -1 | 0 | 1;
  readonly times: number | undefined;
  /** Of what else it tells. */
  readonly rest: readonly string[];
}

const REASON =
  /[,;:]?\s*\b(?:because|since|as|so that|due to|owing to|which|that is|i\.e\.|for example|eg)\b.*$|\s*\(.*$/i;
const MANY =
  /(?<![\p{L}\p{N}.])(?:by (?:a )?factor (?:of )?(\d+(?:\.\d+)?)|[x×]\s?(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)(?:\s?[x×]|[\s-]?fold| times)(?!\p{L}))/iu;

function readTrend(text: string): Trend | undefined {
  const { steady, times, measures } = trendWords();
  const plain = text.replace(REASON, '');
  if (steady.test(plain)) return { sign: 0, times: 1, rest: restOf(plain.replace(steady, ' ')) };
  const named = times.find(({ like }) => like.test(plain));
  const counted = named === undefined ? MANY.exec(inFigures(plain)) : null;
  const bare = named === undefined ? inFigures(plain).replace(MANY, ' ') : plain.replace(named.like, ' ');
  const units = unitsIn(bare);
  const sign = signOf(units);
  if (sign === undefined) return undefined;
  const factor = named?.factor ?? (counted === null ? undefined : Number(counted[1] ?? counted[2] ?? counted[3]));
  if (factor === undefined && sign === 0) return undefined;
  const towards = sign === 0 || named !== undefined ? 1 : sign;
  const rest = thingsIn(units).filter((word) => !measures.has(word));
  if (factor === undefined) return { sign, times: undefined, rest };
  const much = towards < 0 ? 1 / factor : factor;
  return { sign: much > 1 ? 1 : -1, times: much, rest };
}

function restOf(text: string): string[] {
  const { measures } = trendWords();
  return thingsIn(unitsIn(text)).filter((word) => !measures.has(word));
}

function thingsIn(units: readonly Unit[]): string[] {
  return units.flatMap((unit) => (unit.kind === 'thing' ? [...contentStems(unit.text ?? unit.word)] : []));
}

const FEWER = new Set(['less', 'fewer', 'least'].map(stem));
const MORE = new Set(['more', 'most', 'much', 'very', 'many'].map(stem));

/** The one way that all of it goes; 0 where nothing tells, undefined where one thing goes up and another down. */
function signOf(units: readonly Unit[]): -1 | 0 | 1 | undefined {
  const signs: (1 | -1)[] = [];
  let turn: 1 | -1 = 1;
  for (const [at, unit] of units.entries()) {
    if (unit.kind === 'denial') turn = -turn as 1 | -1;
    if (unit.kind !== 'change') continue;
    const next = units[at + 1];
    // "Less wide", "much lower": the word behind tells what, this one how.
    if (next?.kind === 'change' && (FEWER.has(unit.word) || MORE.has(unit.word))) {
      if (FEWER.has(unit.word)) turn = -turn as 1 | -1;
      continue;
    }
    signs.push((unit.sign * turn) as 1 | -1);
    turn = 1;
  }
  if (signs.length === 0) return 0;
  return signs.every((sign) => sign === signs[0]) ? signs[0] : undefined;
}

const NAMED = /^(hyper|hypo)(\p{L}+?)a?emia$/iu;

/** "Hyperphosphataemia", asked what becomes of phosphate: the name of its rise. */
function readNamed(said: string, question: string): Trend | undefined {
  const [, much = '', root = ''] = NAMED.exec(said.trim()) ?? [];
  const known = answerWords().roots.find((each) => root !== '' && root.toLowerCase().startsWith(each.root));
  const asked = ` ${question.toLowerCase()} `;
  if (known === undefined || !known.words.some((word) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u').test(asked)))
    return undefined;
  return { sign: much.toLowerCase() === 'hyper' ? 1 : -1, times: undefined, rest: [] };
}

/** "Decreases": which way it goes, and nothing else. */
export function isTrend(text: string): boolean {
  const trend = readTrend(text);
  return trend !== undefined && trend.rest.length === 0 && (trend.sign !== 0 || trend.times !== undefined);
}

const EQUAL = 0.02;

/** Undefined where the key tells of more than that something rises, falls or stays, or where the answer does. */
export function gradeTrend(key: string, said: string, question: string): Verdict | undefined {
  if (!/^(?:it|they|this|these|the|an?|rises?|falls?)\b/i.test(key) && key.split(/\s+/).length > 2) return undefined;
  const [own, given] = [readTrend(key), readNamed(said, question) ?? readTrend(said)];
  if (own === undefined || given === undefined) return undefined;
  if (own.sign === 0 && own.times === undefined) return undefined;
  const known = contentStems(question);
  const isKnown = (word: string) => known.has(word);
  if (!own.rest.every(isKnown)) return undefined;
  if (!given.rest.every((word) => isKnown(word) || own.rest.includes(word))) return undefined;
  if (own.sign !== given.sign) return given.sign === 0 && given.times === undefined ? undefined : 'wrong';
  if (own.times === undefined || own.times === given.times) return 'right';
  if (given.times === undefined) return 'partly';
  return Math.abs(given.times / own.times - 1) < EQUAL ? 'right' : 'wrong';
}

/** "The more …, the less …", "… falls as … rises", "when … rises, … falls": which way the one goes with the other. */
const TOGETHER = [
  /^the (?<one>[^,]+?),? the (?<other>[^,]+)$/i,
  /^(?:when|as|if|with|while) (?<one>[^,]+), (?<other>[^,]+)$/i,
  /^(?<one>[^,]+?),? (?:when|as|if|with) (?<other>[^,]+)$/i,
];

interface Together {
  readonly sign: number;
  readonly parts: readonly [ReadonlySet<string>, ReadonlySet<string>];
}

function readTogether(text: string): Together | undefined {
  for (const form of TOGETHER) {
    const { one, other } = form.exec(text.trim().replace(/\.$/, ''))?.groups ?? {};
    if (one === undefined || other === undefined) continue;
    const [first, second] = [unitsIn(one), unitsIn(other)];
    const [a, b] = [signOf(first), signOf(second)];
    if (a === undefined || b === undefined || a === 0 || b === 0) continue;
    return { sign: a * b, parts: [new Set(thingsIn(first)), new Set(thingsIn(second))] };
  }
  return undefined;
}

export function gradeTogether(key: string, said: string): Verdict | undefined {
  const [own, given] = [readTogether(key), readTogether(said)];
  if (own === undefined || given === undefined) return undefined;
  const told = new Set([...given.parts[0], ...given.parts[1]]);
  const shared = own.parts.map((part) => [...part].filter((word) => told.has(word)).length / Math.max(1, part.size));
  if (shared.some((much) => much === 0)) return undefined;
  if (own.sign !== given.sign) return 'wrong';
  return shared.every((much) => much === 1) ? 'right' : undefined;
}
