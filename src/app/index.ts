/**
 * The app: the rooms put together. It opens the data folder, the models and the teams, and hands out one runner a team.
 * The command line and the server are two doors to it; neither knows how the parts are wired.
 */
import { auditAnswer, type CitationAudit, openCitationAudit } from '../citations/index.ts';
import {
  ConsiliumError,
  createRunner,
  type Delta,
  type Entry,
  type Event,
  Lanes,
  type Log,
  newId,
  type Runner,
  type Services,
  silentLog,
  type Turn,
  toConsiliumError,
} from '../kernel/index.ts';
import { createModels, type Models } from '../models/index.ts';
import { requirePatient, undoMessages } from '../record/index.ts';
import { type Home, homeDir, openHome } from '../storage/index.ts';
import {
  findTeam,
  findTeamOrFolder,
  listTeams,
  loadTeam,
  type Team,
  type TeamChange,
  watchTeam,
} from '../teams/index.ts';

import { toAnswer } from './answer.ts';
import type { OpenWorkshop, Workshop } from './workshop.ts';

export { type Answer, type PastAnswer, readAnswers, toAnswer } from './answer.ts';
export { type Graph, openGraph } from './graph.ts';
export type { Workshop } from './workshop.ts';

/** The apps of the store under which runs of the workshop are kept: they are no chats. */
export const WORKSHOP_APPS: readonly string[] = ['functions', 'pipelines'];

export interface AppOptions {
  readonly home?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
  readonly log?: Log;
  /** Loads teams anew when their files change, and tells what came of it. */
  readonly onTeamChange?: ((change: TeamChange) => void) | undefined;
}

export interface App {
  readonly home: Home;
  readonly models: Models;
  /** What each answer rested on. */
  readonly citations: CitationAudit;
  /** Which turn goes first. */
  readonly lanes: Lanes;
  /** Search, functions and pipelines; opened at the first call. */
  workshop(): Promise<Workshop>;
  /** Opens a team that the house lists, by name; without a name, the house's default. */
  team(name?: string): Promise<OpenTeam>;
  /** The same, or the team of a folder, whose code is then run: for whoever sits at this machine. */
  teamOrFolder(name?: string): Promise<OpenTeam>;
  /** Drops what is held in memory of a session that was deleted. */
  forget(session: string): Promise<void>;
  /** Finishes the turns that a dead process left open, and says how many. */
  resume(): Promise<number>;
  /** Waits for running turns, at most `graceMs`; those still open then are resumed at the next start. */
  close(graceMs?: number): Promise<void>;
}

export interface OpenTeam {
  readonly team: Team;
  readonly runner: Runner;
  send(request: Request): Turn;
}

export interface Request {
  readonly message: string;
  readonly session?: string | undefined;
  readonly user?: string | undefined;
  readonly patient?: string | undefined;
  /** A turn of the session that this message stands in for. What it and those after it told is taken back. */
  readonly replaces?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly stream?: boolean | undefined;
}

/** Who is asked when nobody is named, the first that is there. */
const DEFAULT_TEAMS = ['health', 'front-desk'];

