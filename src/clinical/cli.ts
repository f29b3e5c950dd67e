import { enableCompileCache } from 'node:module';
import { text as readText } from 'node:stream/consumers';

/** The two text commands without the rest of the house: `node src/clinical/cli.ts extract|triage [--batch] [--now ISO]`. */
enableCompileCache();
const [command, ...flags] = process.argv.slice(2);
const now = flags.includes('--now') ? flags[flags.indexOf('--now') + 1] : undefined;
const answer = await answerer(command);

if (!answer) {
  process.stderr.write('usage: cli.ts extract|triage [--batch] [--json] [--now ISO]\n');
  process.exitCode = 2;
} else if (flags.includes('--batch')) {
  const { runBatch } = await import('./batch.ts');
  await runBatch(process.stdin, process.stdout, answer);
} else process.stdout.write(`${JSON.stringify(answer({ text: await readText(process.stdin) }))}\n`);

async function answerer(
  name: string | undefined,
): Promise<((row: { text: string; now?: string }) => object) | undefined> {
  if (name === 'extract') {
    const { extractFacts } = await import('./extract.ts');
    return (row) => ({ facts: extractFacts(row.text, { now: row.now ?? now }) });
  }
  if (name !== 'triage') return undefined;
  const { triage } = await import('./triage.ts');
  return (row) => triage(row.text);
}
