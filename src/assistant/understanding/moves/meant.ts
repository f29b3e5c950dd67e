/** Which of the things that are there a message may mean: by its words, or by what was spoken of last. */
import { dayOf } from '../../wall.ts';
import type { Given } from '../everyday/model.ts';
import { isOthers, ownersIn } from '../known.ts';
import type { Token } from '../tokens.ts';
import { type Framed, isSmall } from './frames.ts';
import { leftOf, type Said } from './said.ts';
import type { Signs } from './score.ts';
import { hitsOf, type Thing, type ThingKind } from './world.ts';

export interface Meant {
  readonly thing: Thing;
  readonly hits: readonly Token[];
  readonly left: readonly Token[];
  readonly signs: Signs;
}

/** The likeliest first. What was spoken of last is one where the message points, or names nothing that is there. */
export function meantIn(
  said: Said,
  world: readonly Thing[],
  kinds: readonly ThingKind[],
  frame: Framed | undefined,
  { about, place }: Given,
): Meant[] {
  const covered = frame?.tokens ?? [];
  const owners = ownersIn(said.text);
  const named = world
    .filter(({ kind, name }) => kinds.includes(kind) && !isOthers(owners, name))
    .map((thing) => ({ thing, ...hitsOf(thing, said.words) }))
    .map((one) => ({ ...one, hits: one.hits.filter(({ word }) => !isLight(word)) }));
  const most = Math.max(0, ...named.map(({ hits }) => hits.length));
  const best = most === 0 ? [] : named.filter(({ hits }) => hits.length === most);
  const isTopic = ({ name }: Thing) => about !== undefined && !about.ended && about.name === name;
  const spoken =
    most > 0 || !said.points || /\bother\b/i.test(said.text) ? [] : named.filter(({ thing }) => isTopic(thing));
  return [...best, ...spoken]
    .map(({ thing, hits, share }) => {
      const left = leftOf(said, hits, covered);
      const all = Math.max(1, said.words.length);
      const signs: Signs = {
        ...(frame && { framed: frame.sure }),
        named: share,
        hit: Math.min(2, hits.length) / 2 + (hits.length > 0 ? 0.5 : 0),
        spoken: isTopic(thing) ? 1 : 0,
        accounted: 1 - left.length / all,
        left: left.length,
        onDay: isOnDay(thing, said, place.zone) ? 1 : 0,
      };
      return { thing, hits, left, signs };
    })
    .toSorted((one, other) => sureOf(other) - sureOf(one))
    .slice(0, MOST);
}

interface Named {
  readonly thing: Thing;
  readonly hits: readonly Token[];
  readonly share: number;
}

/** All that are named, each by the words that name it best. */
export function namedIn({ words }: Said, world: readonly Thing[]): Named[] {
  const all = world
    .map((thing) => ({ thing, ...hitsOf(thing, words) }))
    .map((one) => ({ ...one, hits: one.hits.filter(({ word }) => !isLight(word)) }))
    .filter(({ hits }) => hits.length > 0)
    .toSorted((one, other) => other.hits.length - one.hits.length || other.share - one.share);
  const isIn = (hits: readonly Token[], { start }: Token) => hits.some((hit) => hit.start === start);
  // Of two that the same word names the one of which more was said.
  return all.filter(
    ({ hits, share }, at) =>
      !all.slice(0, at).some((better) => better.share > share && hits.every((hit) => isIn(better.hits, hit))),
  );
}

const sureOf = ({ signs: { named = 0, spoken = 0, onDay = 0 } }: Meant) => named + spoken + onDay;

/** "When do I fly on Saturday": of two flights the one that is then. */
function isOnDay({ at }: Thing, { message: { whens } }: Said, zone: string): boolean {
  const days = whens
    .filter(({ dated, recurs, span }) => dated && !recurs && span === 'day')
    .map(({ wall }) => wall.slice(0, 10));
  return at !== undefined && days.includes(dayOf(at, zone));
}

const MOST = 4;
/** "One", "new" and the like name nothing, though a title may have them. */
const isLight = (word: string) => LIGHT.has(word) || (isSmall(word) && !DEEDS.has(word));
const LIGHT = new Set([
  'one',
  'ones',
  'other',
  'half',
  'second',
  'first',
  'thing',
  'on',
  'off',
  'up',
  'down',
  'no',
  'not',
  'last',
  'next',
]);
/** Small in a telling, and the name of a thing all the same. */
const DEEDS = new Set([
  'rang',
  'rung',
  'ring',
  'called',
  'phoned',
  'emailed',
  'texted',
  'wrote',
  'written',
  'write',
  'works',
]);
