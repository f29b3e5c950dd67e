/**
 * A share is taken of somebody and counts something among them: "of the ill, how many test positive" is sensitivity, "of those who test
 * positive, how many are ill" is not, with the same words. Both sides are read as populations: who is ill or well, tests positive or
 * negative, what is true and what is found.
 */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { contentStems } from '../facts/terms.ts';
import type { Verdict } from '../types.ts';

const file = z.strictObject({
  sides: z.array(z.strictObject({ axis: z.string(), plus: z.array(z.string()), minus: z.array(z.string()) })),
  given: z.array(z.string()),
  measures: z.array(z.string()),
});

interface Words {
  readonly sides: readonly { readonly population: Population; readonly like: RegExp }[];
  readonly given: RegExp;
  readonly measures: RegExp;
}

interface Population {
  readonly axis: string;
  readonly isPlus: boolean;
}

interface Found extends Population {
  readonly at: number;
  readonly length: number;
}

/** Of whom, and what is counted; who only says what is counted has left out of whom. */
interface Share {
  readonly of: Population | undefined;
  readonly counted: Population;
}

let words: Words | undefined;

function populationWords(): Words {
  if (words !== undefined) return words;
  const data = file.parse(readRows(new URL('./populations.yml', import.meta.url)));
  const anyOf = (phrases: readonly string[]) => `(?:${phrases.join('|')})`;
  words = {
    sides: data.sides.flatMap(({ axis, plus, minus }) =>
      ([true, false] as const).flatMap((isPlus) =>
        (isPlus ? plus : minus).map((phrase) => ({
          population: { axis, isPlus },
          like: new RegExp(`(?<![\\p{L}\\p{N}-])${phrase}(?![\\p{L}\\p{N}-])`, 'giu'),
        })),
      ),
    ),
    given: new RegExp(`${anyOf(data.given)}\\s+$`, 'iu'),
    measures: new RegExp(`(?<!\\p{L})${anyOf(data.measures)}(?!\\p{L})`, 'iu'),
  };
  return words;
}

/** Every population that is named; of what overlaps the longest. */
function populationsIn(text: string): Found[] {
  const all = populationWords().sides.flatMap(({ population, like }) =>
    Array.from(text.matchAll(like), (match) => ({ ...population, at: match.index, length: match[0].length })),
  );
  const kept: Found[] = [];
  for (const each of all.toSorted((a, b) => b.length - a.length || a.at - b.at))
    if (!kept.some(({ at, length }) => each.at < at + length && at < each.at + each.length)) kept.push(each);
  return kept.toSorted((a, b) => a.at - b.at);
}

/** Undefined where it is not plain which is which: more than two, or two of one axis. */
function readShare(text: string): Share | undefined {
  const { given, measures } = populationWords();
  const all = populationsIn(text);
  // "Of the sick … of all the sick": the same ones, said again.
  const found = all.filter((each, at) => !all.slice(0, at).some((other) => areSame(each, other)));
  const [first, second, ...more] = found;
  if (first === undefined || more.length > 0 || first.axis === second?.axis) return undefined;
  const isGiven = ({ at }: Found) => given.test(text.slice(0, at));
  if (second === undefined)
    return measures.test(text) && !isGiven(first) && isAlone(text, first)
      ? { of: undefined, counted: first }
      : undefined;
  // "Finding an effect that is there": what comes out, of what is so, unless the share is taken "of" what came out.
  const isOutcome =
    first.axis === 'verdict' &&
    second.axis === 'truth' &&
    !/\b(?:among|out of|of (?:all|the|those))(?: all| the)? $/i.test(text.slice(0, first.at));
  if (isGiven(second) || (isOutcome && measures.test(text))) return { of: second, counted: first };
  return isGiven(first) || measures.test(text) ? { of: first, counted: second } : undefined;
}

const PLAIN = /\b(?:people|persons?|patients?|subjects?|individuals?|test|all|really|truly|actually)\b/gi;

/** Beside it nothing is named that could be the other one. */
function isAlone(text: string, { at, length }: Found): boolean {
  const rest = `${text.slice(0, at)} ${text.slice(at + length)}`.replace(PLAIN, ' ');
  return [...contentStems(rest.replace(new RegExp(populationWords().measures, 'giu'), ' '))].length === 0;
}

/** Undefined where the key is no share of two populations, or the answer none that is understood. */
export function gradeShare(key: string, said: string): Verdict | undefined {
  const [own, given] = [readShare(key), readShare(said)];
  if (own?.of === undefined || given === undefined) return undefined;
  if (given.of === undefined) {
    // The thing that the share is taken of is no share of it: "the probability that the null hypothesis is true".
    if (given.counted.axis === own.of.axis) return 'wrong';
    return areSame(own.counted, given.counted) ? 'partly' : undefined;
  }
  if (given.of.axis === own.counted.axis && given.counted.axis === own.of.axis) return 'wrong';
  if (given.of.axis !== own.of.axis || given.counted.axis !== own.counted.axis) return undefined;
  if (areSame(own.of, given.of) && areSame(own.counted, given.counted))
    return isCounting(key, said) ? 'right' : undefined;
  return 'wrong';
}

function areSame(a: Population, b: Population): boolean {
  return a.axis === b.axis && a.isPlus === b.isPlus;
}

const FIGURE = /\d/;

/** Where the key has a figure the answer's own has to be weighed, which is done elsewhere. */
function isCounting(key: string, said: string): boolean {
  return !FIGURE.test(key) && !FIGURE.test(said.replace(/H0/g, '')) && populationWords().measures.test(said);
}
