/**
 * The command line. Each room registers its commands (commands/); what they do is loaded when they are called, so that
 * `--help` and quick commands start at once.
 * With --json, stdout carries one JSON document and nothing else; everything for people and logs goes to stderr.
 * Exit codes: 0 done, 1 the request failed, 2 wrong usage.
 */
import { Command, CommanderError } from 'commander';
import { ConsiliumError } from '../kernel/errors.ts';
import { homeDir } from '../storage/owner.ts';
import * as assistant from './commands/assistant.ts';
import * as keeping from './commands/keeping.ts';
import * as mcp from './commands/mcp.ts';
import * as record from './commands/record.ts';
import * as research from './commands/research.ts';
import * as serve from './commands/serve.ts';
import * as study from './commands/study.ts';
import * as talk from './commands/talk.ts';
import * as team from './commands/team.ts';
import * as text from './commands/text.ts';
import * as token from './commands/token.ts';
import * as workshop from './commands/workshop.ts';
import { clock } from './options.ts';
import { forwardCommand } from './owner.ts';
import { atSeat, fail, lentApp, nameCommand, type RunCommand, terminal } from './terminal.ts';

/** Runs a command where this seat says; returns its exit code, or 0 where it has said one to its terminal. */
export const runCommand: RunCommand = (args, seat) =>
  atSeat(seat, async () => {
    try {
      await createProgram(args).parseAsync([...args], { from: 'user' });
      return 0;
    } catch (thrown) {
      if (thrown instanceof Forwarded) return thrown.exitCode;
      if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
      return fail(thrown, args.includes('--json'));
    }
  });

/** Not an error: the command was run by whoever has the data folder open. */
class Forwarded {
  readonly exitCode: number;
  constructor(exitCode: number) {
    this.exitCode = exitCode;
  }
}

/** These open a data folder of their own, or none that could be in use. */
const AT_HOME = new Set(['serve', 'restore', 'seal']);

function createProgram(args: readonly string[]): Command {
  const program = new Command('consilium')
    .description(
      'A multi-agent platform for health. Works with no key and no server; a model key gives it a better voice.',
    )
    .showHelpAfterError('(add --help for what this command takes)')
    .configureHelp({ sortSubcommands: false })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal().stdout.write(text),
      writeErr: (text) => void terminal().stderr.write(text),
    })
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
  for (const room of [talk, team, research, assistant, study, record, text, workshop, serve, keeping, token, mcp])
    room.register(program, runCommand);
  for (const command of commandsOf(program)) if (takesHome(command)) command.option(...clock);
  program.hook('preAction', async (_, command) => {
    nameCommand(pathOf(command));
    if (!takesHome(command)) return;
    if (lentApp() !== undefined && command.opts()['clock'] !== undefined) throw clockTaken();
    if (AT_HOME.has(command.name()) || lentApp() !== undefined) return;
    const code = await forwardCommand(homeDir(command.opts()['home'], process.env), args);
    if (code !== undefined) throw new Forwarded(code);
  });
  return program;
}

function commandsOf(command: Command): Command[] {
  return command.commands.flatMap((each) => [each, ...commandsOf(each)]);
}

/** `study cards` */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null ? '' : `${pathOf(parent)} ${command.name()}`.trim();
}

function takesHome({ options }: Command): boolean {
  return options.some(({ long }) => long === '--home');
}

function clockTaken(): ConsiliumError {
  return new ConsiliumError('CLOCK_TAKEN', 'A running server has the data folder open, and its clock counts.', {
    hint: 'Start the server with --clock, or stop it first.',
  });
}
