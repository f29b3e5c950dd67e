/** `consilium research`, `agents`, `files`, `feed`. */
import type { App } from '../app/index.ts';
import { ConsiliumError, machineUser, newId, type TurnResult } from '../kernel/index.ts';
import { type Desk, exportReport, playExample, viewAgent, viewFeed, viewFile, viewVersion } from '../research/index.ts';
import { ask } from './ask.ts';
import { noteRead, withApp } from './house.ts';
import { bold, dim, printJson, terminal } from './terminal.ts';

export interface DeskOptions {
  json?: boolean;
  home?: string;
}

export const me = machineUser();

export function withDesk<T>(options: DeskOptions, work: (desk: Desk, app: App) => Promise<T>): Promise<T> {
  return withApp(options, async (app) => work(await app.service('research'), app));
}

export interface ResearchOptions extends DeskOptions {
  session?: string;
  example?: boolean;
}

export async function research(question: string | undefined, options: ResearchOptions): Promise<void> {
  if (options.example) return showExample(options);
  if (question === undefined)
    throw new ConsiliumError('MESSAGE_EMPTY', 'There is no question.', {
      hint: 'consilium research "…", or --example.',
    });
  await ask(question, { ...options, team: 'research' });
}

/** What it said, or what it asks. */
function wordsOf({ text, pending }: TurnResult): string {
  return pending === undefined ? text : `${pending.what} (consilium answer ${pending.id} yes)`;
}

async function showExample(options: ResearchOptions): Promise<void> {
  const { stdout } = terminal();
  const told: { title: string; text: string }[] = [];
  const session = newId();
  const played = await withDesk(options, async (desk, app) => {
    const team = await app.team('research');
    return playExample(desk, await app.service('search'), {
      owner: me.user,
      ask: async (message) => wordsOf(await team.send({ message, session, stream: false }).result),
      tell: (title, text) => {
        told.push({ title, text });
        if (!options.json) stdout.write(`${bold(stdout, title)}\n${text}\n\n`);
      },
    });
  });
  const feed = viewFeed(played.feed);
  if (options.json) return printJson({ steps: told, ...feed });
  for (const { because } of feed.surfaced) stdout.write(`Surfaced: ${because}\n`);
  for (const { reason } of feed.suppressed) stdout.write(`Kept back: ${reason}\n`);
}

export async function agents(options: DeskOptions & { delete?: string }): Promise<void> {
  if (options.delete !== undefined) return removeAgent(options.delete, options);
  const rows = await withDesk(options, async (desk, { home }) => {
    await desk.settle(me.user);
    const there = desk.agents(me.user);
    noteRead(home, 'agents', there);
    return there;
  });
  if (options.json) return printJson({ agents: rows.map(viewAgent) });
  const { stdout } = terminal();
  if (rows.length === 0) stdout.write('No research agents yet. Begin with: consilium research "…"\n');
  for (const { id, name, status, lastFinding } of rows)
    stdout.write(`${bold(stdout, name)} (${status})\n${dim(stdout, `  ${id}`)}\n  ${lastFinding ?? 'no report yet'}\n`);
}

async function removeAgent(id: string, options: DeskOptions): Promise<void> {
  const { agent, triggers } = await withDesk(options, (desk) => desk.removeAgent(id, me.user));
  if (options.json) return printJson({ id: agent.id, deleted: true, triggers_cancelled: triggers });
  const { stdout } = terminal();
  stdout.write(`Deleted: ${agent.name}, with its files${triggers > 0 ? ` and ${triggers} triggers` : ''}.\n`);
}

export interface FilesOptions extends DeskOptions {
  versionNumber?: number;
  diff?: number;
  export?: string;
  restore?: number;
}

export async function files(id: string, path: string | undefined, options: FilesOptions): Promise<void> {
  await withDesk(options, async (desk, { home }) => {
    const agent = desk.agent(id, me.user);
    const { stdout } = terminal();
    noteRead(home, options.export === undefined ? 'agents/files' : 'agents/export', agent.id);
    if (options.export !== undefined) {
      const { content } = await exportReport(await desk.study(agent), options.export, { actor: me.user, path });
      return void stdout.write(content);
    }
    const space = await desk.workspace(agent);
    if (options.restore !== undefined) {
      if (path === undefined)
        throw new ConsiliumError('FILE_MISSING', 'Which file is to be restored?', {
          hint: 'consilium files AGENT PATH --restore N',
        });
      const file = await space.restore(path, options.restore, me.user);
      if (options.json) return printJson(viewFile(file));
      return void stdout.write(`${file.path} is as it was in version ${options.restore}: version ${file.version}.\n`);
    }
    if (path === undefined) {
      const { files, folders } = await space.list();
      if (options.json) return printJson({ files: files.map(viewFile), folders });
      for (const file of files)
        stdout.write(`${file.path}  ${dim(stdout, `${file.size} bytes, version ${file.version}`)}\n`);
      return;
    }
    const file = await space.read(path, { actor: me.user, version: options.versionNumber });
    const versions = await space.versions(path);
    if (options.diff !== undefined) {
      const difference = await space.difference(path, options.diff, file.version);
      if (options.json) return printJson({ path: file.path, from: options.diff, to: file.version, ...difference });
      const signs = { same: ' ', added: '+', removed: '-' };
      for (const { kind, lines } of difference.parts)
        for (const line of lines) stdout.write(`${signs[kind]} ${line}\n`);
      return;
    }
    if (options.json)
      return printJson({
        ...viewFile(file),
        content: file.content,
        encoding: file.encoding,
        versions: versions.map(viewVersion),
      });
    stdout.write(`${file.content}${file.content.endsWith('\n') ? '' : '\n'}`);
  });
}

export async function feed(options: DeskOptions): Promise<void> {
  const { view, names } = await withDesk(options, async (desk, { home }) => {
    const [reported, answered] = [desk.feed.list(me.user), desk.feed.answers(me.user)];
    noteRead(home, 'feed', [...reported, ...answered]);
    const names = new Map(desk.agents(me.user).map(({ id, name }) => [id, name]));
    return { view: viewFeed(reported, answered), names };
  });
  if (options.json) return printJson(view);
  const { stdout } = terminal();
  for (const { at, text, because } of view.surfaced)
    stdout.write(`${bold(stdout, at.slice(0, 10))} ${text}\n${dim(stdout, `  because ${because}`)}\n`);
  for (const { at, summary, reason } of view.suppressed)
    stdout.write(`${dim(stdout, `${at.slice(0, 10)} kept back: ${summary} (${reason})`)}\n`);
  for (const { at, text, because, agent_id, session_id } of view.answered) {
    const told = `  answered by ${names.get(agent_id) ?? 'an agent that is gone'} in ${session_id}, because ${because}`;
    stdout.write(`${bold(stdout, at.slice(0, 10))} ${text}\n${dim(stdout, told)}\n`);
  }
  if (view.surfaced.length + view.suppressed.length + view.answered.length === 0)
    stdout.write('Nothing was reported or asked yet.\n');
}
