/**
 * The agents of the house as other machines see them: every team by its name and by that of its root, and every agent
 * whose YAML offers actions. What is asked becomes a turn; action, parameters and context are the turn's `temp:` state,
 * and what the agent leaves in `temp:output` is the answer's data.
 */
import { type Noted, noteRefusal, patientNamed } from '../a2a/noting.ts';
import { readSchema } from '../a2a/schema.ts';
import {
  type Action,
  ASK,
  askAction,
  type Call,
  type Caller,
  type ServedAgent,
  type ServedPart,
} from '../a2a/served.ts';
import {
  ConsiliumError,
  type Delta,
  fromShape,
  type Json,
  maySee,
  mayUse,
  type PendingView,
  type Principal,
  type Turn,
  type TurnResult,
} from '../kernel/index.ts';
import type { Offer } from '../teams/index.ts';
import { toAnswer } from './answer.ts';
import { readHistory } from './before.ts';
import { machineSession } from './doors.ts';
import type { App } from './index.ts';
import { askedAgain, readReply } from './replies.ts';
import type { OpenTeam, Request } from './team.ts';
import { patientMeant } from './whose.ts';

export interface ServedAgents {
  find(name: string): Promise<ServedAgent | undefined>;
  list(): Promise<ServedAgent[]>;
  /** Who answers where nobody is named. */
  usual(): Promise<string>;
}

export interface ServedOptions {
  /** Only this agent, whether it offers anything or not. */
  readonly only?: string | undefined;
  /** Of this team or folder of a team; without it, of the first that has it. */
  readonly team?: string | undefined;
  /** Is shown every turn that runs for another machine. */
  readonly onTurn?: ((team: string, turn: Turn, call: Call) => void) | undefined;
}

export const DEFAULT_VERSION = '1.0.0';

export function serveAgents(app: App, { only, team: folder, onTurn = () => {} }: ServedOptions = {}): ServedAgents {
  const known = new Map<string, Promise<ServedAgent | undefined>>();

  /** Only what was asked in this conversation with this agent: a token for one agent answers for no other. */
  const answer: Running['answer'] = async (agent, call, pending) => {
    const [asked] = await app.home.store.pending({ id: pending });
    if (asked !== undefined && asked.session !== sessionOf(agent, call))
      throw new ConsiliumError('PENDING_UNKNOWN', 'Nothing of that id was asked in this conversation.', {
        hint: 'Answer with the conversation_id, and to the agent, that the question came with.',
      });
    const reply = readReply(asked ?? {}, call.message);
    if (asked?.status === 'open' && reply === undefined) return { unclear: askedAgain(asked) };
    return { turn: (await app.answer(pending, reply ?? { kind: 'text', text: call.message }, principalOf(call))).turn };
  };

  const note: Running['note'] = (agent, caller, { deed, object, patient: patientId, refusal }) => {
    const row = {
      actor: 'a2a',
      principal: caller.principal as Principal,
      patientId: short(patientId),
      object: short(object),
    };
    if (refusal === undefined) app.home.audit.write({ ...row, action: deed, why: `agent ${agent}` });
    else app.home.audit.deny({ ...row, action: `${deed}:${agent}` }, refusal);
  };

  const build = async (name: string): Promise<ServedAgent | undefined> => {
    if (only !== undefined) return name === only ? serveOne(folder ?? (await findOwner(app, name)), name) : undefined;
    const teams = await app.listTeams();
    if (teams.some((team) => team.name === name)) return serveTeam(name, name);
    for (const team of teams) {
      const { team: loaded } = await app.team(team.name).catch(() => ({ team: undefined }));
      if (loaded === undefined) continue;
      if (loaded.root.name === name) return serveTeam(team.name, name);
      if (loaded.offers.has(name)) return serveOne(team.name, name);
    }
    return undefined;
  };
  const serveTeam = async (team: string, name: string) => {
    const { team: loaded } = await app.team(team);
    const offer = loaded.offers.get(loaded.root.name);
    return describe(name, loaded.description, loaded.examples, offer, {
      ...{ open: () => app.team(team), onTurn, answer, note, scopes: Object.keys(loaded.scopes) },
    });
  };
  const serveOne = async (team: string, name: string) => {
    // Looking for a team reads the disk: done once, not with every call.
    const opened = folder === undefined ? app.root(team, name) : app.rootOrFolder(folder, name);
    const open = () => opened;
    const { team: loaded } = await opened;
    return describe(name, loaded.description, [], loaded.offers.get(name), {
      ...{ open, onTurn, answer, note, scopes: Object.keys(loaded.scopes) },
    });
  };
  const find = (name: string) => {
    let there = known.get(name);
    if (there === undefined) {
      there = build(name);
      known.set(name, there);
      there.then(
        (found) => found === undefined && known.delete(name),
        () => known.delete(name),
      );
    }
    return there;
  };

  return {
    find,
    usual: async () => only ?? (await app.team()).team.name,
    list: async () => {
      const names = only === undefined ? await offeredNames(app) : [only];
      const found = await Promise.all(names.map((name) => find(name).catch(() => undefined)));
      return found.filter((agent) => agent !== undefined);
    },
  };
}

