/**
 * `npm run -s tck -- FILE.ndjson [--failures]`: runs openCypher scenarios, each on a scratch graph of its own, and prints
 * `{passed, failed, skipped, total}` as the last line.
 */
import { readFileSync } from 'node:fs';
import { runScenario, scenarioSchema, type Verdict } from './tck/scenario.ts';

const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const showFailures = process.argv.includes('--failures');

if (files.length === 0) {
  process.stderr.write('usage: npm run -s tck -- FILE.ndjson [--failures]\n');
  process.exitCode = 2;
} else {
  const counts = { passed: 0, failed: 0, skipped: 0, total: 0 };
  const failures: string[] = [];
  for (const file of files)
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line.trim() === '') continue;
      const { id, verdict } = runLine(line);
      counts[verdict.outcome]++;
      counts.total++;
      if (verdict.outcome !== 'failed') continue;
      failures.push(id);
      if (showFailures) process.stdout.write(`${JSON.stringify({ id, why: verdict.why })}\n`);
    }
  process.stdout.write(`${JSON.stringify({ ...counts, failures })}\n`);
}

function runLine(line: string): { id: string; verdict: Verdict } {
  try {
    const scenario = scenarioSchema.parse(JSON.parse(line));
    return { id: scenario.id, verdict: runScenario(scenario) };
  } catch (error) {
    return { id: 'unreadable', verdict: { outcome: 'failed', why: String(error) } };
  }
}
