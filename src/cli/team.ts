/** `consilium team`: check teams, list teams. */
import type { RemoteConfig } from '../a2a/client/kind.ts';
import { ConsiliumError, silentLog, toConsiliumError } from '../kernel/index.ts';
import { createModels } from '../models/index.ts';
import { homeDir, isSealed, readDataKey, unlockFolder } from '../storage/index.ts';
import {
  checkTeam,
  drawTeam,
  drawText,
  findTeamOrFolder,
  formatProblems,
  listTeams,
  type McpConfig,
  type McpOffer,
  teamDirs,
} from '../teams/index.ts';
import { type Move, movesOf } from '../teams/moves.ts';
import { withApp } from './house.ts';
import { bold, dim, Progress, printJson, terminal } from './terminal.ts';

interface CheckOptions {
  json?: boolean;
  draw?: boolean;
  probe?: boolean;
  session?: string;
  home?: string;
}

interface Played {
  readonly app: string;
  readonly moves: readonly Move[];
}

/** Of a session: whose it is, and who handed over to whom. */
async function readSession({ session, home }: CheckOptions): Promise<Played | undefined> {
  if (session === undefined) return undefined;
  return withApp({ home }, async ({ home: { store } }) => {
    const row = await store.session(session);
    if (row === undefined) throw new ConsiliumError('SESSION_UNKNOWN', `There is no session ${session.slice(0, 60)}.`);
    return { app: row.app, moves: movesOf(await store.events(session)) };
  });
}

export async function check(dir: string | undefined, options: CheckOptions): Promise<void> {
  if (options.session !== undefined && !options.draw)
    throw new ConsiliumError('INPUT_INVALID', '--session goes with --draw.');
  const played = await readSession(options);
  const wanted = dir ?? played?.app;
  const entries =
    wanted === undefined
      ? await listTeams(teamDirs(process.env))
      : [await findTeamOrFolder(wanted, teamDirs(process.env))];
  const models = createModels({ env: process.env });
  const remotes: { name: string; config: RemoteConfig }[] = [];
  const kinds = async () => [
    (await import('../a2a/client/kind.ts')).remoteKind((config, { name }) => {
      remotes.push({ name, config });
      return { send: async function* () {} };
    }),
  ];
  const servers: Promise<McpOffer>[] = [];
  const mcp = options.probe ? (await import('../app/mcp.ts')).openMcpDesk({ env: process.env, log: silentLog }) : null;
  const mcpTools = (config: McpConfig) => {
    const offer = mcp!.tools(config);
    servers.push(offer);
    return offer;
  };
  const progress = new Progress('Checking');
  const checked = [];
  try {
    for (const { dir: folder, name } of entries) {
      progress.update(`Checking ${name}`);
      const found = await checkTeam(folder, { models, kinds, ...(mcp && { mcpTools }) });
      const elsewhere = remotes.splice(0);
      const probed = options.probe ? await probe(elsewhere) : [];
      checked.push({ name, dir: folder, ...found, remotes: probed, servers: await Promise.all(servers.splice(0)) });
    }
  } finally {
    progress.stop();
    await mcp?.close();
  }
  const problems = checked.flatMap((team) => team.problems);
  const away = checked.flatMap(({ remotes: probed, servers: asked }) =>
    [...probed, ...asked].filter(({ problem }) => problem !== undefined),
  );
  if (problems.length + away.length > 0) terminal().setExitCode(1);
  if (options.json)
    return printJson({
      teams: checked.map(({ name, dir: folder, team, warnings, problems: found, remotes: probed, servers: asked }) => ({
        name,
        dir: folder,
        agents: team?.agents ?? [],
        ...(options.draw && team && { drawing: drawTeam(team) }),
        ...(played && played.app === team?.name && { moves: played.moves }),
        problems: found,
        warnings,
        ...(options.probe && {
          remotes: probed.map(({ problem, ...at }) => ({
            ...at,
            ok: problem === undefined,
            ...(problem && { error: problem }),
          })),
          servers: asked.map(({ server, tools, problem }) => ({
            ...{ server, ok: problem === undefined, tools: tools.map((tool) => tool.name) },
            ...(problem && { error: problem }),
          })),
        }),
      })),
      ...errorOf(problems.length, away.length),
    });
  const { stdout } = terminal();
  for (const { name, team, problems: found, warnings, remotes: probed, servers: asked } of checked) {
    if (found.length > 0) stdout.write(`${formatProblems(found, { color: stdout.isTTY })}\n`);
    if (warnings.length > 0) stdout.write(`${dim(stdout, `Warnings:\n${formatProblems(warnings)}`)}\n`);
    const verdict =
      team === undefined
        ? `${found.length} problem${found.length === 1 ? '' : 's'}`
        : `fine, ${team.agents.length} agents`;
    stdout.write(`${bold(stdout, name)}: ${verdict}\n`);
    for (const { agent, endpoint, problem } of probed)
      stdout.write(`  ${agent} at ${endpoint}: ${problem === undefined ? 'answers' : sayProblem(problem)}\n`);
    for (const { server, tools, problem } of asked)
      stdout.write(
        `  MCP server ${server}: ${problem === undefined ? `answers, ${tools.length} tools` : sayProblem(problem)}\n`,
      );
    if (options.draw && team !== undefined) stdout.write(`\n${drawText(drawTeam(team))}\n\n`);
    if (played !== undefined && team !== undefined)
      stdout.write(`${sayMoves(played, team.name, options.session!)}\n\n`);
  }
}