export function openApp(options: AppOptions = {}): App {
  const env = options.env ?? process.env;
  if (env['DATABASE_URL'])
    throw new ConsiliumError(
      'DATABASE_UNSUPPORTED',
      'DATABASE_URL is set, but this version keeps its data in SQLite only.',
      {
        hint: 'Unset DATABASE_URL; the data folder is chosen with --home or CONSILIUM_HOME. The search index alone can be shared: CONSILIUM_SEARCH_URL.',
      },
    );
  const home = openHome(homeDir(options.home));
  const models = createModels({ env: { ...env, CONSILIUM_HOME: home.dir } });
  const citations = openCitationAudit(home.db);
  const lanes = new Lanes();
  const opened = new Map<string, Promise<OpenTeam & { close(): Promise<void> }>>();
  let opening: Promise<OpenWorkshop> | undefined;

  const workshop = () => {
    opening ??= import('./workshop.ts').then(({ openWorkshop }) =>
      openWorkshop({ home, models, citations, env, log: options.log }),
    );
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };

  const lend = async ({ services }: Team): Promise<Services> => {
    const record = { db: home.db, audit: home.audit.write };
    if (services.length === 0) return { record };
    const there = await workshop();
    return { record, ...Object.fromEntries(services.map((name) => [name, there[name]])) };
  };

  const open = async (dir: string) => {
    let current: OpenTeam | undefined;
    let taking: Promise<void> | undefined;
    const take = async (team: Team) => {
      current = openTeam(team, { home, models, citations, lanes, services: await lend(team), log: options.log });
    };
    const watching =
      options.onTeamChange &&
      (await watchTeam(
        dir,
        (change) => {
          if (change.kind === 'loaded') {
            taking = take(change.team);
            taking.catch(() => {});
          }
          options.onTeamChange?.(change);
        },
        { models },
      ));
    await (taking ?? take(await loadTeam(dir, { models })));
    return {
      get team() {
        return current!.team;
      },
      get runner() {
        return current!.runner;
      },
      send: (request: Request) => current!.send(request),
      close: async () => {
        await watching?.close();
        await current!.runner.idle();
      },
    };
  };

  /** Where a team lives does not change while the app is open; looking for it reads the disk. */
  const dirs = new Map<string | undefined, string>();
  const dirOf = async (name: string | undefined): Promise<string> => {
    const known = dirs.get(name);
    if (known !== undefined) return known;
    const { dir } = await findTeam(name ?? (await defaultTeam()));
    dirs.set(name, dir);
    return dir;
  };

  const openDir = (dir: string) => {
    let known = opened.get(dir);
    if (known === undefined) {
      known = open(dir);
      opened.set(dir, known);
      known.catch(() => opened.delete(dir));
    }
    return known;
  };
  const team = async (name?: string) => openDir(await dirOf(name));

  return {
    home,
    models,
    citations,
    lanes,
    workshop,
    team,
    teamOrFolder: async (name) => (name === undefined ? team() : openDir((await findTeamOrFolder(name)).dir)),
    forget: async (session) => {
      for (const known of await Promise.allSettled(opened.values()))
        if (known.status === 'fulfilled') known.value.runner.forget(session);
    },
    resume: async () => {
      const apps = new Set((await home.store.unfinished()).map((row) => row.app));
      let resumed = await resumeRuns(apps, workshop);
      for (const { name } of await listTeams())
        if (apps.has(name)) resumed += (await (await team(name)).runner.resumeAll()).length;
      return resumed;
    },
    close: async (graceMs = 10_000) => {
      const teams = await Promise.allSettled(opened.values());
      const closing = teams.map((result) => (result.status === 'fulfilled' ? result.value.close() : undefined));
      closing.push(opening?.then((there) => there.close()));
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise((done) => {
        timer = setTimeout(done, graceMs);
      });
      await Promise.race([Promise.allSettled(closing), grace]);
      clearTimeout(timer);
      home.close();
    },
  };
}

/** Runs of functions and pipelines go on where they were; a pipeline is not waited for. */
async function resumeRuns(apps: ReadonlySet<string>, workshop: () => Promise<Workshop>): Promise<number> {
  if (!apps.has('functions') && !apps.has('pipelines')) return 0;
  const { functions, pipelines } = await workshop();
  return (await functions.resume()) + (await pipelines.resumeAll()).length;
}

interface TeamHouse {
  readonly home: Home;
  readonly models: Models;
  readonly citations: CitationAudit;
  readonly lanes: Lanes;
  readonly services: Services;
  readonly log?: Log | undefined;
}

function openTeam(team: Team, { home, models, citations, lanes, services, log = silentLog }: TeamHouse): OpenTeam {
  const { store } = home;
  const { name, root, limits } = team;
  const runner = createRunner({ app: name, root, limits, store, models, services, lanes, log });
  return {
    team,
    runner,
    send: ({ message, session = newId(), user, patient, replaces, signal, stream }) => {
      if (patient !== undefined) requirePatient(home.db, patient);
      const state: Delta = { ...(isNew(home, session) && team.initialState), ...(patient && { patient_id: patient }) };
      const turn = runner.run({ message, session, user, replaces, signal, stream, state });
      if (replaces !== undefined) forgetTold(home, session, replaces);
      turn.result.then(
        (result) => {
          if (result.outcome !== 'completed' || result.text === '') return;
          try {
            citations.write(auditAnswer(toAnswer(team.name, result)));
          } catch (thrown) {
            log.warn({ session, code: toConsiliumError(thrown).code }, 'the audit of an answer could not be written');
          }
        },
        () => {},
      );
      return turn;
    },
  };
}

/** The facts that the replaced turns had put into the record; the turns themselves stay on the log. */
function forgetTold({ db, store, audit }: Home, session: string, replaced: string): void {
  const patientId = (store.state('session', session) as ReadonlyMap<string, Entry>).get('patient_id')?.value;
  if (typeof patientId !== 'string') return;
  const events = store.events(session) as readonly Event[];
  const from = events.findIndex(({ invocation }) => invocation === replaced);
  if (from < 0) return;
  const turns = [...new Set(events.slice(from).map(({ invocation }) => invocation))];
  const undone = undoMessages(db, patientId, turns);
  if (undone > 0) audit.write({ patientId, action: 'undo:fact', actor: 'edit' });
}

function isNew(home: Home, session: string): boolean {
  return home.store.session(session) === undefined;
}

async function defaultTeam(): Promise<string> {
  const there = new Set((await listTeams()).map((team) => team.name));
  return DEFAULT_TEAMS.find((name) => there.has(name)) ?? DEFAULT_TEAMS[0]!;
}
