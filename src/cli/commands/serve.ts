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
    .option('--agent <name>', 'one agent of a team as a service of its own, for other machines to call')
    .option('--team <name>', 'with --agent: the team that it is of, by name or folder')
    .option('--grpc-port <n>', 'let agents be called in gRPC too, on this port (or $CONSILIUM_GRPC_PORT)', readPort)
    .option('--tls-cert <file>', 'serve https with this certificate (PEM; or $CONSILIUM_TLS_CERT)')
    .option('--tls-key <file>', 'and this key (PEM; or $CONSILIUM_TLS_KEY)')
    .option('--watch', 'load teams anew when their files change')
    .option(...home)
    .action(async (options) => (await import('../serve.ts')).serve(options, runCommand));
}
