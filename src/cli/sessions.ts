/** `consilium sessions`: what was talked about, to come back to it. */
import { isAmongAgents, RUN_APPS } from '../app/index.ts';
import { machineUser } from '../kernel/index.ts';
import { noteRead, withApp } from './house.ts';
import { bold, dim, printJson, terminal } from './terminal.ts';

export async function sessions(options: { team?: string; json?: boolean; home?: string }): Promise<void> {
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
