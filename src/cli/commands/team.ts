/** Working on teams, as commands. */
import type { Command } from 'commander';
import { home, json } from '../options.ts';

export function register(program: Command): void {
  const teams = program.command('team').description('Work on teams');
  teams
    .command('check')
    .description('Check the YAML and TypeScript of a team; every mistake with file and line')
    .argument('[dir]', 'folder or name of the team (default: all teams)')
    .option('--draw', 'draw it: agents, tools, models, and who may hand over to whom')
    .option('--session <id>', 'with --draw: the transfers that happened in this session, and those refused')
    .option(...home)
    .option(
      '--probe',
      'ask its agents on other machines, and its MCP servers, whether they are there and take the token',
    )
    .option(...json)
    .action(async (dir, options) => (await import('../team.ts')).check(dir, options));
  teams
    .command('list')
    .description('List the teams there are')
    .option(...json)
    .action(async (options) => (await import('../team.ts')).list(options));
}
