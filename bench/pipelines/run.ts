/**
 * What a pipeline costs on top of its functions, durable on SQLite: `npm run bench:pipelines [-- --json]`. A stage
 * against the bare call of its function, going on after a crash, a hundred runs and a hundred calls at a time. No peers: nobody else runs
 * these files.
 */
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { createFunctions, type Desk } from '../../src/functions/index.ts';
import { createModels } from '../../src/models/index.ts';
import { benchOf, type House, openHouse, small } from '../../src/pipelines/fixture.ts';
import { createPipelines, houseFunctions, type StageFunction } from '../../src/pipelines/index.ts';

interface Row {
  name: string;
  unit: string;
  consilium: number;
  peers: Record<string, number>;
  ratio: number | null;
}

const STAGES = 20;
const RUNS = 40;
const ROUNDS = 10;
const SHORT = 5;
const rows: Row[] = [];
/** Each row is printed as soon as it is known. */
const put = (name: string, unit: string, value: number) => {
  const consilium = Math.round(value * 1000) / 1000;
  rows.push({ name, unit, consilium, peers: {}, ratio: null });
  console.log(`${name.padEnd(58)}  ${String(consilium).padStart(10)} ${unit}`);
};
setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;
const env = { AI_PROVIDER: 'offline' };

const hold = { on: false };
const functions = benchOf({
  pass: small({
    input: z.strictObject({ text: z.string() }),
    output: z.object({ text: z.string() }),
    run: ({ text }) => ({ text }),
  }),
  wait: small({
    input: z.strictObject({ text: z.string() }),
    output: z.object({ text: z.string() }),
    run: ({ text }) => (hold.on ? new Promise<never>(() => {}) : { text }),
  }),
});

const CHAPTER = `Tea and its preparation. Green tea is steamed or pan-fired soon after picking, which keeps its catechins.
Black tea is oxidised; its theaflavins give colour and astringency. Water that is too hot makes green tea bitter.`;

const folders: string[] = [];
await measureStage('a stage that does nothing', functions.find('pass')!, (n) => `pass ${n}`);
const extract = houseFunctions(createModels({ env })).find('extract_structure')!;
await measureStage('a stage of extract_structure', extract, (n) => `${CHAPTER}\n\nParagraph ${n}.`);
await measureCached();
await measureResume();
await measureCrowd();
await measureCalls();
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
report();
// The runs that were left hanging on purpose would keep the process for as long as a run may take.
process.exit();

/** The same calls, once bare and once as the stages of a pipeline, run by run. */
async function measureStage(name: string, fn: StageFunction, textOf: (n: number) => string): Promise<void> {
  const field = fn.name === 'pass' ? 'text' : 'content';
  const more = fn.name === 'pass' ? '' : '\n      extraction_type: keywords';
  const house = open(
    chain(fn.name, (n) => `\n      ${field}: "\${input.text} ${n}"${more}`),
    fn,
  );
  const bare: number[] = [];
  const staged: number[] = [];
  const cpu = { bare: 0, staged: 0 };
  for (let run = 0; run < RUNS; run++) {
    const text = textOf(run);
    const inputs = Array.from({ length: STAGES }, (_, n) => ({
      [field]: `${text} ${n}`,
      ...(fn.name !== 'pass' && { extraction_type: 'keywords' }),
    }));
    let began = process.cpuUsage();
    bare.push(
      await time(async () => {
        for (const input of inputs) await fn.run(input, {}, bareDesk(house));
      }),
    );
    cpu.bare += cpuMs(began);
    began = process.cpuUsage();
    staged.push(await time(() => completed(house.pipelines.start('chain', { text }).result)));
    cpu.staged += cpuMs(began);
  }
  await house.close();
  const over = staged.map((ms, n) => (ms - bare[n]!) / STAGES).sort((a, b) => a - b);
  put(`${name}: the bare call, median`, 'ms', median(bare) / STAGES);
  put(`${name}: on top of it, median`, 'ms', over[Math.floor(RUNS / 2)]!);
  put(`${name}: on top of it, CPU`, 'ms', (cpu.staged - cpu.bare) / RUNS / STAGES);
  put(`${name}: on top of it, p95`, 'ms', over[Math.floor(RUNS * 0.95)]!);
}

async function measureCached(): Promise<void> {
  const house = open(
    chain('pass', (n) => `\n      text: "\${input.text} ${n}"`),
    functions.find('pass')!,
  );
  await completed(house.pipelines.start('chain', { text: 'same' }).result);
  const again: number[] = [];
  for (let run = 0; run < RUNS; run++)
    again.push(await time(() => completed(house.pipelines.start('chain', { text: 'same' }).result)));
  await house.close();
  put('a stage taken from the cache, median', 'ms', median(again) / STAGES);
}