interface Probed {
  readonly agent: string;
  readonly endpoint: string;
  readonly problem?: ConsiliumError;
}

/** Asks each remote agent, at each of its endpoints, whether it would take a call. */
async function probe(remotes: readonly { name: string; config: RemoteConfig }[]): Promise<Probed[]> {
  const { configureRemote, Remote } = await import('../a2a/client/index.ts');
  const { openKeys } = await import('../a2a/auth/keys.ts');
  const dir = homeDir(undefined, process.env);
  if (isSealed(dir)) unlockFolder(dir, readDataKey(process.env));
  const { signBody } = openKeys(dir);
  const probed = remotes.map(async ({ name, config }): Promise<Probed[]> => {
    try {
      const settings = configureRemote(name, config, { env: process.env, sign: signBody });
      const remote = new Remote({ ...settings, timeoutMs: Math.min(settings.timeoutMs, PATIENCE_MS) });
      const looks = await remote.look().finally(() => remote.close());
      return looks.map((look) => ({ agent: name, ...look }));
    } catch (thrown) {
      const endpoint = [config.endpoints ?? config.endpoint ?? config.url ?? ''].flat().join(', ');
      return [{ agent: name, endpoint, problem: toConsiliumError(thrown) }];
    }
  });
  return (await Promise.all(probed)).flat();
}

const PATIENCE_MS = 10_000;

function sayProblem({ message, hint }: ConsiliumError): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

function errorOf(problems: number, away: number): object {
  const [code, message] =
    problems > 0
      ? ['TEAM_INVALID', `${problems} problem(s) found.`]
      : ['REMOTE_UNAVAILABLE', `${away} endpoint(s) or MCP server(s) would not take a call.`];
  return problems + away > 0 ? { error: { code, message, retryable: false } } : {};
}

function sayMoves({ app, moves }: Played, team: string, session: string): string {
  if (app !== team) return `Session ${session} is of the team ${app}.`;
  if (moves.length === 0) return `In session ${session} nobody handed over.`;
  const lines = moves.map(
    ({ from, to, times, refused, why }) =>
      `  ${from} ${refused ? '✗' : '→'} ${to}${times > 1 ? ` (${times} times)` : ''}${refused ? `: refused, ${why}` : ''}`,
  );
  return [`Transfers in session ${session}:`, ...lines].join('\n');
}

export async function list(options: { json?: boolean }): Promise<void> {
  const teams = await listTeams(teamDirs(process.env));
  if (options.json) return printJson({ teams });
  for (const { name, description } of teams)
    terminal().stdout.write(`${bold(terminal().stdout, name)}  ${description}\n`);
}
