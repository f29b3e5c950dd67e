/** The person's workspace: a folder that cannot be left, every version of every file kept. */
import { contradicts } from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, except, MOST_AT_ONCE, without } from '../_shared/all.ts';
import { choose } from '../_shared/choose.ts';
import { ACTOR, aboutFile, files, noted, path } from './desk.ts';
import { edit } from './passage.ts';
import { pointsUnder } from './points.ts';

export { copyFile, makeFolder, moveFile } from './places.ts';

/** The path that was given, or the file that the words fit best: by name, then by what stands in it. */
async function findPath(
  context: ToolContext,
  given: { path?: string | undefined; query?: string | undefined },
): Promise<string> {
  if (given.path !== undefined) return given.path;
  const { query } = given;
  if (query === undefined)
    throw new ConsiliumError('FILE_UNNAMED', 'Which file?', { hint: 'Say its name, or what is in it.' });
  const workspace = await files(context);
  const all = (await workspace.list()).files;
  try {
    return choose(
      query,
      all.map((file) => ({ id: file.path, name: file.path })),
      'file',
    ).id;
  } catch (thrown) {
    // What is in it may tell a file too, but not against its name.
    const hits = await workspace.search(query, 5);
    const [only, ...others] = hits;
    // A year or a number that was named must be in the name: what stands in a file settles words, not figures.
    const isOne = others.length === 0 && !/\d/.test(query);
    const hit = hits.find(({ path: name }) => !contradicts(query, name)) ?? (isOne ? only : undefined);
    if (hit !== undefined) return hit.path;
    throw thrown;
  }
}

export const listFiles = tool({
  name: 'list_files',
  description: 'Lists the files of the workspace, or of a folder.',
  input: z.strictObject({ folder: z.string().max(500).optional() }),
  idempotent: true,
  execute: async ({ folder = '' }, context) => {
    const { files: list, folders } = await (await files(context)).list(folder);
    if (list.length === 0)
      return { say: folder === '' ? 'Your workspace is empty.' : `There is nothing in ${folder}.`, files: [] };
    return {
      say: `**${list.length === 1 ? 'One file' : `${list.length} files`}:**\n\n${list
        .slice(0, 50)
        .map((file) => `- ${file.path}`)
        .join('\n')}`,
      files: list.map(({ path: name, size, version }) => ({ path: name, size, version })),
      folders,
    };
  },
});

export const readFile = tool({
  name: 'read_file',
  description: 'Reads a file, by path or by words that fit it.',
  input: z.strictObject({
    path: path.optional(),
    query: z.string().max(500).optional(),
    part: z.string().max(200).optional().describe('the points under this heading alone: "ingredients"'),
  }),
  idempotent: true,
  execute: async ({ part, ...given }, context) => {
    const file = await (await files(context)).read(await findPath(context, given), { actor: ACTOR });
    if (file.encoding !== 'utf8') return { say: `${file.path} is not a text (${file.size} bytes).`, path: file.path };
    if (part !== undefined) return tellPoints(file, part);
    return {
      say: `**${file.path}**\n\n${file.content.slice(0, 4_000)}${file.content.length > 4_000 ? '\n\n…' : ''}`,
      path: file.path,
      about: aboutFile(file.path),
      gives: file.content,
      content: file.content.slice(0, 20_000),
    };
  },
});

/** The points of a part of a file, to be put elsewhere. */
function tellPoints(file: { path: string; content: string }, part: string) {
  const points = pointsUnder(file.content, part);
  if (points.length === 0)
    throw new ConsiliumError(
      'PASSAGE_UNCLEAR',
      `I found no list of "${part}" in ${file.path}, so I took nothing from it.`,
      {
        hint: 'Say the items themselves, or the heading that they stand under.',
      },
    );
  return {
    say: `In **${file.path}**: ${points.join(', ')}.`,
    path: file.path,
    about: aboutFile(file.path),
    gives: points.map((point) => `- ${point}`).join('\n'),
  };
}

