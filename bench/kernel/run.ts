/**
 * npm run bench: the kernel against other agent frameworks. Installs them if need be, measures, and prints the medians.
 */
import { toConsiliumError } from '../../src/kernel/errors.ts';
import { contenders } from './contender.ts';
import { measureAll } from './contest.ts';
import { installPeers } from './install.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { formatReport, makeReport } from './report.ts';

try {
  await main(readOptions(process.argv.slice(2)));
} catch (thrown) {
  const { code, message, hint } = toConsiliumError(thrown);
  process.stderr.write(`${message}${hint === undefined ? '' : `\n${hint}`}\n`);
  process.exitCode = code === 'USAGE' ? 2 : 1;
}

async function main(options: Options): Promise<void> {
  if (options.help) {
    process.stdout.write(HELP);
    return;
  }
  const chosen = contenders.filter((c) => c.role !== 'peer' || options.peers.includes(c.name));
  const peers = chosen.filter((c) => c.role === 'peer');
  await installPeers(peers, (line) => process.stderr.write(`${line}\n`));
  const findings = await measureAll(chosen, options);
  const report = makeReport(findings);
  process.stdout.write(formatReport(report));
  if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  // A peer may fail; we may not.
  if (findings.some((finding) => finding.error !== undefined && finding.contender.role === 'ours'))
    process.exitCode = 1;
}
