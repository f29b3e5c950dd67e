import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { tokenize } from '../tokens.ts';
import { features } from '../topics.ts';

/**
 * Learns `data/topic-weights.yml` from labelled questions: `node src/clinical/eval/train-topics.ts FILE.ndjson…`, each
 * line `{text, label: "health" | "non_health"}`, and from the lines of `topics.yml`. Logistic regression by stochastic gradient, deterministic.
 */
const given = process.argv.slice(2).flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as { text: string; label: string }),
);
const written = (parse(readFileSync(new URL('./topics.yml', import.meta.url), 'utf8')) as { rows: string }).rows
  .split('\n')
  .filter((line) => line.includes(' => '))
  .map((line) => {
    const [label = '', text = ''] = line.split(' => ');
    return { label, text };
  });
/** Few and chosen lines weigh as much as many that were found. */
const TIMES = 4;
const rows = [...given, ...Array.from({ length: TIMES }, () => written).flat()];
const examples = rows.map(({ text, label }) => ({
  features: [...features(tokenize(text.slice(0, 2000)))],
  health: label === 'health' ? 1 : 0,
}));
const seen = new Map<string, number>();
for (const example of examples) for (const feature of example.features) seen.set(feature, (seen.get(feature) ?? 0) + 1);
const weights = new Map<string, number>(
  [...seen].filter(([feature, times]) => times >= 4 || feature.startsWith('#')).map(([feature]) => [feature, 0]),
);
let bias = 0;
const share = examples.filter(({ health }) => health === 1).length / examples.length;

for (let epoch = 0; epoch < 12; epoch++) {
  const rate = 0.25 / (1 + epoch * 0.4);
  for (let step = 0; step < examples.length; step++) {
    const { features: active, health } = examples[(step * 7919 + epoch * 104_729) % examples.length]!;
    let score = bias;
    for (const feature of active) score += weights.get(feature) ?? 0;
    const balance = health === 1 ? 0.5 / share : 0.5 / (1 - share);
    const error = (health - 1 / (1 + Math.exp(-score))) * balance;
    bias += rate * error;
    for (const feature of active) {
      const weight = weights.get(feature);
      if (weight !== undefined) weights.set(feature, weight + rate * (error - 0.0008 * weight));
    }
  }
}

const lines = [...weights].filter(([, weight]) => Math.abs(weight) >= 0.08).sort(([a], [b]) => (a < b ? -1 : 1));
const body = lines.map(([feature, weight]) => `  ${feature} ${weight.toFixed(2)}`).join('\n');
writeFileSync(
  new URL('../data/topic-weights.yml', import.meta.url),
  `# Learned by eval/train-topics.ts: how much a word speaks for a question of health (above zero) or against it.\nsource: learned from MEDIQA 2019 RQE questions (Ben Abacha et al.) and CLINC oos-eval (Larson et al., CC BY 3.0), and lines of our own\nbias: ${bias.toFixed(3)}\nrows: |\n${body}\n`,
);
process.stdout.write(`${examples.length} examples, ${lines.length} weights, bias ${bias.toFixed(3)}\n`);
