/** `consilium pending` and `answer`: turns that wait for a person. */
import { demandReply, toAnswer } from '../app/index.ts';
import { fromShape, machineUser } from '../kernel/index.ts';
import { describePending } from '../server/questions.ts';
import { noteRead, withApp } from './house.ts';
import { bold, dim, fail, printJson, terminal } from './terminal.ts';

interface Options {
  home?: string;
  json?: boolean;
}

export async function pending(options: Options): Promise<void> {
  await withApp(options, async (app) => {
    const waiting = (await app.pending(machineUser())).map(describePending);
    noteRead(app.home, 'pending', waiting);
    if (options.json) return printJson({ pending: waiting });
    const { stdout } = terminal();
    if (waiting.length === 0) stdout.write('Nothing waits for you.\n');
    for (const { id, what, why, effect, undo, until } of waiting) {
      const rest = [why, `Yes: ${effect}`, undo && `Undo: ${undo}`, until && `Until ${until}`];
      stdout.write(`${bold(stdout, what)}  ${id}\n${dim(stdout, `  ${rest.filter(Boolean).join('\n  ')}`)}\n`);
    }
  });
}

export async function answer(id: string, reply: string, options: Options & { team?: string }): Promise<void> {
  await withApp(options, async (app) => {
    // A team of a folder is known once it was opened.
    if (options.team !== undefined) await app.teamOrFolder(options.team);
    const asked = (await app.pending(machineUser())).find((one) => one.id === id);
    const { app: team, turn } = await app.answer(id, demandReply(asked, reply), machineUser());
    const result = await turn.result;
    if (result.error) terminal().setExitCode(1);
    if (options.json) return printJson(toAnswer(team, result));
    if (result.error) return void fail(fromShape(result.error), false);
    terminal().stdout.write(`${toAnswer(team, result).text}\n`);
  });
}
