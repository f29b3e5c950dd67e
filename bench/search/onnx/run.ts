/**
 * `npm run bench:embedding [-- --json] [-- --passes N] [-- --words 20,80,200]`: our embedding kernels beside onnxruntime-node
 * and @huggingface/transformers, on the same weights and the same texts in one run: processor time a text on one thread,
 * and texts a second on all cores. The first run installs the peers into this folder (480 MB), pinned by its lock file.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ConsiliumError } from '../../../src/kernel/errors.ts';
import { scratchFolder } from '../../../src/storage/scratch.ts';
import { installPeers } from '../../kernel/install.ts';
import { CONTENDERS, type Figures, type Name, writeModels } from './contender.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    json: { type: 'boolean', default: false },
    passes: { type: 'string', default: '3' },
    words: { type: 'string', default: '20,80,200' },
  },
});
const folder = fileURLToPath(new URL('.', import.meta.url));
const tell = (line: string) => process.stderr.write(`${line}\n`);
const scratch = scratchFolder('bench-embedding');

try {
  await installPeers([{ name: 'onnx', folder }], tell);
  await writeModels(scratch);
  const rows = await contest(options.words.split(',').map(Number), Number(options.passes));
  if (options.json) {
    const machine = { arch: process.arch, node: process.version, cores: cpus().length };
    process.stdout.write(`${JSON.stringify({ suite: 'embedding', machine, rows })}\n`);
  }
} catch (thrown) {
  if (!(thrown instanceof ConsiliumError)) throw thrown;
  tell(`${thrown.message} ${thrown.hint ?? ''}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function contest(sizes: readonly number[], passes: number) {
  const rows = [];
  for (const words of sizes) {
    const all = new Map<Name, Figures[]>(CONTENDERS.map((name) => [name, []]));
    for (let pass = 0; pass < passes; pass++)
      for (const name of CONTENDERS) all.get(name)?.push(await measure(name, words));
    const row = (name: string, unit: string, better: 'less' | 'more', of: keyof Figures) =>
      toRow(
        `${name}, ${words} words`,
        unit,
        better,
        new Map([...all].map(([who, got]) => [who, median(got.map((one) => one[of]))])),
      );
    rows.push(row('one thread', 'µs CPU a text', 'less', 'cpu'), row('all cores', 'texts/s', 'more', 'rate'));
    if (words === sizes[0]) rows.push(row('nearness to 32 bits', 'cosine', 'more', 'nearness'));
    for (const one of rows.slice(words === sizes[0] ? -3 : -2)) print(one);
  }
  return rows;
}

type Row = ReturnType<typeof toRow>;

function toRow(name: string, unit: string, better: 'less' | 'more', figures: ReadonlyMap<Name, number>) {
  const { consilium, ...peers } = Object.fromEntries(figures) as Record<Name, number>;
  const best = better === 'less' ? Math.min(...Object.values(peers)) : Math.max(...Object.values(peers));
  return { name, unit, consilium, peers, ratio: better === 'less' ? consilium / best : best / consilium };
}

function print({ name, unit, consilium, peers, ratio }: Row): void {
  const show = (value: number) => value.toPrecision(4);
  const others = Object.entries(peers).map(([who, value]) => `${who} ${show(value)}`);
  console.log(
    `${name.padEnd(32)} ${unit.padEnd(14)} consilium ${show(consilium)} · ${others.join(' · ')} · ratio ${ratio.toFixed(2)}`,
  );
}

/** A process of its own for each: nobody's threads or caches are another's. */
async function measure(name: Name, words: number): Promise<Figures> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./contender.ts', import.meta.url)), name, String(words), scratch],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      // onnxruntime leaves an empty log in the temp folder for every process.
      env: { ...process.env, TMPDIR: scratch },
    },
  );
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) throw new ConsiliumError('BENCH_FAILED', `${name} ended with ${code}.`);
  return JSON.parse(said.trim().split('\n').at(-1) as string) as Figures;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
