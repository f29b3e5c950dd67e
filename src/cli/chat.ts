/**
 * `consilium chat`: a conversation in the terminal. Ctrl-C stops the running answer and, at an empty prompt, leaves;
 * what was said is on the log in either case, and `--session` goes on with it.
 */
import { createInterface, type Interface } from 'node:readline';
import { type App, type OpenTeam, type Request, sayOpen, toAnswer } from '../app/index.ts';
import { fromShape, newId, type Turn } from '../kernel/index.ts';
import { formatProblems, type TeamChange } from '../teams/index.ts';
import { visitor, withApp } from './house.ts';
import { type PlaceOptions, placeOf } from './place.ts';
import { bold, dim, fail, Progress, terminal } from './terminal.ts';
import { footer, remarks, showTurn, sourcesOf } from './transcript.ts';
import { unguarded } from './words.ts';

export interface ChatOptions extends PlaceOptions {
  team?: string;
  patient?: string;
  session?: string;
  watch?: boolean;
  home?: string;
}

export async function chat(options: ChatOptions): Promise<void> {
  const opening = new Progress('Opening the data folder');
  await withApp(
    options,
    async (app) => {
      const team = await app.teamOrFolder(options.team);
      opening.stop();
      const session = options.session ?? newId();
      await greet(app, team, session);
      await converse(team, session, { patient: options.patient, place: placeOf(options) });
    },
    { onTeamChange: options.watch ? reportChange : undefined },
  ).finally(() => opening.stop());
}

const out = () => terminal().stdout;

async function greet(app: App, { team, runner }: OpenTeam, session: string): Promise<void> {
  const { chosen } = app.models.describe();
  const voice = chosen === 'offline' ? 'offline engine' : chosen;
  out().write(`${bold(out(), team.name)} ${dim(out(), `· ${voice} · session ${session}`)}\n`);
  const row = await app.home.store.session(session);
  if (row === undefined) {
    if (team.welcome) out().write(`\n${team.welcome.trim()}\n`);
    if (team.examples.length > 0) out().write(dim(out(), `\nTry: ${team.examples.join('\n     ')}\n`));
    return;
  }
  await showPast(app, session);
  if (row.open !== null) {
    out().write(`${dim(out(), 'The last turn was interrupted; it goes on:')}\n\n`);
    await showTurn(runner.resume(session));
  }
}

/** The last few exchanges, so that a reader knows where they were. */
async function showPast(app: App, session: string): Promise<void> {
  const past: string[] = [];
  for (const event of await app.home.store.events(session)) {
    // What the house itself set off is told by its answer.
    const how = event.type === 'invocation_started' ? event.principal?.how : undefined;
    if (event.type === 'invocation_started' && how !== 'system' && how !== 'trigger')
      past.push(`${bold(out(), 'You')}  ${event.message}`);
    if (event.type === 'agent_finished' && !event.key.includes('/') && !event.result.silent && event.result.text !== '')
      past.push(`${dim(out(), event.result.route.at(-1) ?? event.agent)}\n${event.result.text}`);
  }
  const patient = app.home.settled(session, 'patient_id');
  if (past.length > 0)
    app.home.audit.write({
      ...{ ...visitor(), action: 'read:session', object: session },
      ...{ patientId: typeof patient === 'string' ? patient : undefined },
    });
  if (past.length > 0) out().write(`\n${past.slice(-6).join('\n\n')}\n\n`);
}

async function converse(team: OpenTeam, session: string, about: Pick<Request, 'patient' | 'place'>): Promise<void> {
  const { stdin, isInteractive } = terminal();
  const lines = createInterface({ input: stdin, output: unguarded(out()), terminal: isInteractive });
  let running: Turn | undefined;
  let warned = false;
  const interrupt = () => {
    if (running !== undefined) return running.cancel();
    if (lines.line === '' && warned) return lines.close();
    warned = lines.line === '';
    lines.write(null, { ctrl: true, name: 'u' });
    out().write(warned ? dim(out(), '\n(Ctrl-C again, /quit or Ctrl-D leaves)\n') : '\n');
    lines.prompt();
  };
  lines.on('SIGINT', interrupt);
  const heard = terminal().onInterrupt(interrupt);
  lines.setPrompt(`${bold(out(), 'You')}  `);
  try {
    for await (const line of prompts(lines)) {
      warned = false;
      const message = line.trim();
      if (message === '') continue;
      if (message === '/quit' || message === '/exit') break;
      if (message.startsWith('/')) {
        out().write(help(message, team, session));
        continue;
      }
      out().write('\n');
      try {
        running = team.send({ message, session, ...about, door: 'command line' });
        const result = await showTurn(running);
        const answer = toAnswer(team.team.name, result);
        for (const note of [...sourcesOf(answer, result.text), ...remarks(answer)])
          out().write(`${dim(out(), note)}\n`);
        if (result.pending !== undefined) out().write(`${sayWaiting(toAnswer(team.team.name, result).text)}\n`);
        if (result.stillWaits !== undefined) out().write(`${sayOpen(result).trimStart()}\n`);
        if (result.outcome === 'cancelled') out().write(dim(out(), '(stopped)\n'));
        else if (result.error) fail(fromShape(result.error), false);
        else out().write(`${dim(out(), footer(result))}\n`);
      } catch (thrown) {
        fail(thrown, false);
      }
      running = undefined;
    }
  } finally {
    heard();
    lines.close();
    out().write(dim(out(), `\nGo on with: consilium chat --team ${team.team.name} --session ${session}\n`));
  }
}

/** A plain yes or no in the same chat answers it. */
function sayWaiting(question: string): string {
  return `${question}\n${dim(out(), '(yes or no)')}`;
}

async function* prompts(lines: Interface): AsyncGenerator<string> {
  let isOver = false;
  lines.once('close', () => {
    isOver = true;
  });
  const ask = () => {
    out().write('\n');
    if (!isOver) lines.prompt();
  };
  ask();
  for await (const line of lines) {
    yield line;
    ask();
  }
}

function help(command: string, { team }: OpenTeam, session: string): string {
  switch (command) {
    case '/agents':
      return `${team.agents.join('\n')}\n`;
    case '/session':
      return `${session}\n`;
    case '/examples':
      return `${team.examples.join('\n')}\n`;
    default:
      return dim(
        out(),
        '/agents    who is in this team\n/examples  messages to try\n/session   the id to come back with\n/quit      leave\nCtrl-C     stops an answer\n',
      );
  }
}

function reportChange(change: TeamChange): void {
  if (change.changed.length === 0) return;
  if (change.kind === 'loaded')
    terminal().stderr.write(dim(terminal().stderr, `\n(${change.team.name} loaded anew)\n`));
  else
    terminal().stderr.write(
      `\n${formatProblems(change.problems, { color: terminal().stderr.isTTY === true })}\n(the last good version stays)\n`,
    );
}
