#!/usr/bin/env node
// Starts the CLI on the Node that the project ships (npm package `node`), whatever Node the machine has.
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const [major] = process.versions.node.split('.').map(Number);
if (major >= 24) {
  // Beside the modules that it is of; in the temp folder only where that cannot be written.
  const beside = join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile');
  const { status } = module.enableCompileCache(beside);
  if (status === module.constants.compileCacheStatus.FAILED) module.enableCompileCache();
  else process.env.NODE_COMPILE_CACHE ??= beside; // threads ask the environment
  endWithLauncher();
  await import('../src/cli/main.ts');
} else {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  const child = spawn(node, [import.meta.filename, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, CONSILIUM_LAUNCHED: '1' },
  });
  // Ctrl-C reaches the child through the terminal; the others are passed on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`consilium needs Node 24 and could not start ${node}: ${error.message}. Run npm ci.\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}

// A launcher that is killed outright passes nothing on: that the line to it is closed says so.
function endWithLauncher() {
  if (process.env.CONSILIUM_LAUNCHED !== '1' || process.channel === undefined) return;
  delete process.env.CONSILIUM_LAUNCHED;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref(); // a command that is done is not kept by it
}
