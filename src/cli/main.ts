/** Where the command line begins. */
import { runCommand } from './program.ts';
import { ownTerminal } from './terminal.ts';

const failed = await runCommand(process.argv.slice(2), { terminal: ownTerminal });
if (failed > 0) process.exitCode = failed;
