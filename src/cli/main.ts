/** Where the command line begins. */
import { runCommand } from './program.ts';
import { ownTerminal } from './terminal.ts';

/** They go on when nobody reads any longer what they say, and where a disk has no room for it: a line is lost, they are not. */
const STANDING = new Set(['serve', 'worker']);
const [command = ''] = process.argv.slice(2);
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (STANDING.has(command)) return;
    if (error.code !== 'EPIPE') throw error;
    process.exit(); // `| head` has seen enough
  });

const failed = await runCommand(process.argv.slice(2), { terminal: ownTerminal });
if (failed > 0) process.exitCode = failed;
