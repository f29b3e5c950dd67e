import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { extractFacts } from '../facts/extract.ts';
import { triage } from '../triage/triage.ts';
import { readCases } from './cases.ts';
import { type Figure, scoreCorpora } from './corpora.ts';
import { isRight, namesIn, readSet, TRAINING } from './examples.ts';
import { scoreFacts } from './score.ts';

/** `npm run eval [-- --data DIR] [--json] [--errors]`: accuracy on the project's own sets, blind ones first (README.md), and on public ones, speed, start. */
const flags = process.argv.slice(2);
const figures: Figure[] = [
  ...(['blind', 'dev', 'train'] as const).flatMap((folder) => [
    ...[...namesIn(folder, 'utterances'), ...namesIn(folder, 'voices')].flatMap(scoreUtterances),
    ...[...namesIn(folder, 'triage'), ...namesIn(folder, 'everyday')]
      .filter((name) => !TRAINING.includes(name))
      .flatMap(scoreTriage),
  ]),
  ...(flags.includes('--data')
    ? scoreCorpora(
        flags[flags.indexOf('--data') + 1] ?? '.',
        (text) => extractFacts(text),
        (text) => triage(text).rule,
      )
    : []),
  ...measureSpeed(),
];

for (const { name, unit, value } of figures)
  process.stdout.write(`${name.padEnd(42)} ${value.toFixed(4).padStart(10)} ${unit}\n`);
if (flags.includes('--json')) {
  const machine = { arch: process.arch, node: process.version, cores: cpus().length };
  const rows = figures.map(({ name, unit, value }) => ({
    name,
    unit,
    consilium: Number(value.toFixed(4)),
    peers: {},
    ratio: null,
  }));
  process.stdout.write(`${JSON.stringify({ suite: 'eval', machine, rows })}\n`);
}

function scoreUtterances(name: string): Figure[] {
  const { now, cases } = readCases(new URL(`./${name}.yml`, import.meta.url));
  const score = scoreFacts(cases, (text) => extractFacts(text, { now }));
  if (flags.includes('--errors')) for (const error of score.errors) process.stderr.write(`${name}: ${error}\n`);
  return [
    { name: `${name} F1`, unit: 'F1', value: score.f1 },
    { name: `${name} messages all right`, unit: 'share', value: score.perfect / score.cases },
  ];
}

function scoreTriage(name: string): Figure[] {
  const results = readSet(name).map(({ text, label }) => ({ text, label, rule: triage(text).rule }));
  const wrong = results.filter(({ label, rule }) => !isRight(rule, label));
  if (flags.includes('--errors'))
    for (const { text, label, rule } of wrong) process.stderr.write(`${name}: ${label}, got ${rule} | ${text}\n`);
  const emergencies = results.filter(({ label }) => label === 'emergency');
  return [
    { name: `${name} accuracy`, unit: 'share', value: 1 - wrong.length / results.length },
    ...(emergencies.length === 0
      ? []
      : [
          {
            name: `${name} emergencies missed`,
            unit: 'count',
            value: wrong.filter(({ label }) => label === 'emergency').length,
          },
        ]),
    { name: `${name} false alarms`, unit: 'count', value: wrong.filter(({ rule }) => rule === 'emergency').length },
  ];
}

/** Throughput on one core over the project's own texts, and the time of a whole process for one short text. */
function measureSpeed(): Figure[] {
  const { cases } = readCases(new URL('./dev/utterances-01.yml', import.meta.url));
  const note = cases.map(({ text }) => text).join('\n');
  const started = performance.now();
  let size = 0;
  while (size < 400_000) {
    extractFacts(note);
    size += note.length;
  }
  const seconds = (performance.now() - started) / 1000;
  const begun = performance.now();
  const command = fileURLToPath(new URL('../../../bin/consilium.mjs', import.meta.url));
  spawnSync(process.execPath, [command, 'extract', '--json'], { input: 'BP 120/80' });
  return [
    { name: 'throughput', unit: 'MB/min/core', value: (size / 1e6 / seconds) * 60 },
    { name: 'start to first answer', unit: 'ms', value: performance.now() - begun },
  ];
}
