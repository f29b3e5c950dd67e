import { kindFeatures } from '../triage/kind-features.ts';
import { KINDS, type Model } from '../triage/kinds.ts';
import type { Example } from './examples.ts';

/** A message with the kinds it may be of, and how much it counts. */
interface Labelled {
  text: string;
  kinds: readonly boolean[];
  counts: number;
}

const PATIENT = [true, false, false];
const GENERAL = [false, true, false];
const OTHER = [false, false, true];
const HEALTH = [true, true, false];

/** Blocks of the danger training whose kind is plain; the other blocks mix kinds. */
const BLOCKS: [RegExp, readonly boolean[]][] = [
  [/^not_(?:educational|study|oblique_ask|learned)/, GENERAL],
  [/^not_(?:everyday|business|sport|pets|oblique_figure|oblique_pets|pets_more)/, OTHER],
  [/^not_(?:idiom|fiction|mixed|imagined|doses|trivial|oblique_story|goodbye|quoted)/, [true, true, true]],
  [/^not_ordinary/, HEALTH],
  [/^not_/, PATIENT],
];

/** What an example says of the kind; nothing where it says nothing. */
export function labelOf({ text, label, from }: Example): Labelled | undefined {
  if (from === 'questions') return { text, kinds: label === 'health' ? HEALTH : OTHER, counts: 0.35 };
  if (from === 'danger-training') {
    const kinds = BLOCKS.find(([block]) => block.test(label))?.[1] ?? PATIENT;
    return kinds.every(Boolean) ? undefined : { text, kinds, counts: label.startsWith('not_') ? 0.6 : 0.2 };
  }
  if (label.startsWith('non_health')) return { text, kinds: OTHER, counts: 1 };
  if (label.startsWith('general')) return { text, kinds: GENERAL, counts: 1 };
  if (label.startsWith('patient')) return { text, kinds: PATIENT, counts: 1 };
  if (label.startsWith('health')) return { text, kinds: HEALTH, counts: 1 };
  return label === 'url' ? undefined : { text, kinds: PATIENT, counts: label === 'emergency' ? 0.2 : 0.6 };
}

const EPOCHS = 24;
const RATE = 0.25;
const SHRINK = 0.0006;

/** Softmax regression by stochastic gradient, deterministic; where several kinds are right, their sum is made likely. */
export function learnKinds(examples: readonly Example[]): Model {
  const labelled = examples.flatMap((example) => labelOf(example) ?? []);
  const places = chooseFeatures(labelled);
  const weights = new Float32Array(places.size * 3);
  const bias = [0, 0, 0];
  const rows = labelled.map(({ text, kinds, counts }) => ({
    kinds,
    counts,
    active: Int32Array.from(featuresOf(text).flatMap((feature) => places.get(feature) ?? [])),
  }));
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = RATE / (1 + epoch * 0.3);
    for (let step = 0; step < rows.length; step++)
      learnOne(rows[(step * 7919 + epoch * 104_729) % rows.length]!, weights, bias, rate);
  }
  return { places, weights, bias };
}

function learnOne(
  { kinds, counts, active }: { kinds: readonly boolean[]; counts: number; active: Int32Array },
  weights: Float32Array,
  bias: number[],
  rate: number,
): void {
  const scores = [...bias];
  for (const at of active) for (let kind = 0; kind < 3; kind++) scores[kind]! += weights[at + kind]!;
  const most = Math.max(...scores);
  const likely = scores.map((score) => Math.exp(score - most));
  const all = likely.reduce((sum, one) => sum + one);
  const right = likely.reduce((sum, one, kind) => sum + (kinds[kind] ? one : 0), 0);
  const size = (rate * counts) / Math.sqrt(1 + active.length / 10);
  for (let kind = 0; kind < 3; kind++) {
    const wanted = kinds[kind] ? likely[kind]! / right : 0;
    const push = (wanted - likely[kind]! / all) * size;
    bias[kind]! += push;
    for (const at of active) weights[at + kind]! += push - rate * SHRINK * weights[at + kind]!;
  }
}

/** Features that were seen often enough to say something. */
function chooseFeatures(labelled: readonly Labelled[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const { text, counts } of labelled)
    for (const feature of featuresOf(text)) seen.set(feature, (seen.get(feature) ?? 0) + (counts < 0.5 ? 0.4 : 1));
  const places = new Map<string, number>();
  for (const [feature, times] of seen)
    if (times >= (feature.includes(' ') || feature.includes('>') ? 3 : 1.6)) places.set(feature, places.size * 3);
  return places;
}

const known = new Map<string, string[]>();

export function featuresOf(text: string): string[] {
  const features = known.get(text) ?? [...kindFeatures(text)];
  known.set(text, features);
  return features;
}

/** The text of `data/kind-weights.yml`. */
export function writeKinds({ places, weights, bias }: Model): string {
  const lines = [...places]
    .map(([feature, at]) => ({ feature, cells: KINDS.map((_, kind) => Math.round(weights[at + kind]! * 100)) }))
    .filter(({ feature, cells }) => !feature.includes('|') && Math.max(...cells) - Math.min(...cells) >= LEAST)
    .sort((a, b) => (a.feature < b.feature ? -1 : 1));
  return [
    `# Learned by eval/train-triage.ts: how much a feature (kind-features.ts) speaks for each kind: ${KINDS.join('|')}, in hundredths.`,
    'source: learned from eval/train/kinds-training.yml, eval/train/danger-training.yml, eval/train/everyday-training.yml, the triage sets, MEDIQA 2019 RQE questions (Ben Abacha et al.) and CLINC oos-eval (Larson et al., CC BY 3.0)',
    `bias: ${bias.map((one) => one.toFixed(3)).join(' ')}`,
    'rows: |',
    ...lines.map(({ feature, cells }) => `  ${feature}|${cells.join('|')}`),
    '',
  ].join('\n');
}

/** Weights that differ by less between the kinds decide nothing. */
const LEAST = 12;
