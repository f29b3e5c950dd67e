/** `consilium serve`: the app over HTTP until it is told to stop; then running turns are finished or left to be resumed. */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ServerType } from '@hono/node-server';
import { pino } from 'pino';
import type { GrpcDoor } from '../a2a/grpc.ts';
import { type App, openApp, serveAgents } from '../app/index.ts';
import { openWorker } from '../app/worker.ts';
import { takeTurn } from '../kernel/breath.ts';
import { systemClock } from '../kernel/clock.ts';
import { type Log, sayWithPlace, toConsiliumError } from '../kernel/index.ts';
import {
  createGateway,
  inUrl,
  isLoopback,
  openSpans,
  openWeb,
  readAuthMode,
  type Spans,
  type WebFiles,
  withGivenTokens,
} from '../server/index.ts';
import { examineHead, homeDir, readAuditKey, type Tokens } from '../storage/index.ts';
import { formatProblems, teamDirs, teamScopes, teamsNamedAsFolders } from '../teams/index.ts';
import { keepRows } from '../text/rows.ts';
import { keepThreads } from '../threads/index.ts';
import { clockOf } from './house.ts';
import { openLogFile } from './log-file.ts';
import { readPort } from './options.ts';
import { openOwnerDoor } from './owner.ts';
import { doubtsOf, guardConnections, openPort, readTls } from './port.ts';
import { Progress, type RunCommand } from './terminal.ts';
import { warmUp } from './warming.ts';

export interface ServeOptions {
  port?: number;
  host?: string;
  home?: string;
  clock?: string;
  watch?: boolean;
  agent?: string;
  team?: string;
  grpcPort?: number;
  /** Files in PEM. */
  tlsCert?: string;
  tlsKey?: string;
}

const LOOPBACK = '127.0.0.1';

export async function serve(options: ServeOptions, runCommand: RunCommand): Promise<void> {
  const host = options.host ?? LOOPBACK;
  const auth = readAuthMode(process.env['CONSILIUM_AUTH'], host);
  const file = openLogFile();
  process.once('exit', file.end);
  const log = pino({ level: process.env['CONSILIUM_LOG'] ?? 'info', base: null }, file);
  warnOfHead(homeDir(options.home, process.env));
  if (process.env['CONSILIUM_WARM_UP'] !== 'off') await readWordLists();
  const app = openApp({
    home: options.home,
    clock: clockOf(options),
    log,
    onTeamChange: options.watch
      ? (change) => {
          if (change.kind === 'broken') process.stderr.write(`${formatProblems(change.problems)}\n`);
          else log.info({ team: change.team.name }, 'team loaded');
        }
      : undefined,
  });
  if (options.agent === undefined) await welcomeFirstRun(app);
  else await requireAgent(app, options.agent, options.team);
  const spans = await openSpans(process.env, app.traces);
  const { server, grpc, tokens } = await openServer(app, log, { ...options, host, auth, spans }).catch(
    async (thrown) => {
      await app.close();
      throw thrown;
    },
  );
  const scheme = readTls(options) === undefined ? 'http' : 'https';
  const url = `${scheme}://${isLoopback(host) ? 'localhost' : inUrl(host)}:${(server.address() as AddressInfo).port}`;
  app.home.announce({ url });
  const closeDoor = await openOwnerDoor(app, runCommand);
  process.stdout.write(
    `Consilium is running on ${url}${grpc ? `, gRPC for agents on port ${grpc.port}` : ''}\n${options.agent ?? 'Agents'} can be called at ${url}/a2a · card: ${url}/.well-known/agent-card.json\nData in ${app.home.dir} · ${app.models.describe().chosen === 'offline' ? 'offline engine (no model key)' : app.models.describe().chain.join(', ')}\nStop with Ctrl-C.\n`,
  );
  hintAtTokens(app, tokens);
  for (const dir of teamsNamedAsFolders(process.env))
    process.stderr.write(`CONSILIUM_TEAMS names ${dir}, which is a team itself. Name the folder that it is in.\n`);
  const closeThreads = keepThreads();
  const watching = watchFolder(app);
  resumeOpenTurns(app, log);
  if (options.agent === undefined) {
    startWorker(app, log);
    if (process.env['CONSILIUM_WARM_UP'] !== 'off') void warmUp(app, log);
  }
  await stopSignal();
  log.info({}, 'stopping: running turns are finished first');
  clearInterval(watching);
  closeDoor();
  server.close();
  await grpc?.close();
  await app.close(GRACE_MS);
  await spans?.close();
  await closeThreads();
}

/** Whoever manages servers gives them ten seconds to end, as a rule. */
const GRACE_MS = 7_000;

/** Parsed once in an installation, before anybody is let in: later each would keep everybody waiting. */
async function readWordLists(): Promise<void> {
  const progress = new Progress('Reading the word lists, once');
  for (const folder of ['src', 'teams'])
    for (const _ of keepRows(join(import.meta.dirname, '../..', folder))) await takeTurn();
  progress.stop();
}

