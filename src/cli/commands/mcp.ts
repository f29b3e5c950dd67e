/** The house for MCP clients, as a command. */
import type { Command } from 'commander';
import { home } from '../options.ts';

export function register(program: Command): void {
  program
    .command('mcp')
    .description('Serve MCP over stdin and stdout: functions, record queries, search and teams as tools')
    .option(...home)
    .addHelpText('after', '\nFor a client that starts its servers: {"command": "npx", "args": ["consilium", "mcp"]}')
    .action(async (options) => (await import('../mcp.ts')).mcp(options));
}
