import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { dangerFeatures } from '../danger.ts';
import { findSigns, readMessage } from '../redflags.ts';

/**
 * Learns `data/danger-weights.yml`: `node src/clinical/eval/train-danger.ts [--check] [QUESTIONS.ndjson…]`. Emergencies
 * and what is none come from danger-training.yml and the triage sets but the last one, which stays unseen; the ndjson
 * files hold more messages that are none. Logistic regression by stochastic gradient, deterministic. `--check` learns
 * without each set in turn and tells how that set comes out.
 */
interface Example {
  text: string;
  from: string;
  danger: 0 | 1;
}

interface Weighed {
  weights: Map<string, number>;
  bias: number;
}

const SETS = ['triage', 'triage-held-out', 'triage-third', 'triage-fourth', 'triage-fifth', 'triage-sixth'];
const UNSEEN = ['triage-seventh'];
const THRESHOLD = 0.3;
const files = process.argv.slice(2).filter((file) => !file.startsWith('--') && existsSync(file));
const known = [...readTraining(), ...SETS.flatMap(readSet)];
const questions = files.flatMap(readQuestions);
const features = new Map<string, string[]>();

if (process.argv.includes('--check')) check();
else write(learn([...known, ...questions]));

function readTraining(): Example[] {
  const blocks = parse(readFileSync(new URL('./danger-training.yml', import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
  return Object.entries(blocks)
    .filter(([kind]) => kind !== 'source')
    .flatMap(([kind, block]) =>
      block
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(
          (text): Example => ({
            text: text.trim(),
            from: `training ${kind.replace(/\d$/, '')}`,
            danger: kind.startsWith('not_') ? 0 : 1,
          }),
        ),
    );
}

function readSet(name: string): Example[] {
  const { rows } = parse(readFileSync(new URL(`./${name}.yml`, import.meta.url), 'utf8')) as { rows: string };
  return rows
    .split('\n')
    .filter((line) => line.includes('=>'))
    .map((line) => {
      const at = line.lastIndexOf('=>');
      return { text: line.slice(0, at).trim(), from: name, danger: line.slice(at + 2).trim() === 'emergency' ? 1 : 0 };
    });
}

/** Of a large file, an even sample. */
function readQuestions(file: string): Example[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const rows = lines.map((line) => JSON.parse(line) as { text: string; label: string });
  const sample = (label: string) => {
    const all = rows.filter((row) => row.label === label);
    return all.filter((_, at) => at % Math.ceil(all.length / 2500) === 0);
  };
  return [...sample('health'), ...sample('non_health')].map(({ text }) => ({
    text: text.slice(0, 600),
    from: 'questions',
    danger: 0,
  }));
}

function featuresOf(text: string): string[] {
  const found = features.get(text) ?? [...dangerFeatures(readMessage(text))];
  features.set(text, found);
  return found;
}

function learn(examples: Example[]): Weighed {
  const seen = new Map<string, number>();
  for (const { text } of examples)
    for (const feature of featuresOf(text)) seen.set(feature, (seen.get(feature) ?? 0) + 1);
  const least = (feature: string) => (/^@\w+\+/.test(feature) ? 4 : feature.includes(' ') ? 5 : 2);
  const weights = new Map(
    [...seen].filter(([feature, times]) => times >= least(feature)).map(([feature]) => [feature, 0]),
  );
  const rows = examples.map(({ text, danger, from }) => ({
    danger,
    counts: danger === 1 ? 1.2 : from === 'questions' ? 0.4 : 1,
    active: featuresOf(text).filter((feature) => weights.has(feature)),
  }));
  let bias = 0;
  for (let epoch = 0; epoch < 30; epoch++) {
    const rate = 0.3 / (1 + epoch * 0.3);
    for (let step = 0; step < rows.length; step++) {
      const { danger, counts, active } = rows[(step * 7919 + epoch * 104_729) % rows.length]!;
      const error = danger - 1 / (1 + Math.exp(-score({ weights, bias }, active)));
      const push = (error * counts) / Math.sqrt(1 + active.length / 10);
      bias += rate * push;
      for (const feature of active) {
        const weight = weights.get(feature)!;
        weights.set(feature, weight + rate * (push - 0.0006 * weight));
      }
    }
  }
  return { weights, bias };
}

function score({ weights, bias }: Weighed, active: string[]): number {
  let sum = bias;
  for (const feature of active) sum += weights.get(feature) ?? 0;
  return sum;
}

/** Each set, and each kind of the training file, scored by what was learned without it. */
function check(): void {
  const all = [...known, ...UNSEEN.flatMap(readSet), ...questions];
  const groups = new Map<string, Set<string>>();
  for (const { from } of all) {
    const group = from.startsWith('training not_') || from === 'questions' ? `fifth of the others` : from;
    groups.set(group, (groups.get(group) ?? new Set()).add(from));
  }
  const only = process.argv.find((flag) => flag.startsWith('--only='))?.slice(7);
  const total = [0, 0, 0, 0, 0];
  for (const [group, parts] of groups) {
    if (only !== undefined && !group.includes(only)) continue;
    const outside = (example: Example, at: number) =>
      group.startsWith('fifth') ? parts.has(example.from) && at % 5 === 0 : parts.has(example.from);
    const learned = learn(all.filter((example, at) => !outside(example, at) && !UNSEEN.includes(example.from)));
    const tested = all.filter(outside);
    const alarms = tested.map((example) => ({
      ...example,
      score: score(learned, featuresOf(example.text)),
      sign: findSigns(readMessage(example.text)).length > 0,
    }));
    const dangers = alarms.filter(({ danger }) => danger === 1);
    const others = alarms.filter(({ danger }) => danger === 0);
    const net = (rows: typeof alarms) => rows.filter((row) => row.score >= THRESHOLD).length;
    const either = (rows: typeof alarms) => rows.filter((row) => row.score >= THRESHOLD || row.sign).length;
    process.stdout.write(
      `${group.padEnd(28)} net ${net(dangers)}/${dangers.length}, false ${net(others)}/${others.length}; with signs ${either(dangers)}/${dangers.length}, false ${either(others)}/${others.length}\n`,
    );
    if (process.argv.includes('--errors')) {
      for (const row of dangers)
        if (row.score < THRESHOLD && !row.sign) process.stdout.write(`  missed ${row.score.toFixed(2)} ${row.text}\n`);
      for (const row of others)
        if (row.score >= THRESHOLD || row.sign)
          process.stdout.write(
            `  false ${row.score.toFixed(2)}${row.sign ? ' sign' : ''} ${row.from} | ${row.text.slice(0, 140)}\n`,
          );
    }
    [net(dangers), either(dangers), dangers.length, either(others), others.length].forEach((count, at) => {
      total[at]! += count;
    });
  }
  process.stdout.write(
    `all: net ${total[0]}/${total[2]}, with signs ${total[1]}/${total[2]}, false ${total[3]}/${total[4]}\n`,
  );
}

function write({ weights, bias }: Weighed): void {
  const lines = [...weights].filter(([, weight]) => Math.abs(weight) >= 0.05).sort(([a], [b]) => (a < b ? -1 : 1));
  const body = lines.map(([feature, weight]) => `  ${feature} ${weight.toFixed(2)}`).join('\n');
  writeFileSync(
    new URL('../data/danger-weights.yml', import.meta.url),
    `# Learned by eval/train-danger.ts: how much an idea (@), an idea that is denied or past (-), a cue (!) or a word speaks for danger.\nsource: learned from eval/danger-training.yml, the triage sets but the last, MEDIQA 2019 RQE questions (Ben Abacha et al.) and CLINC oos-eval (Larson et al., CC BY 3.0)\nbias: ${bias.toFixed(3)}\nthreshold: ${THRESHOLD}\nrows: |\n${body}\n`,
  );
  process.stdout.write(
    `${known.length + questions.length} examples, ${lines.length} weights, bias ${bias.toFixed(3)}\n`,
  );
}
