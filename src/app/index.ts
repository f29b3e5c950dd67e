/**
 * The app: the rooms put together. It opens the data folder, the models and the teams, and hands out one runner a team.
 * The command line and the server are two doors to it; neither knows how the parts are wired.
 */
import { createTraces } from '../a2a/trace.ts';
import { type Graph, type GraphQuery, graphTables, openGraph } from '../graph/index.ts';
import { systemClock } from '../kernel/clock.ts';
import {
  ConsiliumError,
  clockFor,
  createRunner,
  isBound,
  Lanes,
  mayAnswer,
  maySee,
  mayUse,
  type Pending,
  type Principal,
  type Runner,
  type RunnerOptions,
  type Signal,
  silentLog,
  toConsiliumError,
} from '../kernel/index.ts';
import { type Lending, openLending, type RuntimeAgent } from '../lending/index.ts';
import { createModels } from '../models/index.ts';
import { importTables, openRecords } from '../record/index.ts';
import { homeDir, openHome, readAuditKey, readDataKey } from '../storage/index.ts';
import { teamDirs } from '../teams/index.ts';
import { toAnswer } from './answer.ts';
import type { App, AppOptions } from './app.ts';
import { watchFarQuestions } from './far-questions.ts';
import { guessTeam } from './guess.ts';
import { openMcpDesk } from './mcp.ts';
import { readPlainAnswer } from './plain-answer.ts';
import { rowOfQuestion, tellRefusal, watchQuestions } from './questions.ts';
import { openRemoteDesk } from './remotes.ts';
import { saysMore } from './replies.ts';
import { DECLARED } from './services.ts';
import { requireRights, type TeamHouse } from './team.ts';
import { openTeams } from './teams.ts';

