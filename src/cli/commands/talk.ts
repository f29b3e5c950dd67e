/** Talking to a team, as commands. */
import type { Command } from 'commander';
import { city, country, home, json, patient, session, team, timezone } from '../options.ts';

export function register(program: Command): void {
  program
    .command('chat')
    .description('Talk to a team: words stream, the acting agent is named, Ctrl-C stops an answer')
    .option(...team)
    .option(...patient)
    .option(...session)
    .option(...timezone)
    .option(...country)
    .option(...city)
    .option('--watch', 'load the team anew when its files change')
    .option(...home)
    .addHelpText(
      'after',
      '\nIn the chat: /help lists the commands. Leave with /quit or Ctrl-D; --session brings you back.',
    )
    .action(async (options) => (await import('../chat.ts')).chat(options));

  program
    .command('ask')
    .description('Ask one question and get the answer')
    .argument('<message>', 'what to ask; "-" reads it from stdin')
    .option(...team)
    .option(...patient)
    .option(...session)
    .option(...timezone)
    .option(...country)
    .option(...city)
    .option(...json)
    .option(...home)
    .action(async (message, options) => (await import('../ask.ts')).ask(message, options));

  program
    .command('sessions')
    .description('List past sessions, the newest first; or delete one')
    .option(...team)
    .option('--delete <id>', 'delete this one, for good; says how many facts it leaves in the record')
    .option('--facts', 'with --delete: the facts that were told in it leave the record too')
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../sessions.ts')).sessions(options));

  program
    .command('pending')
    .description('List the turns that wait for your word')
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../pending.ts')).pending(options));

  program
    .command('answer')
    .description('Answer a turn that waits; it goes on at once')
    .argument('<id>', 'of consilium pending')
    .argument('<reply>', 'yes, no, or words')
    .option(...team)
    .option(...json)
    .option(...home)
    .action(async (id, reply, options) => (await import('../pending.ts')).answer(id, reply, options));
}
