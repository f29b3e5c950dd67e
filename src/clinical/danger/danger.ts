import type { Hit } from '../rules/phrases.ts';
import { readData, splitList } from '../tables/tables.ts';
import { readWeights } from '../tables/weights.ts';
import type { Plain } from '../words/plain.ts';
import type { Cues, Presence } from './presence.ts';
import type { FoundSign } from './signs.ts';

/**
 * How much a message sounds like an emergency: the second opinion on a sign that was found, and the second net for what
 * nobody wrote a sign for. A linear score over signs, ideas (lists of phrases in `data/danger.yml`, for danger and for
 * an everyday complaint), pairs of ideas, words and pairs of words, with weights learned from labelled messages by
 * `eval/train-danger.ts`.
 */
export interface Danger {
  score: number;
  /** The kind of danger that most of the score speaks for, and where it is said. */
  rule: string;
  from: number;
  to: number;
}

/** What is known of a message: its words, the ideas found in it, whether they are here and now, and the signs. */
export interface Reading {
  plain: Plain;
  found: ReadonlyMap<string, Hit[]>;
  presence: Presence;
  cues: Cues;
  /** The first sign of each rule. */
  signs: readonly FoundSign[];
}

/** Danger, where the score is beyond doubt: more so where no known idea of danger is here and now. */
export function findDanger(reading: Reading, score: number): Danger | undefined {
  const { threshold } = model();
  if (score < threshold || reading.plain.words.length === 0) return undefined;
  const place = placeOf(reading, reading.presence.isPresent);
  if (place) return { score, ...place };
  if (score < threshold + UNNAMED) return undefined;
  const anywhere = placeOf(reading, () => true) ?? { rule: 'danger', from: 0, to: reading.plain.words.length - 1 };
  return { score, ...anywhere };
}

/** How much surer the score must be where no idea names the danger. */
const UNNAMED = 0.7;

export function dangerScore(reading: Reading): number {
  return weigh(dangerFeatures(reading), model());
}

/** The trainer weighs the same way. */
export function weigh(features: ReadonlySet<string>, { weights, bias }: Weights): number {
  let sum = 0;
  for (const feature of features) sum += weights.get(feature) ?? 0;
  return bias + sum * shareOf(features.size);
}

export interface Weights {
  weights: ReadonlyMap<string, number>;
  bias: number;
}

/** What each feature of a message counts: a long letter is no more urgent for its length. */
export function shareOf(size: number): number {
  return 1 / Math.sqrt(Math.max(1, size / USUAL));
}

const USUAL = 45;

/** Every feature once; the trainer and the score read the same. */
export function dangerFeatures({ plain, found, presence, cues, signs }: Reading): Set<string> {
  const features = new Set<string>();
  const ideas: string[] = [];
  for (const [idea, hits] of found) {
    if (!ideaNames().has(idea)) continue;
    if (hits.some(presence.isPresent)) ideas.push(idea);
    else features.add(`-${idea}`);
  }
  ideas.sort();
  ideas.forEach((idea, at) => {
    features.add(`@${idea}`);
    for (const other of ideas.slice(at + 1)) features.add(`@${idea}+${other}`);
  });
  addCounts(features, ideas);
  for (const { sign } of signs) features.add('!sign').add(`!sign_${sign.rule}`);
  if (signs.some(({ sign }) => sign.firm)) features.add('!firm');
  addWords(features, plain.tokens);
  addCues(features, plain.text, cues);
  return features;
}

/** How many ideas speak for danger and how many against it: known of a complaint that no row told of, too. */
function addCounts(features: Set<string>, ideas: readonly string[]): void {
  const grave = ideas.filter((idea) => model().rules.has(idea)).length;
  const calm = ideas.filter((idea) => CALM.test(idea)).length;
  if (ideas.length === calm) features.add('!none');
  for (let least = 1; least <= Math.min(grave, 5); least++) features.add(`!grave${least}`);
  for (let least = 1; least <= Math.min(calm, 5); least++) features.add(`!calm${least}`);
}

