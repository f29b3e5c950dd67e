/** `consilium ask`: one message, one answer. */
import { text } from 'node:stream/consumers';
import { type Answer, toAnswer } from '../app/index.ts';
import { fromShape } from '../kernel/index.ts';
import { withApp } from './house.ts';
import { type PlaceOptions, placeOf } from './place.ts';
import { dim, fail, Progress, printJson, terminal } from './terminal.ts';
import { footer, remarks, showTurn, sourcesOf } from './transcript.ts';

export interface AskOptions extends PlaceOptions {
  team?: string;
  patient?: string;
  session?: string;
  json?: boolean;
  home?: string;
}

export async function ask(given: string, options: AskOptions): Promise<void> {
  const message = given === '-' ? await text(terminal().stdin) : given;
  // Who wants JSON is a program: it waits without being told.
  const opening = options.json ? undefined : new Progress('Opening the data folder');
  await withApp(options, async (app) => {
    const team = await app.teamOrFolder(options.team);
    opening?.stop();
    const { session, patient } = options;
    const place = placeOf(options);
    const turn = team.send({ message, session, patient, place, stream: !options.json, door: 'command line' });
    const heard = terminal().onInterrupt(() => turn.cancel());
    const result = options.json ? await turn.result : await showTurn(turn);
    heard();
    const answer = toAnswer(team.team.name, result);
    if (result.error) terminal().setExitCode(1);
    if (options.json) return printJson(answer);
    if (answer.pending !== undefined) {
      terminal().stdout.write(`\n${sayPending(answer.pending)}\n`);
    }
    const sources = sourcesOf(answer, result.text);
    if (sources.length > 0) terminal().stdout.write(`\n${sources.join('\n')}\n`);
    for (const remark of remarks(answer)) terminal().stdout.write(`\n*${remark}*\n`);
    if (result.error) return void fail(fromShape(result.error), false);
    const { stderr } = terminal();
    stderr.write(`${dim(stderr, `${footer(result)} · session ${result.session}`)}\n`);
  }).finally(() => opening?.stop());
}

/** What is waited for: what it is, why, what a yes does, how it is taken back, and how to answer. */
function sayPending({ id, what, why, effect, undo }: NonNullable<Answer['pending']>): string {
  const lines = [`It waits for your word: ${what}`, why, `Yes: ${effect}`, undo && `Undo: ${undo}`];
  return [...lines, `consilium answer ${id} yes|no`].filter(Boolean).join('\n');
}