/** A run whose last stage never ends, gone on with by somebody else from the log. */
async function measureResume(): Promise<void> {
  const file = `${chain('pass', (n) => `\n      text: "\${input.text} ${n}"`).replace(/output:[\s\S]*/, '')}  - id: last
    function: wait
    inputs:
      text: \${stages.s${STAGES - 1}.text}
output:
  text: \${stages.last.text}
`;
  const house = openHouse(functions, { 'chain.yml': file });
  folders.push(house.dir);
  const times: number[] = [];
  for (let run = 0; run < 20; run++) {
    hold.on = true;
    const hanging = house.pipelines.start('chain', { text: `resume ${run}` });
    for await (const event of hanging) if (event.type === 'stage' && event.stage === 'last') break;
    hold.on = false;
    const models = createModels({ env });
    const other = createPipelines({ ...house, models, env, functions, dirs: [join(house.dir, 'pipelines')] });
    times.push(
      await time(async () => {
        for (const { result } of await other.resumeAll()) await completed(result);
      }),
    );
  }
  put(`going on with a run of ${STAGES} finished stages, median`, 'ms', median(times));
}

async function measureCrowd(): Promise<void> {
  const house = open(
    chain('pass', (n) => `\n      text: "\${input.text} ${n}"`, SHORT),
    functions.find('pass')!,
  );
  const crowd = async (round: number) => {
    const runs = Array.from({ length: 100 }, (_, n) => house.pipelines.start('chain', { text: `${round} ${n}` }));
    await Promise.all(runs.map(({ result }) => completed(result)));
    return runs.filter(({ id }) => house.pipelines.cancel(id)).length;
  };
  const heap: number[] = [];
  const times: number[] = [];
  let waiting = 0;
  for (let round = 0; round < ROUNDS; round++) {
    times.push(
      await time(async () => {
        waiting += await crowd(round);
      }),
    );
    collectGarbage();
    heap.push(process.memoryUsage().heapUsed / 1e6);
  }
  await house.close();
  put(`100 runs of ${SHORT} stages at a time, a stage`, 'ms', median(times) / 100 / SHORT);
  put('  the last such hundred against the second', 'ratio', times.at(-1)! / times[1]!);
  put('  still in the queue afterwards', 'runs', waiting);
  put('  heap after the second hundred', 'MB', heap[1]!);
  put('  heap after the tenth hundred', 'MB', heap.at(-1)!);
}

/** Functions called side by side, each call a session of its own. */
async function measureCalls(): Promise<void> {
  const house = open(
    chain('pass', (n) => `\n      text: "\${input.text} ${n}"`, 1),
    functions.find('pass')!,
  );
  const service = createFunctions({ ...house, models: createModels({ env }), env });
  const heap: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const call = (_: unknown, n: number) =>
      service.run('extract_structure', { content: `${CHAPTER} ${round} ${n}`, extraction_type: 'keywords' });
    times.push(await time(async () => void (await Promise.all(Array.from({ length: 100 }, call)))));
    collectGarbage();
    heap.push(process.memoryUsage().heapUsed / 1e6);
  }
  const left = (await house.store.unfinished('local')).length;
  await house.close();
  put('100 calls of extract_structure at a time, a call', 'ms', median(times) / 100);
  put('  the last such hundred against the second', 'ratio', times.at(-1)! / times[1]!);
  put('  still open afterwards', 'calls', left);
  put('  heap after the second hundred', 'MB', heap[1]!);
  put('  heap after the tenth hundred', 'MB', heap.at(-1)!);
}

/** Stages one after the other, each with an input of its own. */
function chain(fn: string, inputs: (n: number) => string, length = STAGES): string {
  const stages = Array.from({ length }, (_, n) => {
    const after = n === 0 ? '' : `\n    after: [s${n - 1}]`;
    return `  - id: s${n}\n    function: ${fn}${after}\n    inputs:${inputs(n)}`;
  });
  return `id: chain
description: A chain of stages.
input: { type: object, properties: { text: { type: string } }, required: [text] }
stages:
${stages.join('\n')}
output:
  done: true
`;
}

function open(file: string, fn: StageFunction): House {
  const house = openHouse(
    { names: [fn.name], find: (name) => (name === fn.name ? fn : undefined) },
    { 'chain.yml': file },
  );
  folders.push(house.dir);
  return house;
}

function bareDesk({ search, store }: House): Desk {
  return {
    search,
    env,
    signal: new AbortController().signal,
    artifacts: {
      load: async (namespace, name, version) => store.artifact('local', namespace, name, version),
      save: async (artifact) => store.saveArtifact('local', artifact),
    },
    step: async (_name, work) => work(),
    warn: () => {},
  };
}

async function completed(result: Promise<{ state: string; error?: unknown }>): Promise<void> {
  const { state, error } = await result;
  if (state !== 'completed') throw new Error(`A run ended ${state}: ${JSON.stringify(error)}`);
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function cpuMs(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

function report(): void {
  const machine = { arch: process.arch, node: process.version, cores: availableParallelism() };
  if (process.argv.includes('--json')) console.log(JSON.stringify({ suite: 'pipelines', machine, rows }));
}