const CALM = /^(?:calm|plain)_/;

const STOP = new Set(
  'i me my mine we our you your he him his she her it its they them their this that these those a an the and or of at by for with to from in on is am are was were be been being have has had do does did so as than then there here'.split(
    ' ',
  ),
);
const SIGNS = new Set([',', ';', ':', '?', '!', '|']);
const DENIES = new Set(['no', 'not', 'without', 'denies']);

function addWords(features: Set<string>, tokens: readonly string[]): void {
  const words = tokens.filter((token) => !SIGNS.has(token));
  let before = '';
  words.forEach((word, at) => {
    const stem = stemOf(word);
    const denied = [1, 2, 3].some((back) => DENIES.has(words[at - back] ?? ''));
    if (!STOP.has(word)) features.add(denied ? `no_${stem}` : stem);
    if (before !== '') features.add(`${before} ${stem}`);
    before = stem;
  });
}

function stemOf(word: string): string {
  if (/^\d/.test(word)) return '#';
  if (word.length > 5) return word.replace(/(?:ing|ed|es|s|ly)$/, '');
  return word.length > 3 ? word.replace(/s$/, '') : word;
}

function addCues(features: Set<string>, text: string, cues: Cues): void {
  const calm = cues.withoutCalm(text);
  const compared = cues.withoutDated(text);
  const readBy = { present: calm, current: calm, past: compared } as Readonly<Record<string, string>>;
  for (const cue of CUES) if (cues[cue](readBy[cue] ?? text)) features.add(`!${cue}`);
  if (cues.asks(text)) features.add('!asks');
  if (text.split(' | ').some((sentence) => cues.asks(sentence))) features.add('!asks_somewhere');
  if (text.includes(' ? ')) features.add('!question');
}

const CUES = [
  'distant',
  'imagined',
  'past',
  'present',
  'urgent',
  'story',
  'occasional',
  'mild',
  'chronic',
  'worse',
  'current',
  'idiom',
  'sufferer',
] as const;

/** The rule whose ideas weigh most, from the first of them to the last. */
function placeOf({ found }: Reading, counts: (hit: Hit) => boolean): Omit<Danger, 'score'> | undefined {
  const { weights, rules } = model();
  const sums = new Map<string, { weight: number; from: number; to: number }>();
  for (const [idea, hits] of found) {
    const rule = rules.get(idea);
    const hit = rule === undefined ? undefined : hits.find(counts);
    if (rule === undefined || hit === undefined) continue;
    const before = sums.get(rule) ?? { weight: 0, from: hit.from, to: hit.to };
    sums.set(rule, {
      weight: before.weight + Math.max(0.1, weights.get(`@${idea}`) ?? 0),
      from: Math.min(before.from, hit.from),
      to: Math.max(before.to, hit.to),
    });
  }
  let best: (Omit<Danger, 'score'> & { weight: number }) | undefined;
  for (const [rule, sum] of sums) if (!best || sum.weight > best.weight) best = { rule, ...sum };
  return best && { rule: best.rule, from: best.from, to: best.to };
}

interface Model extends Weights {
  rules: Map<string, string>;
  threshold: number;
}

let learned: Model | undefined;

function model(): Model {
  if (learned) return learned;
  const weights = new Map<string, number>();
  const head = readWeights('danger-weights', (line) => {
    const at = line.lastIndexOf(' ');
    weights.set(line.slice(0, at), Number(line.slice(at + 1)));
  });
  const rules = new Map<string, string>();
  for (const line of (readData('danger').rules ?? '').split('\n')) {
    const at = line.indexOf(':');
    if (at > 0) for (const idea of splitList(line.slice(at + 1))) rules.set(idea, line.slice(0, at));
  }
  learned = { weights, rules, bias: Number(head.get('bias')), threshold: Number(head.get('threshold')) };
  return learned;
}

let names: Set<string> | undefined;

function ideaNames(): Set<string> {
  names ??= new Set((readData('danger').ideas ?? '').split('\n').map((line) => line.slice(0, line.indexOf(':'))));
  return names;
}