export const searchFiles = tool({
  name: 'search_files',
  description: 'Finds files by their names and what stands in them.',
  input: z.strictObject({ query: z.string().min(1).max(500) }),
  idempotent: true,
  execute: async ({ query }, context) => {
    const hits = await (await files(context)).search(query, 10);
    if (hits.length === 0) return { say: `No file has "${query}" in it.`, hits: [] };
    const [only, ...others] = hits;
    return {
      ...(others.length === 0 && { about: aboutFile(only!.path) }),
      gives: hits.map((hit) => `- ${hit.path}`).join('\n'),
      say: `**${hits.length === 1 ? 'One file fits' : `${hits.length} files fit`}:**\n\n${hits.map((hit) => `- ${hit.path}: ${hit.snippet.replace(/\s+/g, ' ').slice(0, 160)}`).join('\n')}`,
      hits: hits.map((hit) => ({ ...hit })),
    };
  },
});

export const writeFile = tool({
  name: 'write_file',
  description:
    'Writes a text to a file; with `append` behind what stands there. What stood there before stays as an earlier version.',
  input: z.strictObject({
    path: path.optional(),
    content: z.string().max(1_000_000).optional(),
    append: z.boolean().optional(),
  }),
  idempotent: true,
  execute: async ({ path: to, content, append }, context) => {
    if (to === undefined)
      throw new ConsiliumError('FILE_UNNAMED', 'Into which file?', { hint: 'Say its name, such as house.txt.' });
    if (content === undefined)
      throw new ConsiliumError('CONTENT_MISSING', `What shall stand in ${to}?`, {
        hint: 'Put it in quotation marks, or after a colon.',
      });
    const workspace = await files(context);
    const stands = append && (await workspace.exists(to)) ? await workspace.read(to, { actor: ACTOR }) : undefined;
    if (stands !== undefined && stands.encoding !== 'utf8')
      throw new ConsiliumError('FILE_NOT_TEXT', `${to} is not a text; nothing was added.`);
    const whole = stands === undefined ? content : `${stands.content.replace(/\n?$/, '\n')}${content}\n`;
    const file = await noted(context, [to], `Saved ${to}`, () => workspace.write(to, whole, ACTOR));
    return {
      about: aboutFile(file.path),
      say: `Saved **${file.path}**${file.version > 1 ? ` (version ${file.version}; the one before is kept)` : ''}.`,
      path: file.path,
      version: file.version,
    };
  },
});

export const editFile = tool({
  name: 'edit_file',
  description:
    'Replaces a passage of a file by another, or with an empty `replace` takes it out; the passage must stand there exactly once.',
  input: z.strictObject({
    path: path.optional(),
    find: z.string().min(1).max(100_000),
    replace: z.string().max(100_000),
  }),
  execute: async ({ path: at, find, replace }, context) => {
    if (at === undefined)
      throw new ConsiliumError('FILE_UNNAMED', 'In which file?', { hint: 'Say its name, such as house.txt.' });
    const workspace = await files(context);
    const { content, encoding } = await workspace.read(at, { actor: ACTOR });
    if (encoding !== 'utf8') throw new ConsiliumError('FILE_NOT_TEXT', `${at} is not a text; nothing was changed.`);
    const edited = edit(content, find, replace, at);
    const file = await noted(context, [at], `Changed ${at}`, () => workspace.write(at, edited, ACTOR));
    const what = replace === '' ? `took out "${find}"` : `"${find}" is now "${replace}"`;
    return {
      say: `Changed **${file.path}**: ${what.slice(0, 300)} (version ${file.version}).`,
      about: aboutFile(file.path),
      path: file.path,
      version: file.version,
    };
  },
});