/** Said before the folder is opened: what is done from then on is told all the same. */
function warnOfHead(dir: string): void {
  const { ok, says } = examineHead(dir, readAuditKey(process.env));
  if (!ok) process.stderr.write(`The audit trail: ${says}. Look into it: consilium audit verify, consilium doctor.\n`);
}

/** Said before the port is opened: a service that has no agent is none. */
async function requireAgent(app: App, agent: string, team: string | undefined): Promise<void> {
  try {
    await serveAgents(app, { only: agent, team }).find(agent);
  } catch (thrown) {
    await app.close();
    throw thrown;
  }
}

/** A folder that is gone cannot be served: better to stop with a word than to answer from what is still in memory. */
function watchFolder({ home }: App): NodeJS.Timeout {
  return setInterval(() => {
    try {
      home.test();
    } catch (thrown) {
      const error = toConsiliumError(thrown);
      if (error.code !== 'STORAGE_GONE') return;
      try {
        writeSync(2, `${sayWithPlace(error)}. ${error.hint}\n`);
      } finally {
        process.exit(1);
      }
    }
  }, 5_000).unref();
}

/** An empty record gets a few invented people, so that there is something to look at. */
async function welcomeFirstRun(app: App): Promise<void> {
  const progress = new Progress('Loading the demo patients');
  const loaded = await app.records.loadDemo().finally(() => progress.stop());
  if (loaded !== undefined)
    process.stdout.write(
      `First run: loaded ${loaded.patients.map((person) => person.name).join(', ')} (invented people).\n`,
    );
}

/** The app's files; where they cannot be built, the API is served all the same, with the status page in their place. */
async function prepareWeb(log: Log): Promise<WebFiles | undefined> {
  const progress = new Progress('Building the app, once');
  try {
    return await openWeb();
  } catch (thrown) {
    log.warn({ code: toConsiliumError(thrown).code }, 'the app could not be built; the status page takes its place');
    return undefined;
  } finally {
    progress.stop();
  }
}

async function openServer(
  app: App,
  log: Log,
  { host, auth, spans, ...options }: ServeOptions & { host: string; auth: 'off' | 'token'; spans: Spans | undefined },
): Promise<{ server: ServerType; grpc: GrpcDoor | undefined; tokens: Tokens | undefined }> {
  const { agent, team, port } = options;
  const issued = app.home.tokens(await teamScopes(teamDirs(process.env)));
  const shown = agent ? withGivenTokens(issued, process.env['A2A_TOKEN'], agent) : issued;
  const tokens = auth === 'token' ? shown : undefined;
  const web = agent === undefined ? await prepareWeb(log) : undefined;
  let grpc: GrpcDoor | undefined;
  let opened: ServerType | undefined;
  const grpcPort = () => grpc?.port;
  const httpPort = () => (opened?.address() as AddressInfo | undefined)?.port;
  const { fetch } = createGateway(app, log, { web, agent, team, spans, door: { host, tokens, shown }, grpcPort });
  const tls = readTls(options);
  const doubts = tls && doubtsOf(tls, systemClock.now());
  if (doubts !== undefined) process.stderr.write(`${doubts}\n`);
  const asked = options.grpcPort ?? portIn(process.env['CONSILIUM_GRPC_PORT']);
  if (asked !== undefined)
    grpc = await (await import('../a2a/grpc.ts')).openGrpc({
      host,
      port: asked,
      tls,
      fetch,
      httpPort,
      guard: (listener) => guardConnections(listener as Server),
    });
  const server = await openPort(fetch, host, port, tls).catch(async (thrown) => {
    await grpc?.close();
    throw thrown;
  });
  opened = server;
  return { server, grpc, tokens };
}

/** Said when commands are let in: whoever does it at once is not turned away by a folder that is in use. */
function hintAtTokens(app: App, tokens: Tokens | undefined): void {
  if (tokens?.list().every(({ id }) => !tokens.isValid(id)))
    process.stderr.write(`No token is valid yet. In another terminal: consilium token issue <name>${homeHint(app)}\n`);
}

function portIn(text: string | undefined): number | undefined {
  return text ? readPort(text) : undefined;
}

/** Said only where the command line would not find the folder by itself. */
function homeHint({ home }: App): string {
  return home.dir === homeDir(undefined, process.env) ? '' : ` --home ${home.dir}`;
}

function resumeOpenTurns(app: App, log: Log): void {
  app.resume().then(
    (count) => count > 0 && log.info({ count }, 'interrupted turns were finished'),
    (thrown: { code?: string }) => log.warn({ code: thrown.code }, 'an interrupted turn could not be finished'),
  );
}

/** What is due is done here too, where no worker of its own does it. */
function startWorker(app: App, log: Log): void {
  openWorker(app).then(
    (triggers) => triggers.start(),
    (thrown) => log.warn({ code: toConsiliumError(thrown).code }, 'nothing that is due will be done'),
  );
}

function stopSignal(): Promise<unknown> {
  return Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
