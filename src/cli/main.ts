/**
 * The command line. Each room registers its commands (commands/); what they do is loaded when they are called, so that
 * `--help` and quick commands start at once.
 * With --json, stdout carries one JSON document and nothing else; everything for people and logs goes to stderr.
 * Exit codes: 0 done, 1 the request failed, 2 wrong usage.
 */
import { Command, CommanderError } from 'commander';
import * as record from './commands/record.ts';
import * as serve from './commands/serve.ts';
import * as talk from './commands/talk.ts';
import * as team from './commands/team.ts';
import * as text from './commands/text.ts';
import * as token from './commands/token.ts';
import * as workshop from './commands/workshop.ts';
import { fail } from './terminal.ts';

const program = new Command('consilium')
  .description(
    'A multi-agent platform for health. Works with no key and no server; a model key gives it a better voice.',
  )
  .showHelpAfterError('(add --help for what this command takes)')
  .configureHelp({ sortSubcommands: false })
  .exitOverride()
  .addHelpText(
    'after',
    `
Examples:
  $ consilium chat --team front-desk              talk to the example team
  $ consilium ask "When are you open?" --json     one question, one JSON document
  $ consilium team check examples/front-desk      every mistake in a team's YAML, with file and line
  $ consilium search "thirsty and tired"          the knowledge base and what you index
  $ consilium fn summarize_content --input a.json one agent function, typed in and out
  $ consilium serve                               the app on http://localhost:8080

Models: with no key the offline engine answers, from rules and data only. Set GOOGLE_GENERATIVE_AI_API_KEY,
OPENAI_API_KEY or ANTHROPIC_API_KEY, or point CONSILIUM_MODEL_BASE_URL at a local server, to give the agents a model.`,
  );

for (const room of [talk, team, record, text, workshop, serve, token]) room.register(program);

try {
  await program.parseAsync();
} catch (thrown) {
  if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? 0 : 2;
  else process.exitCode = fail(thrown, process.argv.includes('--json'));
}
