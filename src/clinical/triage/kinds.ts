import { readWeights } from '../tables/weights.ts';
import { kindFeatures } from './kind-features.ts';

/** What a message is about: the writer's own health, health in general, or something else. */
export const KINDS = ['patient', 'general', 'non_health'] as const;
export type Kind = (typeof KINDS)[number];

/** How a message leans: above zero it is about health, and about the writer's own. */
export interface Leaning {
  health: number;
  own: number;
}

/**
 * A linear score for each kind over the features of `kind-features.ts`, with weights learned from labelled messages by
 * `eval/train-triage.ts`; the leanings are differences of those scores.
 */
export function leaningOf(text: string): Leaning {
  return leaning(scoreKinds(kindFeatures(text), model()));
}

/** From the three scores; the trainer reads them the same way. */
export function leaning([patient = 0, general = 0, other = 0]: readonly number[]): Leaning {
  const most = Math.max(patient, general);
  const health = most + Math.log(Math.exp(patient - most) + Math.exp(general - most));
  return { health: health - other, own: patient - general };
}

export function scoreKinds(features: Iterable<string>, { places, weights, bias }: Model): number[] {
  const scores = [...bias];
  for (const feature of features) {
    const at = places.get(feature);
    if (at !== undefined) for (let kind = 0; kind < 3; kind++) scores[kind]! += weights[at + kind]!;
  }
  return scores;
}

/** A feature → the place of its three weights. */
export interface Model {
  places: Map<string, number>;
  weights: Float32Array;
  bias: number[];
}

let learned: Model | undefined;

/** A line is `feature|patient|general|non_health`, the weights in hundredths. */
function model(): Model {
  if (learned) return learned;
  const places = new Map<string, number>();
  const weights: number[] = [];
  const head = readWeights('kind-weights', (line) => {
    const [feature = '', patient, general, other] = line.split('|');
    places.set(feature, weights.length);
    weights.push(Number(patient) / 100, Number(general) / 100, Number(other) / 100);
  });
  const bias = (head.get('bias') ?? '').split(' ').map(Number);
  learned = { places, weights: Float32Array.from(weights), bias };
  return learned;
}
