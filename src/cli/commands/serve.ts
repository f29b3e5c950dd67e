/** The server, as commands. */
import type { Command } from 'commander';
import { home, readPort } from '../options.ts';
import type { RunCommand } from '../terminal.ts';

export function register(program: Command, runCommand: RunCommand): void {
  program
    .command('serve')
    .description('Serve the app and its API')
    .option('--port <n>', 'port (default: $PORT or 8080)', readPort)
    .option('--host <address>', 'address to listen on (default: this machine only); others need CONSILIUM_AUTH=token')
    .option('--watch', 'load teams anew when their files change')
    .option(...home)
    .action(async (options) => (await import('../serve.ts')).serve(options, runCommand));
}
