/**
 * `npm run learn:papers [-- across]`: learns which paragraph of the papers a question is after, from the people of `train/`:
 * their cases (the paragraph that holds most of what an answer must hold) and `asked.tsv` (person, how the paragraph begins,
 * a question that somebody wrote for it). Writes the lens and prints the weights; `across` leaves every sixth person out,
 * prints how often the right paragraph comes first for them, and writes nothing.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lensFile, writeLenses } from '../../../src/reasoning/evidence/lens.ts';
import { type Signs, signsOf } from '../../../src/reasoning/evidence/nearest.ts';
import { saidIn } from '../../../src/reasoning/evidence/passages.ts';
import { type Chart, readChart } from '../../../src/reasoning/index.ts';
import { importSources, listPatients, listSources } from '../../../src/record/index.ts';
import { vectorsOf } from '../../../src/search/semantic/nearness.ts';
import { handleOf } from '../../../src/storage/handle.ts';
import { openHome } from '../../../src/storage/index.ts';
import { type Case, readCaseSet } from './cases.ts';
import { type Asked, fitLens, type Learner, ranksOf } from './lens-fit.ts';
import { TODAY } from './play.ts';

const FOLDER = new URL('./train/', import.meta.url).pathname;
const EVERY = 6;
const LEAST_PARAGRAPHS = 6;
/** As much as one criterion that one paragraph of seven holds. */
const LEAST_HELD = 2;
const MOST_RIGHT = 2;

const set = readCaseSet(FOLDER);
const written = Map.groupBy(
  readFileSync(join(FOLDER, 'asked.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t') as [person: string, begins: string, question: string]),
  ([person]) => person,
);

const learners: Learner[] = [];
for (const [name, file] of set.patients) {
  const chart = await chartOf(file);
  const cases = set.cases.filter(({ patient }) => patient === name);
  const learner = learnerOf(name, chart, cases, written.get(name) ?? []);
  if (learner !== undefined) learners.push(learner);
  process.stderr.write('.');
}
process.stderr.write('\n');

if (process.argv.includes('across')) {
  const isLeft = (_: Learner, at: number) => at % EVERY === 0;
  const left = learners.filter(isLeft);
  const before = ranksOf(left, undefined);
  const after = ranksOf(left, fitLens(learners.filter((each, at) => !isLeft(each, at))));
  for (const [said, ranks] of [
    ['without the lens', before],
    ['with the lens', after],
  ] as const) {
    const among = (most: number) => (ranks.filter((rank) => rank < most).length / ranks.length).toFixed(3);
    process.stdout.write(`${said}: first ${among(1)}, of two ${among(2)}, of three ${among(3)} (${ranks.length})\n`);
  }
} else {
  const { lenses, worth } = fitLens(learners);
  writeFileSync(lensFile, writeLenses(lenses));
  process.stdout.write(`${JSON.stringify(worth)}\n`);
}

async function chartOf(file: string): Promise<Chart> {
  const folder = mkdtempSync(join(tmpdir(), 'learn-'));
  const home = openHome(folder);
  try {
    await importSources(handleOf(home.data), await listSources([file]));
    const [patient] = listPatients(handleOf(home.data));
    return readChart({ data: home.data, patientId: patient!.id, actor: 'learn', audit: () => {}, now: TODAY });
  } finally {
    home.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function learnerOf(
  name: string,
  chart: Chart,
  cases: readonly Case[],
  questions: readonly (readonly [string, string, string])[],
): Learner | undefined {
  const groups = signsOf(chart, '').map(({ group }) => group);
  if (groups.length < LEAST_PARAGRAPHS) return undefined;
  const texts = groups.map((group) => group.map(({ text }) => text).join(' '));
  const keys = groups.map(([first]) => keyOf(first!));
  const said = groups.map((group) => vectorsOf(group.map(saidIn), Number.MAX_SAFE_INTEGER).map((each) => each!));
  const toAsked = (question: string, right: readonly number[], isWritten: boolean): Asked => {
    const signs = new Map(signsOf(chart, question).map((each) => [keyOf(each.group[0]!), each] as const));
    return {
      vector: vectorsOf([question], 1)[0]!,
      // What is printed for everybody is no paper of theirs unless it is asked about.
      signs: keys.map((key): Signs | undefined => signs.get(key)),
      right,
      isWritten,
    };
  };
  const asked = [
    ...cases.flatMap(({ turns: [first] }) => {
      const right = answering(first!.must, texts);
      return right === undefined ? [] : [toAsked(first!.say, right, false)];
    }),
    ...questions.flatMap(([, begins, question]) => {
      const at = texts.findIndex((text) => text.startsWith(begins));
      return at < 0 ? [] : [toAsked(question, [at], true)];
    }),
  ].filter(({ signs, right }) => right.some((at) => signs[at] !== undefined));
  return { name, said, asked };
}

function keyOf({ uuid, paragraph }: { uuid: string; paragraph: number }): string {
  return `${uuid} ${paragraph}`;
}

/** The paragraphs that hold most of what an answer must hold, a criterion the more the fewer hold it; none where it is unclear. */
function answering(must: readonly (readonly string[])[], texts: readonly string[]): number[] | undefined {
  const points = texts.map(() => 0);
  for (const alternatives of must) {
    const patterns = alternatives.filter((each) => !each.startsWith('^')).map((each) => new RegExp(each, 'i'));
    const holders = texts.map((text) => patterns.some((each) => each.test(text)));
    const many = holders.filter(Boolean).length;
    for (const [at, holds] of holders.entries()) if (holds) points[at]! += Math.log((texts.length + 1) / (many + 0.5));
  }
  const most = Math.max(...points);
  const right = points.flatMap((each, at) => (each >= most - 1e-6 ? [at] : []));
  return most < LEAST_HELD || right.length > MOST_RIGHT ? undefined : right;
}
