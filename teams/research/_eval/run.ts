/** `npm run eval:research [-- train|blind] [--only TEXT] [--errors] [--show] [--json] [--data DIR]`. Of a blind set: figures only. */
import { arch, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { headlineOf, judge, plainOf, type Verdict } from './judge.ts';
import { openStage } from './play.ts';
import { type PaperSet, readPaperSets } from './sets.ts';

const BARS: Record<string, string> = { right: 'at least .85', wrong: 'at most .05' };

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    data: { type: 'string' },
    errors: { type: 'boolean' },
    show: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});

const rows: { name: string; unit: string; consilium: number; peers: object; ratio: null }[] = [];
for (const { name, sets } of foldersAsked()) {
  const verdicts: Verdict[] = [];
  for (const set of sets) verdicts.push(...(await score(set, name === 'blind')));
  tellFigures(name, verdicts);
}
if (flags.json) {
  const machine = { arch: arch(), node: process.version, cores: cpus().length };
  process.stdout.write(`${JSON.stringify({ suite: 'eval:research', machine, rows })}\n`);
}

function foldersAsked(): { name: string; sets: PaperSet[] }[] {
  if (flags.data !== undefined) return [{ name: 'data', sets: readPaperSets(flags.data) }];
  return ['blind', 'train']
    .filter((name) => positionals.length === 0 || positionals.includes(name))
    .map((name) => ({ name, sets: readPaperSets(join(import.meta.dirname, name)) }));
}

async function score(set: PaperSet, isBlind: boolean): Promise<Verdict[]> {
  for (const fault of set.faults) process.stderr.write(`${set.name}: ${isBlind ? 'a fault' : fault}\n`);
  const stage = await openStage(set);
  const verdicts: Verdict[] = [];
  try {
    for (const one of set.questions.filter(({ question }) => question.includes(flags.only ?? ''))) {
      const text = await stage.ask(one.question);
      const verdict = judge(one, text);
      verdicts.push(verdict);
      if (isBlind || !(flags.show || (flags.errors && verdict.verdict !== 'right'))) continue;
      process.stdout.write(`\n${verdict.verdict} ${set.name}: ${one.question}\n`);
      process.stdout.write(`  ${flags.show ? text.replaceAll('\n', '\n  ') : headlineOf(text)}\n`);
      if (!flags.show) process.stdout.write(`  … ${plainOf(text).slice(headlineOf(text).length, 500)}\n`);
      for (const each of verdict.missed) process.stdout.write(`  - ${each}\n`);
    }
  } finally {
    stage.close();
  }
  return verdicts;
}

function tellFigures(name: string, verdicts: readonly Verdict[]): void {
  if (verdicts.length === 0) return void process.stdout.write(`${name}: no questions are here\n`);
  const share = (fits: (each: Verdict) => boolean) => verdicts.filter(fits).length / verdicts.length;
  const figures: [string, string, number][] = [
    ['questions', 'n', verdicts.length],
    ['right', 'share', share(({ verdict }) => verdict === 'right')],
    ['wrong', 'share', share(({ verdict }) => verdict === 'wrong')],
    ['empty', 'share', share(({ verdict }) => verdict === 'empty')],
    ['empty by a false denial', 'share', share(({ isDenied }) => isDenied)],
    ['right by the first paragraph', 'share', share(({ isRightAtOnce }) => isRightAtOnce)],
  ];
  for (const [what, unit, value] of figures) {
    const bar = BARS[what] === undefined ? '' : `  (${BARS[what]})`;
    process.stdout.write(
      `${`${name} ${what}`.padEnd(36)} ${value.toFixed(unit === 'n' ? 0 : 3).padStart(7)} ${unit}${bar}\n`,
    );
    rows.push({ name: `${name} ${what}`, unit, consilium: Number(value.toFixed(4)), peers: {}, ratio: null });
  }
}
