/** A frame: one run of one agent within a turn, and what code in it gets to see. */
import type { Agent } from './agent.ts';
import { type Asking, ask } from './ask.ts';
import type { AgentContext, ArtifactAccess } from './context.ts';
import type { Conversation } from './conversation.ts';
import type { Json, RunResult, Usage } from './event.ts';
import type { Invocation } from './invocation.ts';
import { PLACE_KEY, type Place } from './place.ts';
import type { State } from './state.ts';

export interface Frame {
  readonly turn: Invocation;
  readonly agent: Agent;
  /** The place in the run; prefix of the keys of its events. */
  readonly path: string;
  readonly branch: string;
  readonly state: State;
  readonly conversation: Conversation;
  readonly message: string;
  /** What a tool call filled in for the agent behind it. */
  readonly input?: Json | undefined;
  /** Inside an agent tool: the words go to the caller, not to the person. */
  readonly inner: boolean;
  /** How often each child has run in this frame: part of the child's path. */
  readonly runs: Map<string, number>;
  context: AgentContext | undefined;
  /** Questions from its callbacks and its code. */
  asking?: Asking | undefined;
  /** Which call of the model its code is in, if in one: what is committed there has that place. */
  call?: string | undefined;
  /** How often each place has committed under each name. */
  commits?: Map<string, number> | undefined;
}

/** The frame for a sub-agent's next run below `parent`. */
export function childFrame(parent: Frame, agent: Agent, over: Partial<Frame> = {}): Frame {
  const run = parent.runs.get(agent.name) ?? 0;
  parent.runs.set(agent.name, run + 1);
  const name = run === 0 ? agent.name : `${agent.name}:${run}`;
  const path = parent.path === '' ? name : `${parent.path}/${name}`;
  const fresh = { runs: new Map(), context: undefined, asking: undefined, call: undefined, commits: undefined };
  return { ...parent, agent, path, ...fresh, ...over };
}

/** What code in this frame gets to see; made once. */
export function contextOf(frame: Frame): AgentContext {
  if (frame.context !== undefined) return frame.context;
  const { turn, agent } = frame;
  const { row } = turn.session;
  const { house } = turn;
  const asking: Asking = { frame, step: '', count: 0, taken: new Map() };
  frame.asking = asking;
  frame.context = {
    agent,
    targets: house.tree.targetsOf(agent),
    session: { id: row.id, user: row.user, app: row.app },
    invocation: turn.id,
    principal: turn.principal,
    clock: house.clock,
    place: placeOf(frame),
    env: house.env,
    message: frame.message,
    earlier: () => turn.session.conversation.earlierThan(turn.id),
    state: frame.state,
    store: house.store,
    services: house.services,
    signal: turn.signal,
    log: house.log,
    ask: (question) => ask(asking, question),
    commit: (name, work) => turn.commit(frame, commitStep(frame, frame.call, name), name, work),
    giveWay: () => turn.wait('tidy'),
    artifacts: artifactsOf(frame),
  };
  return frame.context;
}

/** The place of a commit: the same in every run over the journal, and another for each time. */
export function commitStep(frame: Frame, call: string | undefined, name: string): string {
  const place = `${commitsOf(call)}${name}`;
  frame.commits ??= new Map();
  const times = frame.commits.get(place) ?? 0;
  frame.commits.set(place, times + 1);
  return times === 0 ? place : `${place}.${times}`;
}

function commitsOf(call: string | undefined): string {
  return `${call === undefined ? '' : `${call}.`}commit.`;
}

/** Code that is called again from its start asks and commits in the same places again, and finds there what it has done. */
export function restarting(frame: Frame, asking: Asking, call?: string): () => void {
  const { count } = asking;
  const commits = [...(frame.commits ?? [])];
  return () => {
    asking.count = count;
    for (const place of frame.commits?.keys() ?? [])
      if (place.startsWith(commitsOf(call))) frame.commits!.delete(place);
    for (const [place, times] of commits) if (place.startsWith(commitsOf(call))) frame.commits!.set(place, times);
  };
}

function placeOf({ turn, state }: Frame): Place {
  const told = state.get(PLACE_KEY) as Place | undefined;
  return told === undefined ? turn.house.place : { ...turn.house.place, ...told };
}

function artifactsOf(frame: Frame): ArtifactAccess {
  const { turn } = frame;
  const { store } = turn.house;
  const owner = turn.session.row.user;
  const saves = new Map<string, number>();
  return {
    load: async (namespace, name, version) => store.artifact(owner, namespace, name, version),
    save: async (input) => {
      const { namespace, name } = input;
      const count = saves.get(`${namespace}/${name}`) ?? 0;
      saves.set(`${namespace}/${name}`, count + 1);
      const step = `artifact.${namespace}/${name}.${count}`;
      const past = turn.recorded(frame, step, 'artifact_saved');
      const artifact = past && (await store.artifact(owner, namespace, name, past.version));
      const saved = artifact ?? (await store.saveArtifact(owner, input));
      const { version, mimeType, checksum } = saved;
      turn.record(frame, step, { type: 'artifact_saved', name, namespace, version, mimeType, checksum });
      return saved;
    },
  };
}

/** The result of an agent that ends with these words. */
export function spoken(agent: Agent, text: string, route: readonly string[] = [agent.name]): RunResult {
  return agent.speaks ? { text, route } : { text, route, silent: true };
}

/** Puts the agent's words on the log, if there are any, and ends with them. */
export function say(frame: Frame, text: string, usage?: Usage): RunResult {
  if (text !== '') frame.turn.record(frame, 'said', { type: 'said', text, ...(usage && { usage }) });
  return spoken(frame.agent, text);
}

/** Milliseconds since `began`, to the microsecond. */
export function since(began: number): number {
  return Math.round((performance.now() - began) * 1000) / 1000;
}
