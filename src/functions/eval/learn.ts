/**
 * npm run learn:verdicts: learns from train/ and dev/ which criteria reading cannot settle (validation/openness.json), what the
 * signs of a document weigh (validation/content/weights.json) and what those of code do (validation/facts/weights.json). Regressions; what a sign can only speak for or only speak
 * against is held to that.
 */
import { writeFileSync } from 'node:fs';
import { embed } from '../statements/index.ts';
import { readArtifact } from '../validation/artifact.ts';
import { makeReadable, type Readable, readClaim } from '../validation/content/index.ts';
import { SIGNS, type Signs, signsOf } from '../validation/content/signs.ts';
import { CLASSES, type Class, type Weights } from '../validation/content/weights.ts';
import { type Openness, openness } from '../validation/openness.ts';
import { keyOf, learnCode } from './learn-code.ts';
import { type Labelled, learnOpenness, readOwn } from './learn-openness.ts';
import { regress } from './regression.ts';
import { type Case, readSet } from './sets.ts';

type Sign = (typeof SIGNS)[number];
interface Example {
  readonly mode: keyof Weights;
  readonly gold: Class;
  readonly values: Signs['values'];
}

const FOR: Readonly<Record<Class, readonly Sign[]>> = {
  met: [
    'alike',
    'soft',
    'least',
    'shared',
    'literal',
    'amount_agrees',
    'kept',
    'kept_alike',
    'anywhere',
    'anywhere_least',
  ],
  violated: ['clash', 'odds', 'denial_differs', 'pole_differs', 'amount_differs', 'opposed', 'answer_missing'],
  undecidable: ['beyond', 'open', 'name_missing'],
};
const AGAINST: Readonly<Record<Class, readonly Sign[]>> = {
  met: [...FOR.violated, 'amount_missing', 'name_missing', 'beyond', 'open'],
  violated: ['literal', 'kept', 'kept_alike', 'beyond', 'open', 'amount_agrees'],
  undecidable: ['soft', 'shared', 'anywhere', 'anywhere_least', 'literal'],
};
const SHRINK = 0.05;
/** The sets are learned from in so many parts; each is told of the others only, as a new criterion would be. */
const PARTS = 5;

/** The set that the checks were not written with. */
const NEWEST = 'verdicts-7';

type Verdict = Case<'verdicts'>;

interface Open {
  readonly all: Openness;
  readonly byPart: readonly Openness[];
  readonly vectors: ReadonlyMap<string, Int8Array>;
}

async function learnOpen(cases: readonly Verdict[]): Promise<Open> {
  const labelled: Labelled[] = [];
  for (const one of cases) {
    const { artifact } = await readArtifact({ ...one });
    labelled.push({
      criterion: one.criterion,
      code: artifact.code !== undefined,
      open: one.gold === 'undecidable',
    });
  }
  const own = readOwn();
  const texts = [...new Set([...labelled, ...own].map(({ criterion }) => criterion))];
  const found = await embed(texts);
  const vectors = new Map(texts.map((text, index) => [text, found[index]!]));
  const without = (part: number) => labelled.filter((_, index) => index % PARTS !== part);
  return {
    all: learnOpenness([...labelled, ...own], vectors),
    byPart: Array.from({ length: PARTS }, (_, part) => learnOpenness([...without(part), ...own], vectors)),
    vectors,
  };
}

async function readExamples(cases: readonly Verdict[], { byPart, vectors }: Open): Promise<Example[]> {
  const examples: Example[] = [];
  const together = Map.groupBy(cases, keyOf);
  const read = new Map<string, Readable | undefined>();
  for (const [index, one] of cases.entries()) {
    if (one.kind !== 'content' && one.kind !== 'beyond') continue;
    const key = keyOf(one);
    if (!read.has(key)) {
      const { artifact, settings } = await readArtifact({ ...one });
      const claims = together.get(key)!.map(({ criterion }) => readClaim(criterion).text);
      read.set(key, artifact.code === undefined ? await makeReadable(artifact, claims, settings) : undefined);
    }
    const readable = read.get(key);
    if (readable === undefined) continue;
    const claim = readClaim(one.criterion);
    const mode = claim.mode === 'topic' ? 'topic' : 'fact';
    if (claim.forbidden || (mode === 'topic' && one.gold === 'undecidable')) continue;
    const open = () => openness(vectors.get(one.criterion), 'text', byPart[index % PARTS]);
    const { values } = signsOf(readable, claim, open);
    examples.push({ mode, gold: one.gold, values });
    // What is known to be beyond reading is known by a list; the other signs must carry it where the list ends.
    if (values.beyond === 1) examples.push({ mode, gold: one.gold, values: { ...values, beyond: 0 } });
  }
  return examples;
}

function learn<Own extends Class>(examples: readonly Example[], classes: readonly Own[]) {
  const side = (name: Class, sign: Sign) => (FOR[name].includes(sign) ? 1 : AGAINST[name].includes(sign) ? -1 : 0);
  return regress(examples as readonly (Example & { readonly gold: Own })[], SIGNS, classes, { shrink: SHRINK, side });
}

/** `-- without verdicts-6` leaves a file of the sets out, to be measured on it. */
const left = process.argv[process.argv.indexOf('without') + 1];
const cases = ['train', 'dev'].flatMap((which) =>
  readSet('verdicts', which, process.argv.includes('without') ? left : undefined),
);
const train = new Set(readSet('verdicts', 'train').map(({ id, criterion }) => `${id} ${criterion}`));
const write = (path: string, value: unknown, indent?: number) =>
  writeFileSync(new URL(path, import.meta.url), `${JSON.stringify(value, null, indent)}\n`);
const open = await learnOpen(cases);
write('../validation/openness.json', open.all);
const examples = await readExamples(cases, open);
const of = (mode: keyof Weights) => examples.filter((one) => one.mode === mode);
const weights = { topic: learn(of('topic'), ['met', 'violated']), fact: learn(of('fact'), CLASSES) };
write('../validation/content/weights.json', weights, 2);
const older = new Set(readSet('verdicts', 'train', NEWEST).map(({ id, criterion }) => `${id} ${criterion}`));
const code = await learnCode(
  cases,
  ({ id, criterion }) => train.has(`${id} ${criterion}`) && !older.has(`${id} ${criterion}`),
  (one) => openness(open.vectors.get(one.criterion), 'code', open.byPart[cases.indexOf(one) % PARTS]),
);
write('../validation/facts/weights.json', code.weights, 2);
process.stdout.write(`Learned from ${code.size} claims about code.\n`);
process.stdout.write(`Learned from ${of('topic').length} topics and ${of('fact').length} facts.\n`);
process.exit(0);