export const trashFile = tool({
  name: 'trash_file',
  description:
    'Puts a file into the trash; with `all` every one, or every one of a folder, after asking. Can be restored.',
  input: z.strictObject({
    path: path.optional(),
    query: z.string().max(500).optional(),
    folder: z.string().max(500).optional(),
    all: z.boolean().optional(),
    except,
  }),
  execute: async ({ all, folder = '', except: left, ...given }, context) => {
    const workspace = await files(context);
    const found = all
      ? without(
          (await workspace.list(folder)).files,
          (file) => file.path.replace(/[_/.-]+/g, ' '),
          left?.replace(/[_/.-]+/g, ' '),
        )
          .slice(0, MOST_AT_ONCE)
          .map((file) => file.path)
      : [await findPath(context, given)];
    if (found.length === 0) return { say: 'There is no file to delete.' };
    const own = (at: string) => at;
    const asked = await askForAll(context, 'Put into the trash', found, { id: own, name: own });
    if (asked === undefined) return { say: 'I left them as they are.' };
    const { things: paths, missed } = asked;
    await noted(context, paths, `Put into the trash: ${paths.join(', ').slice(0, 200)}`, async () => {
      for (const at of paths) await workspace.remove(at, ACTOR);
    });
    const [at] = paths;
    return paths.length > 1
      ? { say: `In the trash: ${paths.join(', ')}. "Restore" and the name brings one back.${missed}` }
      : {
          say: `**${at}** is in the trash. "Restore ${at}" brings it back.${missed}`,
          path: at!,
          about: aboutFile(at!),
        };
  },
});

export const restoreFile = tool({
  name: 'restore_file',
  description: 'Brings a file back from the trash, or an earlier version of it.',
  input: z.strictObject({
    path: path.optional(),
    query: z.string().max(500).optional(),
    version: z.number().int().positive().optional(),
  }),
  execute: async ({ path: named, query, version }, context) => {
    const at = named ?? query;
    if (at === undefined) throw new ConsiliumError('FILE_UNNAMED', 'Which file?');
    const workspace = await files(context);
    const versions = await workspace.versions(at);
    const kept = versions.filter(({ size, action }) => size !== null && action !== 'removed');
    // What is in the trash comes back as it was; what is there goes back to what it was before.
    const wanted = version ?? kept[versions[0]?.action === 'removed' ? 0 : 1]?.version;
    if (wanted === undefined)
      throw new ConsiliumError('FILE_UNKNOWN', `There is no earlier version of ${at} to restore.`);
    const file = await noted(context, [at], `Restored ${at}`, () => workspace.restore(at, wanted, ACTOR));
    return { say: `Restored **${file.path}** (version ${wanted}).`, path: file.path, about: aboutFile(file.path) };
  },
});

export const summarizeFile = tool({
  name: 'summarize_file',
  description: 'Summarises a file, by path or by words that fit it.',
  input: z.strictObject({ path: path.optional(), query: z.string().max(500).optional() }),
  idempotent: true,
  timeoutMs: 60_000,
  execute: async (given, context) => {
    const { functions } = context.services;
    const file = await (await files(context)).read(await findPath(context, given), { actor: ACTOR });
    if (file.encoding !== 'utf8' || file.content.trim() === '')
      return { say: `${file.path} holds no text to summarise.`, path: file.path };
    if (functions === undefined)
      throw new ConsiliumError('FUNCTIONS_MISSING', 'This application lends its agents no functions.');
    const words = file.content.split(/\s+/).length;
    const about = aboutFile(file.path);
    if (words < 60)
      return {
        say: `**${file.path}** is short:\n\n${file.content.trim()}`,
        gives: file.content,
        about,
        path: file.path,
      };
    const { output } = await functions.run(
      'summarize_content',
      {
        content: file.content.slice(0, 200_000),
        target_tokens: Math.min(300, Math.max(60, Math.round(words / 4))),
        preserve: [],
      },
      { signal: context.signal },
    );
    const summary = String((output as { summary?: unknown }).summary ?? '');
    return { say: `**${file.path}, in short:**\n\n${summary}`, gives: summary, about, path: file.path };
  },
});
