import { existsSync, writeFileSync } from 'node:fs';
import { findAlarms } from '../danger/redflags.ts';
import { leaning, scoreKinds } from '../triage/kinds.ts';
import { ruleOf } from '../triage/triage.ts';
import { learnDanger, scorer } from './danger-learning.ts';
import { type Example, isRight, readQuestions, readSet, readTraining, SETS, TRAINING } from './examples.ts';
import { featuresOf, learnKinds, writeKinds } from './kind-learning.ts';

/**
 * Learns `data/kind-weights.yml`: `node src/clinical/eval/train-triage.ts [--check [--errors]] [QUESTIONS.ndjson…]`, from
 * kinds-training.yml, danger-training.yml, the triage sets and files of `{text, label: "health" | "non_health"}`.
 * `--check` learns everything (danger too) without each set in turn and tells how triage would have done on it: the word
 * lists, signs and patterns are the same for all, so that it is kinder than a set that nobody has seen.
 */
const files = process.argv.slice(2).filter((file) => !file.startsWith('--') && existsSync(file));
const training = TRAINING.flatMap(readTraining);

if (process.argv.includes('--check')) check();
else {
  const questions = files.flatMap((file) => readQuestions(file, 20_000));
  const model = learnKinds([...training, ...SETS.flatMap(readSet), ...questions]);
  writeFileSync(new URL('../data/kind-weights.yml', import.meta.url), writeKinds(model));
}

/** Counts of one set, and how they add up. */
interface Tally {
  right: number;
  all: number;
  found: number;
  emergencies: number;
  alarms: number;
  kept: number;
  health: number;
  declined: number;
  other: number;
}

function check(): void {
  const questions = files.flatMap((file) => readQuestions(file, 2500));
  const total = newTally();
  for (const set of SETS) {
    const others = [...training, ...SETS.filter((other) => other !== set).flatMap(readSet), ...questions];
    const tally = scoreSet(readSet(set), others);
    tell(set, tally);
    for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
  }
  tell('all', total);
}

function scoreSet(examples: Example[], others: Example[]): Tally {
  const danger = scorer(learnDanger(others));
  const kinds = learnKinds(others);
  const lean = (text: string) => leaning(scoreKinds(featuresOf(text), kinds));
  const scales = { danger, health: (text: string) => lean(text).health };
  const tally = newTally();
  for (const { text, label } of examples) {
    const rule = ruleOf(text, {
      isEmergency: (whole) => findAlarms(whole, scales).alarms.length > 0,
      leaningOf: lean,
    });
    count(tally, label, rule);
    if (!isRight(rule, label) && process.argv.includes('--errors'))
      process.stdout.write(`  ${label} <- ${rule} (${lean(text).health.toFixed(1)}) | ${text}\n`);
  }
  return tally;
}

function count(tally: Tally, label: string, rule: string): void {
  tally.all++;
  if (isRight(rule, label)) tally.right++;
  if (label === 'emergency') {
    tally.emergencies++;
    if (rule === 'emergency') tally.found++;
    return;
  }
  if (rule === 'emergency') tally.alarms++;
  if (label === 'non_health') {
    tally.other++;
    if (rule === 'non_health') tally.declined++;
  } else {
    tally.health++;
    if (rule !== 'non_health') tally.kept++;
  }
}

function newTally(): Tally {
  return { right: 0, all: 0, found: 0, emergencies: 0, alarms: 0, kept: 0, health: 0, declined: 0, other: 0 };
}

function tell(name: string, tally: Tally): void {
  const { right, all, found, emergencies, alarms, kept, health, declined, other } = tally;
  process.stdout.write(
    `${name.padEnd(16)} accuracy ${(right / all).toFixed(3)}; emergencies ${found}/${emergencies}, false alarms ${alarms}/${all - emergencies}; health kept ${kept}/${health}, non-health declined ${declined}/${other}\n`,
  );
}