export { type Graph, openGraph } from '../graph/index.ts';
export { type RuntimeAgent, type ServiceEntry, type ServiceHouse, service } from '../lending/index.ts';
export { type Answer, outcomeOf, type PastAnswer, readAnswers, sayOpen, tellQuestion, toAnswer } from './answer.ts';
export type { AnsweredTurn, App, AppOptions, Workshop } from './app.ts';
export { recentWords } from './before.ts';
export { countToldFacts, type Deleted, deleteSession } from './deleting.ts';
export { machineSession, OF_MACHINES } from './doors.ts';
export { type Erased, erasePatient, sessionsAbout } from './erasing.ts';
export { demandReply } from './replies.ts';
export { type ServedAgents, serveAgents } from './served.ts';
export { isAmongAgents, RUN_APPS } from './services.ts';
export type { OpenTeam, Request } from './team.ts';
export { onlyPatient, patientMeant, patientUnnamed } from './whose.ts';

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
  const log = options.log ?? silentLog;
  const clock = options.clock ?? clockFor(env);
  const kept = [graphTables, importTables];
  const home = openHome(homeDir(options.home, env), () => clock.now(), kept, readAuditKey(env), readDataKey(env));
  const models = createModels({ env: { ...env, CONSILIUM_HOME: home.dir } });
  const citations = home.stores.citations();
  let graphing: Promise<Graph> | undefined;
  const graph = () => {
    graphing ??= openGraph(home.data, env);
    return graphing;
  };
  const query = async (request: GraphQuery) => (await graph()).query(request);
  const records = openRecords({
    data: home.data,
    clock,
    audit: home.audit,
    query,
    changed: async (patients) => (await graph()).mirror(patients),
  });
  // What was swept as the record was opened leaves what is written ahead, too.
  home.scrub();
  const lanes = new Lanes();
  let check: RunnerOptions['admit'];
  let see: RunnerOptions['see'];
  let hear: RunnerOptions['onSettled'];
  const onSettled = (settled: readonly Pending[]) => {
    farWatch.settle(settled);
    try {
      hear?.(settled);
    } catch (thrown) {
      // The turn goes on all the same; whoever waits for it elsewhere is told when they ask.
      log.warn({ code: toConsiliumError(thrown).code }, 'that a question was settled could not be told');
    }
  };

  const admit = (principal: Principal) => check?.(principal);
  const runner = async ({ services = [], stateKeys, ...given }: RuntimeAgent): Promise<Runner> =>
    createRunner({
      ...{ ...shared(stateKeys), ...given },
      ...{ services: await lending.lend(services), note: home.noteRuns('chat') },
    });
  const lending: Lending = openLending(
    {
      ...{ home, models, records, query, lanes, clock, env, log, admit, runner },
      team: (name) => teams.team(name),
      root: (name, agent) => teams.root(name, agent),
      ask: async (name, request) => {
        const turn = (await teams.team(name)).send({ ...request, stream: false });
        const result = await turn.result;
        const { text, outcome, route, citations: cited, facts } = toAnswer(name, result);
        return {
          text,
          outcome,
          route,
          citations: cited,
          cautions: result.notes['cautions'],
          whose: result.notes['whose'],
          noted: facts.length > 0,
        };
      },
    },
    DECLARED,
  );

  /** What every runner of the house shares. */
  const shared = (keys: RunnerOptions['stateKeys'] = {}) => ({
    store: home.store,
    models,
    lanes,
    log,
    clock,
    place: env['TZ'] ? { timezone: env['TZ'] } : {},
    stateKeys: { ...keys, ...lending.keys },
    readAnswer: readPlainAnswer,
    beginsAnswer: saysMore,
    admit,
    env,
    onWaiting: (open: readonly Pending[]) => {
      watch.expect(open);
      farWatch.expect(open);
    },
    onSettled,
    see: (signal: Signal) => see?.(signal),
  });
  const { lend, keepsOwn } = lending;
  const house: TeamHouse = { home, records, citations, shared, log, lend, keepsOwn };
  const traces = createTraces();
  const far = openRemoteDesk({
    env,
    log,
    traces,
    sign: async (body, audience) => (await import('../a2a/auth/keys.ts')).openKeys(home.dir).signBody(body, audience),
  });
  const mcp = openMcpDesk({ env, log });
  const loading = {
    models,
    kinds: far.kinds,
    mcpTools: mcp.tools,
    services: lending.names,
    tools: lending.tools,
    stateKeys: lending.keys,
  };

  const teams = openTeams({
    house,
    loading,
    dirs: () => teamDirs(env),
    onChange: options.onTeamChange,
    onServerBack: mcp.onBack,
    runnerOf: lending.runnerOf,
  });
  const { team, root, runnerOf } = teams;

  const askedBy = async (id: string) => {
    const [pending] = await home.store.pending({ id });
    const runner = pending && (await runnerOf(pending.app));
    if (runner === undefined) throw new ConsiliumError('PENDING_UNKNOWN', 'There is no such question.');
    return { app: pending!.app, session: pending!.session, runner };
  };
  const mayReach = async (principal: Principal, app: string, session: string): Promise<boolean> => {
    if (principal.patients === null) return true;
    const patient = home.settled(session, 'patient_id');
    if (typeof patient !== 'string' || !maySee(principal, patient)) return false;
    return !isBound(principal) || !(await teams.isPersonal(app));
  };
  const watch = watchQuestions({ store: home.store, clock, log, runnerOf });
  const farWatch = watchFarQuestions({ store: home.store, clock, log, runnerOf });

  return {
    home,
    models,
    records,
    citations,
    lanes,
    clock,
    env,
    remotes: far.remotes,
    traces,
    services: lending.names,
    service: lending.service,
    workshop: async () => {
      const [search, functions, pipelines] = await Promise.all([
        lending.service('search'),
        lending.service('functions'),
        lending.service('pipelines'),
      ]);
      return { search, functions, pipelines };
    },
    listTeams: teams.entries,
    team,
    guess: async (message, principal) => {
      const open = (await teams.listed()).filter(
        ({ scopes, services }) =>
          Object.keys(scopes).every((scope) => mayUse(principal, scope)) && !(isBound(principal) && keepsOwn(services)),
      );
      return guessTeam(open, message);
    },
    teamOrFolder: teams.teamOrFolder,
    root,
    rootOrFolder: teams.rootOrFolder,
    runner,
    admitBy: (given) => {
      check = given;
    },
    watchBy: (given) => {
      see = given;
    },
    hearSettled: (given) => {
      hear = given;
    },
    settle: onSettled,
    follow: async (id) => (await askedBy(id)).runner.follow(id),
    pending: async (principal) => {
      const now = clock.now();
      const open = await home.store.pending({ status: 'open' });
      const theirs = open
        .filter(({ until }) => until === undefined || now < until)
        .filter((each) => mayAnswer(each, principal));
      if (principal.patients === null) return theirs;
      const reached = await Promise.all(theirs.map(({ app, session }) => mayReach(principal, app, session)));
      return theirs.filter((_, index) => reached[index]);
    },
    mayReach,
    answer: async (id, reply, principal, answering) => {
      const { app, session, runner } = await askedBy(id);
      const row = rowOfQuestion(home, { app, session, id }, principal);
      const known = await teams.opened(app);
      if (known !== undefined) requireRights(home, known, principal, row.patientId);
      const turn = await tellRefusal(home, { ...row, action: 'answer' }, () =>
        runner.answer(id, reply, principal, {
          ...answering,
          also: () => home.audit.write({ ...row, action: 'answer' }),
        }),
      );
      return { app, turn };
    },
    cancel: async (id, principal, also) => {
      const { app, session, runner } = await askedBy(id);
      const row = rowOfQuestion(home, { app, session, id }, principal);
      return tellRefusal(home, { ...row, action: 'cancel' }, () =>
        runner.cancel(id, principal, () => {
          home.audit.write({ ...row, action: 'cancel' });
          also?.();
        }),
      );
    },
    listen: () => lending.listen(),
    forgetKept: (talk) => lending.forget(talk),
    forget: async (session) => {
      for (const { runner } of await teams.all()) runner.forget(session);
      await lending.drop(session);
    },
    resume: async () => {
      const apps = new Set((await home.store.unfinished('local')).map((row) => row.app));
      let resumed = await lending.resume(apps);
      watch.start();
      farWatch.start();
      for (const app of apps) resumed += (await (await runnerOf(app))?.resumeAll())?.length ?? 0;
      return resumed;
    },
    close: async (graceMs = 10_000) => {
      watch.stop();
      farWatch.stop();
      const closing = [teams.close(), far.close(), mcp.close(), lending.close()];
      const grace = Promise.withResolvers<void>();
      // Whoever closes waits in the machine's time, whatever clock the house goes by.
      const callOff = systemClock.after(graceMs, grace.resolve);
      await Promise.race([Promise.allSettled(closing), grace.promise]);
      callOff();
      await graphing?.then((open) => open.close()).catch(() => {});
      home.close();
    },
  };
}
