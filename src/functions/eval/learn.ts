/**
 * npm run learn:verdicts: learns from train/ and dev/ and writes what was learned (validation/openness.json,
 * validation/content/weights.json, validation/facts/weights.json).
 * `-- across [verdicts-8 …]`: writes nothing; each set (or those named) is judged by what the others taught, which shows how
 * a new set would be judged as far as learning goes. Rules that were written with a set before one's eyes know it all the same.
 */
import { writeFileSync } from 'node:fs';
import { judgeCriterion } from '../validation/judgement.ts';
import { learnVerdicts, readBenches, readShown, type Verdict } from './learning.ts';
import { readFiles } from './sets.ts';

const tell = (line: string) => void process.stdout.write(`${line}\n`);
const sets = ['train', 'dev'].flatMap((which) =>
  readFiles('verdicts', which).map(({ file, cases }) => ({ name: `${which}/${file}`, cases })),
);
const [mode, ...named] = process.argv.slice(2);
const cases = sets.flatMap((set) => set.cases);
const benchOf = await readBenches(cases);
const shown = await readShown(cases, benchOf);
/** The rules were written with the older sets before one's eyes. */
const NEWEST = ['train/verdicts-8', 'train/verdicts-10', 'train/verdicts-11', 'train/verdicts-12', 'train/verdicts-13'];
const newest = new Set(sets.filter(({ name }) => NEWEST.includes(name)).flatMap((set) => set.cases));

if (mode === 'across') await measureAcross();
else await writeLearned();
process.exit(0);

async function writeLearned(): Promise<void> {
  const write = (path: string, value: unknown, indent?: number) =>
    writeFileSync(new URL(path, import.meta.url), `${JSON.stringify(value, null, indent)}\n`);
  const { openness, content, facts } = await learnVerdicts(shown, (one) => newest.has(one));
  write('../validation/openness.json', openness);
  write('../validation/content/weights.json', content, 2);
  write('../validation/facts/weights.json', facts, 2);
  tell(`Learned from ${cases.length} verdicts.`);
}

async function measureAcross(): Promise<void> {
  const all: Judged[] = [];
  for (const { name, cases: left } of sets) {
    if (named.length > 0 && !named.some((one) => name.endsWith(`/${one}`))) continue;
    const others = shown.filter(({ one }) => !left.includes(one));
    const learned = await learnVerdicts(others, (one) => newest.has(one));
    const judged: Judged[] = [];
    for (const one of left) {
      const { verdict, how } = await judgeCriterion({ ...benchOf(one), learned }, one.criterion);
      judged.push({
        one,
        right: verdict === one.gold,
        falselyValid: verdict === 'met' && how !== 'likely' && one.gold !== 'met',
        said: verdict,
      });
    }
    report(name, judged);
    all.push(...judged);
  }
  report('all', all);
}

interface Judged {
  readonly one: Verdict;
  readonly said: string;
  readonly right: boolean;
  readonly falselyValid: boolean;
}

function report(name: string, judged: readonly Judged[]): void {
  const share = (some: readonly Judged[]) => (some.filter(({ right }) => right).length / some.length).toFixed(3);
  const kinds = [...Map.groupBy(judged, ({ one }) => one.kind)].map(([kind, some]) => `${kind} ${share(some)}`);
  const falsely = judged.filter(({ falselyValid }) => falselyValid).length;
  tell(
    `${name.padEnd(18)} ${judged.length}: right ${share(judged)}, falsely valid ${falsely}; ${kinds.sort().join(', ')}`,
  );
}
