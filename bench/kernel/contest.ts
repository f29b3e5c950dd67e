/** The contest: everybody's suites, each in a fresh process, in turn, pass after pass. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { scratchFolder } from '../../src/storage/scratch.ts';
import type { Said, Task, Word } from './child.ts';
import { measureImport } from './cold.ts';
import type { Contender } from './contender.ts';
import { type Effort, FULL, isTurnSuite, type Measured, QUICK, type Sample, sumUp, type TurnSuite } from './harness.ts';
import type { Options } from './options.ts';
import type { Finding } from './report.ts';
import type { Suite } from './rows.ts';

export async function measureAll(chosen: readonly Contender[], options: Options): Promise<Finding[]> {
  const scratch = makeScratch();
  const jobs = planJobs(chosen, options);
  const findings: Finding[] = [];
  const began = performance.now();
  await fillCaches(chosen, scratch);
  for (const [index, { contenders, suite, pass }] of jobs.entries()) {
    const minutes = ((performance.now() - began) / 60_000).toFixed(1);
    const names = contenders.length === 1 ? contenders[0]!.name : 'all in turn';
    tellProgress(`${index + 1} of ${jobs.length} · ${minutes} min · pass ${pass} · ${suite} · ${names}`);
    findings.push(...(await measureJob(contenders, suite, options.quick, scratch)));
  }
  tellProgress('');
  return findings;
}

/** Programs run from the compile cache (bin/consilium.mjs turns it on), so what is measured does. */
async function fillCaches(chosen: readonly Contender[], scratch: string): Promise<void> {
  for (const contender of chosen) {
    tellProgress(`Loading ${contender.name} once …`);
    // Whoever cannot be loaded will say so when it is measured.
    await measureInChild(contender, undefined, QUICK, scratch).catch(() => {});
  }
}

/** Where children keep their files; gone with this process, also when it is stopped and when a child was killed. */
function makeScratch(): string {
  return scratchFolder('bench-kernel');
}

/** One contender, or all of them round by round. */
interface Job {
  readonly contenders: readonly Contender[];
  readonly suite: Suite;
  readonly pass: number;
}

/** Everybody in turn, beginning with another one in each pass. What takes peers long, they do once. */
function planJobs(chosen: readonly Contender[], options: Options): Job[] {
  const jobs: Job[] = [];
  for (let pass = 1; pass <= options.passes; pass++)
    for (const suite of options.only) {
      const turn = (pass - 1) % chosen.length;
      const taking = [...chosen.slice(turn), ...chosen.slice(0, turn)].filter((one) => takesPart(one, suite, pass));
      if (isTurnSuite(suite)) jobs.push({ contenders: taking, suite, pass });
      else jobs.push(...taking.map((contender) => ({ contenders: [contender], suite, pass })));
    }
  return jobs;
}

function takesPart({ role, durable }: Contender, suite: Suite, pass: number): boolean {
  if (suite === 'import' || suite === 'import-uncached') return role !== 'floor' && !durable;
  return pass === 1 || role === 'ours' || (suite !== 'long' && suite !== 'idle');
}

async function measureJob(
  contenders: readonly Contender[],
  suite: Suite,
  quick: boolean,
  scratch: string,
): Promise<Finding[]> {
  if (isTurnSuite(suite)) return measureTurns(contenders, suite, quick ? QUICK : FULL, scratch);
  return Promise.all(
    contenders.map(async (contender) => ({
      contender,
      suite,
      ...(await measureOne(contender, suite, quick, scratch)),
    })),
  );
}

interface Running {
  readonly contender: Contender;
  readonly child: Child;
  readonly samples: Sample[];
  error?: string;
}

/** Whoever dies in a round takes part in no other. */
async function takeRound(one: Running): Promise<void> {
  if (one.error !== undefined) return;
  one.child.tell('round');
  try {
    one.samples.push((await one.child.hear()) as Sample);
  } catch (thrown) {
    one.error = (thrown as Error).message;
  }
}

/**
 * Everybody warms alone, then all go round by round, each beginning once: what else the machine does meanwhile, it does
 * to all of them.
 */
async function measureTurns(
  contenders: readonly Contender[],
  suite: TurnSuite,
  effort: Effort,
  scratch: string,
): Promise<Finding[]> {
  const running: Running[] = [];
  const findings: Finding[] = [];
  for (const contender of contenders) {
    const child = startChild(contender, suite, effort, scratch);
    try {
      await child.hear();
      running.push({ contender, child, samples: [] });
    } catch (thrown) {
      findings.push({ contender, suite, values: {}, error: (thrown as Error).message });
    }
  }
  for (let round = 0; round < effort.rounds; round++)
    for (let place = 0; place < running.length; place++) {
      await takeRound(running[(round + place) % running.length]!);
    }
  for (const { contender, child, samples, error } of running) {
    if (error === undefined) child.tell('end');
    findings.push({ contender, suite, ...(error === undefined ? sumUp(suite, samples) : { values: {}, error }) });
  }
  return findings;
}

async function measureOne(contender: Contender, suite: Suite, quick: boolean, scratch: string): Promise<Attempt> {
  const effort = quick ? QUICK : FULL;
  try {
    if (suite === 'import') return await measureImport(contender, effort.runs * 2 + 1, join(scratch, 'compiled'));
    if (suite === 'import-uncached') return await measureImport(contender, effort.runs);
    // We are not let off: whatever we promise is measured to its end.
    const patience = contender.role === 'ours' ? { ...effort, budgetMs: Number.MAX_SAFE_INTEGER } : effort;
    return await measureInChild(contender, suite, patience, scratch);
  } catch (thrown) {
    return { values: {}, error: (thrown as Error).message };
  }
}

type Attempt = Measured & { readonly error?: string };

const CHILD_TIMEOUT_MS = 300_000;

async function measureInChild(
  contender: Contender,
  suite: Suite | undefined,
  effort: Effort,
  scratch: string,
): Promise<Measured> {
  return (await startChild(contender, suite, effort, scratch).hear()) as Measured;
}

interface Child {
  tell(word: Word): void;
  /** The next that it says; rejects where it ends instead. */
  hear(): Promise<Said>;
}

function startChild(contender: Contender, suite: Suite | undefined, effort: Effort, scratch: string): Child {
  const { adapter, durable } = contender;
  const task: Task = { adapter, durable, effort, ...(suite && { suite }) };
  const cache = join(scratch, 'compiled');
  const child = fork(join(import.meta.dirname, 'child.ts'), [JSON.stringify(task)], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, NODE_ENV: 'production', TMPDIR: scratch, NODE_COMPILE_CACHE: cache, ...contender.env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr!.on('data', (data: Buffer) => {
    said = (said + data.toString()).slice(-4_000);
  });
  return {
    tell: (word) => void child.send(word),
    hear: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => child.kill('SIGKILL'), CHILD_TIMEOUT_MS);
        const end = (code: number | null, signal: string | null) => {
          clearTimeout(timer);
          reject(new Error(/^\w*Error: .*$/m.exec(said)?.[0] ?? `it ended with ${signal ?? code}`));
        };
        child.once('close', end);
        child.once('message', (message) => {
          clearTimeout(timer);
          child.off('close', end);
          resolve(message as Said);
        });
      }),
  };
}

function tellProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
  else if (line !== '') process.stderr.write(`${line}\n`);
}
