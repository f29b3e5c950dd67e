import { existsSync, writeFileSync } from 'node:fs';
import { findAlarms } from '../danger/redflags.ts';
import { leaningOf } from '../triage/kinds.ts';
import { isDanger, learnDanger, scorer, writeDanger } from './danger-learning.ts';
import { type Example, readQuestions, readSet, readTraining, SETS, TRAINING } from './examples.ts';

/**
 * Learns `data/danger-weights.yml`: `node src/clinical/eval/train-danger.ts [--check [--errors] [--only=KIND]]
 * [QUESTIONS.ndjson…]`, from danger-training.yml, kinds-training.yml (no
 * emergency among them), the triage sets and files of messages that are no emergency. `--check`
 * learns without each kind of emergency of the training file in turn, and without a fifth of the rest, and tells how
 * those come out; `train-triage.ts --check` does the same by sets.
 */
const files = process.argv.slice(2).filter((file) => !file.startsWith('--') && existsSync(file));
const all = [
  ...TRAINING.flatMap(readTraining),
  ...SETS.flatMap(readSet),
  ...files.flatMap((file) => readQuestions(file, 2500)),
];

if (process.argv.includes('--check')) check();
else writeFileSync(new URL('../data/danger-weights.yml', import.meta.url), writeDanger(learnDanger(all)));

function check(): void {
  const only = process.argv.find((flag) => flag.startsWith('--only='))?.slice(7) ?? '';
  const kinds = new Set(all.filter((one) => one.from === 'train/danger-training' && isDanger(one)).map(kindOf));
  for (const kind of kinds)
    if (kind.includes(only)) tell(kind, (one) => one.from === 'train/danger-training' && kindOf(one) === kind);
  if ('others'.includes(only)) tell('others', (one, at) => !isDanger(one) && at % 5 === 0);
}

function kindOf({ label }: Example): string {
  return label.replace(/\d$/, '');
}

function tell(name: string, isOut: (example: Example, at: number) => boolean): void {
  const danger = scorer(learnDanger(all.filter((example, at) => !isOut(example, at))));
  const tested = all.filter(isOut);
  const wrong = tested.filter((example) => isFound(example) !== isDanger(example));
  process.stdout.write(`${name.padEnd(20)} ${wrong.length} of ${tested.length} wrong\n`);
  if (process.argv.includes('--errors'))
    for (const { text } of wrong) process.stdout.write(`  ${text.slice(0, 140)}\n`);

  function isFound({ text }: Example): boolean {
    return findAlarms(text, { danger, health: (whole) => leaningOf(whole).health }).alarms.length > 0;
  }
}
