import { dangerFeatures, type Reading, shareOf, type Weights, weigh } from '../danger/danger.ts';
import { readMessage } from '../danger/redflags.ts';
import type { Example } from './examples.ts';

export function isDanger({ label, from }: Example): boolean {
  return from === 'danger-training' ? !label.startsWith('not_') : label === 'emergency';
}

/** Logistic regression by stochastic gradient, deterministic. */
export function learnDanger(examples: readonly Example[]): Weights {
  const places = chooseFeatures(examples);
  const weights = new Float64Array(places.size);
  const rows = examples.map((example) => {
    const features = dangerFeaturesOf(example.text);
    return {
      danger: isDanger(example) ? 1 : 0,
      counts: isDanger(example) ? 1.2 : example.from === 'questions' ? 0.4 : 1,
      share: shareOf(features.length),
      active: Int32Array.from(features.flatMap((feature) => places.get(feature) ?? [])),
    };
  });
  let bias = 0;
  for (let epoch = 0; epoch < 30; epoch++) {
    const rate = 0.3 / (1 + epoch * 0.3);
    for (let step = 0; step < rows.length; step++) {
      const { danger, counts, share, active } = rows[(step * 7919 + epoch * 104_729) % rows.length]!;
      let sum = bias;
      for (const at of active) sum += weights[at]! * share;
      const error = danger - 1 / (1 + Math.exp(-sum));
      const push = (error * counts) / Math.sqrt(1 + active.length / 10);
      bias += rate * push;
      for (const at of active) weights[at]! += rate * (push * share - 0.003 * weights[at]!);
    }
  }
  return { weights: new Map([...places].map(([feature, at]) => [feature, weights[at]!])), bias };
}

/** Features that were seen often enough; pairs oftener. */
function chooseFeatures(examples: readonly Example[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const { text } of examples)
    for (const feature of dangerFeaturesOf(text)) seen.set(feature, (seen.get(feature) ?? 0) + 1);
  const least = (feature: string) => (/^@\w+\+/.test(feature) ? 4 : feature.includes(' ') ? 5 : 2);
  const places = new Map<string, number>();
  for (const [feature, times] of seen) if (times >= least(feature)) places.set(feature, places.size);
  return places;
}

const known = new Map<string, string[]>();

function dangerFeaturesOf(text: string): string[] {
  const found = known.get(text) ?? [...dangerFeatures(readMessage(text))];
  known.set(text, found);
  return found;
}

/** How a message would score with these weights; for `findAlarms`. */
export function scorer(weights: Weights): (reading: Reading) => number {
  return (reading) => weigh(dangerFeatures(reading), weights);
}

/** Below it nothing is told: a false alarm costs trust, and the signs are there beside it. */
export const THRESHOLD = 0;

/** The text of `data/danger-weights.yml`. */
export function writeDanger({ weights, bias }: Weights): string {
  const lines = [...weights].filter(([, weight]) => Math.abs(weight) >= 0.08).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '# Learned by eval/train-danger.ts: how much an idea (@), an idea that is denied or past (-), a cue (!) or a word speaks for danger.',
    'source: learned from eval/train/danger-training.yml, eval/train/everyday-training.yml, the triage sets, MEDIQA 2019 RQE questions (Ben Abacha et al.) and CLINC oos-eval (Larson et al., CC BY 3.0)',
    `bias: ${Number(bias.toFixed(3))}`,
    `threshold: ${THRESHOLD}`,
    'rows: |',
    ...lines.map(([feature, weight]) => `  ${feature} ${weight.toFixed(2)}`),
    '',
  ].join('\n');
}