async function offeredNames(app: App): Promise<string[]> {
  const teams = (await app.listTeams()).map(({ name }) => name);
  const loaded = await Promise.allSettled(teams.map((name) => app.team(name)));
  const offers = loaded.flatMap((each) => (each.status === 'fulfilled' ? [...each.value.team.offers.keys()] : []));
  return [...new Set([...teams, ...offers])];
}

/** The team that an agent belongs to. */
async function findOwner(app: App, agent: string): Promise<string> {
  const names = (await app.listTeams()).map(({ name }) => name);
  for (const name of names) {
    const { team } = await app.team(name).catch(() => ({ team: undefined }));
    if (team?.agents.includes(agent)) return name;
  }
  throw new ConsiliumError('AGENT_UNKNOWN', `No team has an agent ${agent}.`, {
    hint: `Teams: ${names.join(', ')}; consilium team list shows them.`,
  });
}

interface Running {
  /** What the team asks of everybody. */
  readonly scopes: readonly string[];
  open(): Promise<OpenTeam>;
  onTurn(team: string, turn: Turn, call: Call): void;
  /** The turn that goes on with it; or the question again, where the words are no answer to it. */
  answer(agent: string, call: Call, pending: string): Promise<{ turn: Turn } | { unclear: PendingView }>;
  note(agent: string, caller: Caller, noted: Noted): void;
}

function describe(
  name: string,
  description: string,
  examples: readonly string[],
  offer: Offer | undefined,
  running: Running,
): ServedAgent {
  const actions = Object.entries(offer?.actions ?? {}).map(([key, given]): Action => {
    const jsonSchema = { type: 'object', ...given.parameters };
    const parameters = readSchema(given.parameters ?? {});
    return {
      name: key,
      description: given.description ?? key,
      parameters,
      jsonSchema,
      idempotent: given.idempotent ?? false,
    };
  });
  return {
    name,
    description,
    examples,
    version: offer?.version ?? DEFAULT_VERSION,
    actions: new Map([askAction, ...actions].map((action) => [action.name, action])),
    isFor: ({ principal }) => running.scopes.every((scope) => mayUse(principal as Principal, scope)),
    note: (caller, noted) => running.note(name, caller, noted),
    run(call) {
      const repeatable = this.actions.get(call.action)?.idempotent ?? false;
      return runTurn(this, call, repeatable, running);
    },
  };
}

