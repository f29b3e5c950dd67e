/** `consilium ask`: one message, one answer. */
import { text } from 'node:stream/consumers';
import { openApp, toAnswer } from '../app/index.ts';
import { fromShape } from '../kernel/index.ts';
import { cliLog } from './log.ts';
import { dim, fail, Progress, printJson } from './terminal.ts';
import { footer, remarks, showTurn } from './transcript.ts';

export interface AskOptions {
  team?: string;
  patient?: string;
  session?: string;
  json?: boolean;
  home?: string;
}

export async function ask(given: string, options: AskOptions): Promise<void> {
  const message = given === '-' ? await text(process.stdin) : given;
  const opening = new Progress('Opening the data folder');
  const app = openApp({ home: options.home, log: cliLog() });
  try {
    const team = await app.teamOrFolder(options.team);
    opening.stop();
    const { session, patient } = options;
    const turn = team.send({ message, session, patient, stream: !options.json });
    const stop = () => turn.cancel();
    process.once('SIGINT', stop);
    const result = options.json ? await turn.result : await showTurn(turn);
    process.off('SIGINT', stop);
    const answer = toAnswer(team.team.name, result);
    if (result.error) process.exitCode = 1;
    if (options.json) return printJson(answer);
    for (const remark of remarks(answer)) process.stdout.write(`\n*${remark}*\n`);
    if (result.error) fail(fromShape(result.error), false);
    else process.stderr.write(`${dim(process.stderr, `${footer(result)} · session ${result.session}`)}\n`);
  } finally {
    opening.stop();
    await app.close();
  }
}
