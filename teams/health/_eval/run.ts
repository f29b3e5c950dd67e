/** `npm run eval:consult [-- --set train|dev|blind] [--only ID,…] [--cat CAT,…] [--errors] [--show] [--noise] [--json] [--data DIR]` */
import { existsSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CATEGORIES, type Case, readCaseSet } from './cases.ts';
import { judgeCase, type Played, type Verdict, withoutNotes } from './judge.ts';
import { type Noise, noiseOf } from './noise.ts';
import { openStage } from './play.ts';

const { values: flags } = parseArgs({
  options: {
    set: { type: 'string', multiple: true },
    only: { type: 'string' },
    cat: { type: 'string' },
    data: { type: 'string' },
    errors: { type: 'boolean' },
    show: { type: 'boolean' },
    /** How many paragraphs quote a paper, and how many of them no criterion needs. */
    noise: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});

const ORDER = ['blind', 'dev', 'train'];
const rows: { name: string; unit: string; consilium: number; peers: object; ratio: null }[] = [];

for (const folder of foldersOf(flags.data ?? import.meta.dirname)) await score(folder);
if (flags.json) {
  const machine = { arch: process.arch, node: process.version, cores: cpus().length };
  process.stdout.write(`${JSON.stringify({ suite: 'eval:consult', machine, rows })}\n`);
}

function foldersOf(root: string): string[] {
  const named = readdirSync(root, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name);
  const wanted = flags.set ?? ORDER;
  const sets = ORDER.filter((name) => named.includes(name) && wanted.includes(name)).map((name) => join(root, name));
  return sets.length > 0 || !existsSync(join(root, 'patients')) ? sets : [root];
}

async function score(folder: string): Promise<void> {
  const set = readCaseSet(folder);
  const isBlind = set.name === 'blind';
  for (const fault of set.faults) process.stderr.write(`${set.name}: ${fault}\n`);
  const cases = set.cases.filter(
    ({ id, cat }) => isAmong(flags.only, (only) => id.startsWith(only)) && isAmong(flags.cat, (one) => cat === one),
  );
  if (set.cases.length === 0)
    process.stdout.write(`${set.name}: no cases are here, so nothing is judged by this set\n`);
  if (cases.length === 0) return;
  const stage = await openStage(set);
  const verdicts: (Verdict & { one: Case })[] = [];
  const noise: Noise[] = [];
  try {
    for (const one of cases) {
      if (!set.patients.has(one.patient)) continue;
      const played = await stage.play(one);
      const verdict = judgeCase(one, played);
      verdicts.push({ ...verdict, one });
      if (flags.noise) noise.push(noiseOf(one, played));
      if (!isBlind || flags.only) tellCase(one, verdict, played);
    }
  } finally {
    stage.close();
  }
  tellFigures(set.name, verdicts, noise);
}

/** `--only mirelda,oriel --cat record,connect`: several at once. */
function isAmong(flag: string | undefined, fits: (one: string) => boolean): boolean {
  return flag === undefined || flag.split(',').some(fits);
}

/** Of a blind set nothing is shown but figures: who reads its cases learns from them. */
function tellCase({ id, cat, turns }: Case, { points, missed }: Verdict, played: readonly Played[]): void {
  if (!(flags.show || (flags.errors && points < 1))) return;
  process.stderr.write(`\n${points.toFixed(2)} ${cat} ${id}\n`);
  for (const [at, { say }] of turns.entries())
    process.stderr.write(
      `  > ${say}\n  < [${played[at]?.outcome}] ${withoutNotes(played[at]?.text ?? '')}${played[at]?.written?.length ? ` {wrote ${played[at].written.join(', ')}}` : ''}\n`,
    );
  for (const each of missed) process.stderr.write(`  - ${each}\n`);
}

function tellFigures(name: string, verdicts: readonly (Verdict & { one: Case })[], noise: readonly Noise[]): void {
  const of = (grave: Case['grave']) => verdicts.filter(({ one, points }) => one.grave === grave && points < 1).length;
  const weight = verdicts.reduce((sum, { severity }) => sum + severity, 0);
  const right = verdicts.filter(({ points }) => points === 1).length;
  const wrong = verdicts.filter(({ points }) => points === 0).length;
  const figures: [string, string, number][] = [
    ['cases', 'n', verdicts.length],
    ['right', 'share', right / verdicts.length],
    ['partly', 'share', (verdicts.length - right - wrong) / verdicts.length],
    ['wrong', 'share', wrong / verdicts.length],
    ['score', 'points', verdicts.reduce((sum, { points, severity }) => sum + points * severity, 0) / weight],
    ...CATEGORIES.flatMap((cat): [string, string, number][] => {
      const held = verdicts.filter((each) => each.cat === cat);
      const all = held.reduce((sum, { severity }) => sum + severity, 0);
      return held.length === 0
        ? []
        : [
            [
              `  ${cat} (${held.length})`,
              'points',
              held.reduce((sum, { points, severity }) => sum + points * severity, 0) / all,
            ],
          ];
    }),
    ['false denials', 'n', of('false-denial')],
    ['missed criticals', 'n', of('missed-critical')],
    ['unsafe', 'n', of('unsafe')],
    ['wrong writes', 'share', verdicts.filter(({ wrongWrites }) => wrongWrites > 0).length / verdicts.length],
    ...(noise.length === 0 ? [] : noiseFigures(noise)),
  ];
  for (const [what, unit, value] of figures) {
    process.stdout.write(
      `${`${name} ${what}`.padEnd(34)} ${value.toFixed(unit === 'n' ? 0 : 3).padStart(8)} ${unit}\n`,
    );
    rows.push({ name: `${name} ${what.trim()}`, unit, consilium: Number(value.toFixed(4)), peers: {}, ratio: null });
  }
}

function noiseFigures(noise: readonly Noise[]): [string, string, number][] {
  const sum = (of: keyof Noise) => noise.reduce((all, each) => all + each[of], 0);
  return [
    ['quoting paragraphs', 'n', sum('quotes')],
    ['of them not needed', 'n', sum('unneeded')],
  ];
}