/** A turn that is not let is an answer to its caller, and a row on the trail. */
async function* runTurn(
  agent: ServedAgent,
  call: Call,
  repeatable: boolean,
  { open, onTurn, answer }: Running,
): AsyncGenerator<ServedPart> {
  try {
    const { team, send } = await open();
    const begun =
      call.answers === undefined
        ? { turn: send({ ...requestOf(agent.name, call), repeatable }) }
        : await answer(agent.name, call, call.answers.pending);
    if ('unclear' in begun) return yield { type: 'input_required', pending: begun.unclear };
    const { turn } = begun;
    onTurn(team.name, turn, call);
    let told = '';
    if (call.stream)
      for await (const signal of turn)
        if (signal.type === 'text_delta' && signal.branch === '') {
          told += signal.text;
          yield { type: 'text', text: signal.text };
        } else if (signal.type === 'text_retracted') {
          told = '';
          yield { type: 'retract' };
        } else if (signal.type === 'progress') yield { type: 'progress', message: signal.text };
    for (const part of tellResult(team.name, call, await turn.result, told)) yield part;
  } catch (thrown) {
    const { caller, conversation: object, parameters, context } = call;
    noteRefusal(agent, caller, { deed: 'call', object, patient: patientNamed(parameters, context) }, thrown);
    throw thrown;
  }
}

function requestOf(agent: string, call: Call): Request {
  const { message, signal, stream, key } = call;
  const place = { session: sessionOf(agent, call), principal: principalOf(call), patient: patientOf(call) };
  const before = call.action === ASK ? readHistory(call.context['conversation_history']) : [];
  return { message, ...place, key, signal, stream, before, state: stateOf(call), door: 'a2a' };
}

function* tellResult(team: string, call: Call, result: TurnResult, told: string): Generator<ServedPart> {
  if (result.outcome === 'failed') throw fromShape(result.error!);
  if (result.outcome === 'waiting' && result.pending !== undefined)
    return yield { type: 'input_required', pending: result.pending };
  if (result.outcome === 'cancelled') throw new ConsiliumError('CANCELLED', 'The turn was cancelled.');
  const { modelCalls, inputTokens, outputTokens } = result.usage;
  yield { type: 'usage', modelCalls, tokens: inputTokens + outputTokens };
  const answer = toAnswer(team, result);
  const output = result.notes['output'];
  const sources = [...new Set(result.route)];
  if (answer.text !== told) {
    if (told !== '') yield { type: 'retract' };
    if (answer.text !== '') yield { type: 'text', text: answer.text };
  }
  const { outcome, citations, warnings } = answer;
  const details = {
    outcome,
    ...(citations.length > 0 && { citations }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
  yield { type: 'details', data: { source_agents: sources, ...details } };
  if (output !== undefined) yield { type: 'data', data: output };
  else if (call.action !== ASK) {
    const parsed = parseObject(answer.text);
    if (parsed !== undefined) yield { type: 'data', data: parsed };
  }
}

/** A conversation is its caller's own, and of each person for whom they call: nobody else reaches it by its name. */
function sessionOf(agent: string, { caller, conversation, user }: Call): string {
  const other = user === undefined || user === (caller.principal as Principal).user ? [] : [user];
  return machineSession('a2a', JSON.stringify([caller.owner, agent, conversation, ...other]));
}

function principalOf({ caller, user }: Call): Principal {
  const known = caller.principal as Principal;
  return user === undefined || user === known.user ? known : { ...known, user, how: 'peer', onBehalfOf: user };
}

function patientOf({ context, parameters, message, caller }: Call): string | undefined {
  const principal = caller.principal as Principal;
  const patient = patientMeant(principal, patientNamed(parameters, context), {
    message,
    where: 'context.patient_id (A2A: metadata.context.patient_id of the message)',
  });
  if (patient !== undefined && !maySee(principal, patient))
    throw new ConsiliumError('PATIENT_FORBIDDEN', 'This token is not for this patient.', {
      hint: 'The id in context.patient_id must be one of those that the token was issued for.',
    });
  return patient;
}

/** A text from outside, no longer than ids are. */
function short(text: string | undefined): string | undefined {
  return text?.slice(0, 200);
}

function stateOf({ action, parameters, context }: Call): Delta {
  const { patient_id: _, ...rest } = context;
  return {
    'temp:action': action,
    'temp:parameters': parameters,
    ...(Object.keys(rest).length > 0 && { 'temp:context': rest }),
  };
}

function parseObject(text: string): Json | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
