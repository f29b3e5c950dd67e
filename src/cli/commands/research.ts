/** The research desk, as commands. */
import type { Command } from 'commander';
import { home, json, session } from '../options.ts';

export function register(program: Command): void {
  program
    .command('research')
    .description('Ask the research desk: an agent looks into it, and looks again if you say how often')
    .argument('[question]', 'what to look into')
    .option('--example', 'shows what the desk does, on invented papers, in a minute')
    .option(...session)
    .option(...json)
    .option(...home)
    .addHelpText(
      'after',
      `
Examples:
  $ consilium research "New treatments for Duchenne muscular dystrophy. Check every Monday at 8."
  $ consilium research --example              what the desk does, on invented papers, in a minute`,
    )
    .action(async (question, options) => (await import('../research.ts')).research(question, options));

  program
    .command('agents')
    .description('The research agents: what they follow, and what they found last')
    .option('--delete <agent>', 'deletes one, by id or name: its triggers, memory and files')
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../research.ts')).agents(options));

  program
    .command('files')
    .description("An agent's files, or one of them with its versions")
    .argument('<agent>', 'id or name')
    .argument('[path]', 'a file of its workspace')
    .option('--version-number <n>', 'an earlier version', Number)
    .option('--diff <n>', 'what changed since this version', Number)
    .option('--restore <n>', 'make an earlier version the newest again', Number)
    .option('--export <format>', 'print the report with its evidence as md, html or pdf')
    .option(...json)
    .option(...home)
    .action(async (agent, path, options) => (await import('../research.ts')).files(agent, path, options));

  program
    .command('feed')
    .description('What the desk surfaced, what it kept back, and why')
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../research.ts')).feed(options));

  program
    .command('worker')
    .description('Only does what is due (triggers), until it is stopped')
    .option('--once', 'does what is due now and ends')
    .option(...home)
    .action(async (options) => (await import('../worker.ts')).worker(options));

  registerTriggers(program);
}

function registerTriggers(program: Command): void {
  const triggers = program.command('triggers').description('What agents do later: list, add, cancel, run now, replay');
  triggers
    .command('list')
    .option('--agent <id>', 'of this agent only')
    .option('--status <status>', 'pending, completed or cancelled')
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../triggers.ts')).list(options));
  triggers
    .command('add')
    .requiredOption('--agent <id>', 'id or name of the agent that is woken')
    .requiredOption('--schedule <when>', '"every Monday at 8", "+1 week", "in May 2027", cron or ISO')
    .requiredOption('--instruction <text>', 'what it is to do then')
    .option('--zone <zone>', 'time zone, like Europe/Berlin')
    .option('--missed <policy>', 'what of missed occasions is caught up: once, all or skip')
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../triggers.ts')).add(options));
  for (const [name, what] of [
    ['cancel', 'Ends a trigger'],
    ['run', 'Fires a trigger now and waits for its report'],
    ['replay', 'Tries a dead letter again'],
  ] as const)
    triggers
      .command(name)
      .description(what)
      .argument('<id>', name === 'replay' ? 'of the firing, as `triggers dead` shows it' : 'of the trigger')
      .option(...json)
      .option(...home)
      .action(async (id, options) => (await import('../triggers.ts'))[name](id, options));
  triggers
    .command('dead')
    .description('What failed for good and waits for a person')
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../triggers.ts')).dead(options));
}
