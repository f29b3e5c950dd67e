/** Where files stand: moved, copied, and folders for them. */
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { assistantOf } from '../_shared/place.ts';
import { ACTOR, aboutFile, files, noted, path } from './desk.ts';

const way = z.strictObject({ from: path.optional(), to: path.optional() });

/** What is to go where: a name without an ending is a folder. */
async function readWay(context: ToolContext, { from, to }: z.infer<typeof way>, verb: string, example: string) {
  if (from === undefined || to === undefined)
    throw new ConsiliumError('FILE_UNNAMED', 'Which file, and where to?', { hint: `For example: ${example}.` });
  const workspace = await files(context);
  const target = /\.[a-z0-9]+$/i.test(to) ? to : `${to}/${from.split('/').at(-1)}`;
  if (await workspace.exists(target))
    throw new ConsiliumError('FILE_THERE', `${target} is there already; nothing was ${verb}.`);
  const { content, encoding } = await workspace.read(from, { actor: ACTOR });
  const write = () => workspace.write(target, encoding === 'utf8' ? content : Buffer.from(content, 'base64'), ACTOR);
  return { from, target, workspace, write };
}

export const moveFile = tool({
  name: 'move_file',
  description: 'Moves or renames a file.',
  input: way,
  execute: async (given, context) => {
    const example = 'rename notes.txt to ideas.txt';
    const { from, target, workspace, write } = await readWay(context, given, 'moved', example);
    await noted(context, [from, target], `Moved ${from} to ${target}`, async () => {
      await write();
      await workspace.remove(from, ACTOR);
    });
    return { say: `Moved **${from}** to **${target}**.`, path: target, about: aboutFile(target) };
  },
});

export const copyFile = tool({
  name: 'copy_file',
  description: 'Copies a file to another name or folder; without one, beside it.',
  input: way,
  execute: async ({ from, to = from && copyOf(from) }, context) => {
    const { target, write } = await readWay(context, { from, to }, 'copied', 'copy notes.txt to backup.txt');
    await noted(context, [target], `Copied ${from} to ${target}`, write);
    return { say: `Copied **${from}** to **${target}**.`, path: target, about: aboutFile(target) };
  },
});

/** notes.txt is copied to notes copy.txt. */
function copyOf(from: string): string {
  return from.replace(/(?=\.[^./]+$)|(?<=\/[^./]+|^[^./]+)$/, ' copy');
}

export const makeFolder = tool({
  name: 'make_folder',
  description: 'Makes a folder in the workspace.',
  input: z.strictObject({ folder: path.optional() }),
  execute: async ({ folder }, context) => {
    if (folder === undefined)
      throw new ConsiliumError('FOLDER_UNNAMED', 'What shall the folder be called?', {
        hint: 'For example: make a folder called taxes.',
      });
    const { effects } = assistantOf(context);
    const about = { kinds: ['folder'], name: folder };
    if ((await (await files(context)).list()).folders.includes(folder))
      return { say: `There is a folder **${folder}** already.`, folder, about };
    await effects.onFolder(context.session.user, folder, context.idempotencyKey);
    return { say: `Made the folder **${folder}**.`, folder, about };
  },
});
