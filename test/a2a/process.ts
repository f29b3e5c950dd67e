/** `consilium` as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const BIN = resolve(import.meta.dirname, '../../bin/consilium.mjs');

export interface Served {
  readonly url: string;
  readonly child: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export async function serve(args: readonly string[], env: Record<string, string> = {}): Promise<Served> {
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', ...args], {
    env: { ...process.env, CONSILIUM_LOG: 'warn', CONSILIUM_EMBEDDINGS: 'off', CONSILIUM_WARM_UP: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let failed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    failed += chunk;
  });
  const url = await new Promise<string>((done, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
      const found = /(https?):\/\/localhost:(\d+)/.exec(out);
      if (found) done(`${found[1]}://127.0.0.1:${found[2]}`);
    });
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${failed}`)));
  });
  return {
    url,
    child,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

/** One command, its JSON. */
export async function run(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; json: Record<string, unknown> | undefined; err: string }> {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk;
  });
  // Not `exit`: what it said last may still be on its way.
  const [code] = (await once(child, 'close')) as [number];
  return { code, json: out.trim().startsWith('{') ? JSON.parse(out) : undefined, err };
}
