/** The text engine, as commands. */
import type { Command } from 'commander';
import { json } from '../options.ts';

export function register(program: Command): void {
  program
    .command('extract')
    .description('Find the facts in a text: measurements, medications, conditions and more')
    .option('--batch', 'lines {id, text} in, lines {id, facts} out')
    .option('--now <iso>', 'what "yesterday" is counted from')
    .option(...json)
    .addHelpText('after', '\nExample:\n  $ echo "BP was 152/94 this morning" | consilium extract --json')
    .action(async (options) => (await import('../text.ts')).extract(options));

  program
    .command('triage')
    .description('Say which rule of the health team a message falls under')
    .option('--batch', 'lines {id, text} in, lines {id, rule, agent} out')
    .option(
      '--model <name>',
      'ask this model of the catalogue instead of the offline engine (emergencies stay with it)',
    )
    .option(...json)
    .action(async (options) => (await import('../text.ts')).triageText(options));
}
