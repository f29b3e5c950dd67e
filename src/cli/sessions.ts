/** `consilium sessions`: what was talked about, to come back to it. */
import { type App, deleteSession, isAmongAgents, RUN_APPS } from '../app/index.ts';
import { ConsiliumError, machineUser } from '../kernel/index.ts';
import { noteRead, visitor, withApp } from './house.ts';
import { bold, dim, printJson, terminal } from './terminal.ts';

interface Options {
  team?: string;
  delete?: string;
  facts?: boolean;
  json?: boolean;
  home?: string;
}

export async function sessions(options: Options): Promise<void> {
  if (options.delete !== undefined) return removeSession(options.delete, options);
  const which = { user: machineUser().user, outer: null };
  const rows = await withApp(options, async ({ home }) => {
    const all = await home.store.sessions({
      ...which,
      ...(options.team ? { app: options.team } : { notApps: RUN_APPS }),
    });
    const shown = options.team === undefined ? all.filter(({ app }) => !isAmongAgents(app)) : all;
    noteRead(home, 'sessions', shown);
    return shown;
  });
  if (options.json)
    return printJson({
      sessions: rows.map((row) => ({
        id: row.id,
        team: row.app,
        title: row.title,
        updated: new Date(row.updated).toISOString(),
        open: row.open !== null,
      })),
    });
  const { stdout } = terminal();
  if (rows.length === 0) stdout.write('No sessions yet. Begin with: consilium chat\n');
  for (const row of rows)
    stdout.write(
      `${bold(stdout, row.title)}\n${dim(stdout, `  ${new Date(row.updated).toLocaleString()} · ${row.app} · ${row.id}${row.open ? ' · interrupted' : ''}`)}\n`,
    );
}

async function removeSession(id: string, options: Options): Promise<void> {
  const { undone, left } = await withApp(options, async (app) => {
    await requireIdle(app, id);
    return deleteSession(app, id, { withFacts: options.facts === true, visitor: visitor() });
  });
  if (options.json) return printJson({ deleted: id, undone, left });
  const { stdout } = terminal();
  const facts = (many: number) => (many === 1 ? '1 fact' : `${many} facts`);
  stdout.write(
    `Deleted${undone > 0 ? `, with ${facts(undone)} that ${undone > 1 ? 'were' : 'was'} told in it` : ''}.\n`,
  );
  if (left > 0)
    stdout.write(
      `${facts(left)} told in it ${left > 1 ? 'stay' : 'stays'} in the record. With --facts they would have gone too; each can still be taken back on the page of the record.\n`,
    );
}

/** One of this machine's user that no turn runs in. */
async function requireIdle({ home }: App, id: string): Promise<void> {
  const row = await home.store.session(id);
  if (row === undefined || row.user !== machineUser().user)
    throw new ConsiliumError('SESSION_UNKNOWN', 'There is no such session.', {
      hint: 'consilium sessions lists them.',
    });
  if (row.open !== null)
    throw new ConsiliumError('SESSION_BUSY', 'A turn of this session is running.', {
      hint: 'Wait for it, or stop it.',
    });
}
