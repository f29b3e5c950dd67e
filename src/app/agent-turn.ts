/** A call of another machine as a turn of one of our agents: what is asked, for whom, and what it comes to. */
import { readHistory } from '../a2a/context.ts';
import { type Noted, noteRefusal, patientNamed } from '../a2a/noting.ts';
import {
  ASK,
  type Asked,
  type AskedState,
  type Call,
  type Caller,
  type ServedAgent,
  type ServedPart,
} from '../a2a/served.ts';
import { systemClock } from '../kernel/clock.ts';
import {
  ConsiliumError,
  type Delta,
  fromShape,
  type Json,
  maySee,
  type PendingView,
  type Principal,
  type Turn,
  type TurnResult,
} from '../kernel/index.ts';
import { toAnswer } from './answer.ts';
import { recentWords } from './before.ts';
import { machineSession } from './doors.ts';
import { questionOf } from './replies.ts';
import type { OpenTeam, Request } from './team.ts';
import { patientMeant } from './whose.ts';

/** What runs it. */
export interface Running {
  /** What the team asks of everybody. */
  readonly scopes: readonly string[];
  open(): Promise<OpenTeam>;
  onTurn(agent: ServedAgent, turn: Turn, call: Call): void;
  /** The turn that goes on with it; or the question again, where the words are no answer to it. */
  answer(agent: ServedAgent, call: Call, pending: string): Promise<{ turn: Turn } | { unclear: PendingView }>;
  note(agent: string, caller: Caller, noted: Noted): void;
  /** The turn that asked it, as it then stands. */
  follow(agent: ServedAgent, asked: Asked): Promise<Turn>;
  withdraw(agent: ServedAgent, asked: Asked, also: () => void): Promise<void>;
  lookAt(agent: ServedAgent, asked: Asked): Promise<AskedState>;
}

/** A turn that is not let is an answer to its caller, and a row on the trail. */
export async function* runTurn(
  agent: ServedAgent,
  call: Call,
  repeatable: boolean,
  { open, onTurn, answer, follow }: Running,
): AsyncGenerator<ServedPart> {
  try {
    const { team, send } = await open();
    if (call.follows !== undefined) {
      const { result } = await follow(agent, { ...call, ...call.follows });
      return yield* tellResult(team.name, call, await result, '');
    }
    const begun =
      call.answers === undefined
        ? { turn: send({ ...(await requestOf(agent.id, call)), repeatable }) }
        : await answer(agent, call, call.answers.pending);
    if ('unclear' in begun) return yield { type: 'input_required', pending: begun.unclear };
    const { turn } = begun;
    onTurn(agent, turn, call);
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

async function requestOf(agent: string, call: Call): Promise<Request> {
  const { message, signal, stream, key } = call;
  const place = { session: sessionOf(agent, call), principal: principalOf(call), patient: await patientOf(call) };
  const before = recentWords(readHistory(call.context));
  const withinMs = call.deadline === undefined ? undefined : call.deadline - systemClock.now();
  return { message, ...place, key, signal, stream, before, state: stateOf(call), door: 'a2a', withinMs };
}

function* tellResult(team: string, call: Call, result: TurnResult, told: string): Generator<ServedPart> {
  if (result.outcome === 'failed') throw fromShape(result.error!);
  const asked = questionOf(result);
  if (result.outcome === 'waiting' && asked !== undefined) return yield { type: 'input_required', pending: asked };
  // One that neither ended nor asks was replaced by another.
  if (result.outcome === 'cancelled' || result.outcome === 'waiting')
    throw new ConsiliumError('CANCELLED', 'The turn was cancelled.');
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
export function sessionOf(agent: string, { caller, conversation, user }: Omit<Asked, 'pending'>): string {
  const other = user === undefined || user === (caller.principal as Principal).user ? [] : [user];
  return machineSession('a2a', JSON.stringify([caller.owner, agent, conversation, ...other]));
}

export function principalOf({ caller, user }: Pick<Call, 'caller' | 'user'>): Principal {
  const known = caller.principal as Principal;
  return user === undefined || user === known.user ? known : { ...known, user, how: 'peer', onBehalfOf: user };
}

async function patientOf({ context, parameters, message, caller }: Call): Promise<string | undefined> {
  const principal = caller.principal as Principal;
  const patient = await patientMeant(principal, patientNamed(parameters, context), {
    message,
    where: 'context.patient_id (A2A: metadata.context.patient_id of the message)',
  });
  if (patient !== undefined && !maySee(principal, patient))
    throw new ConsiliumError('PATIENT_FORBIDDEN', 'This token is not for this patient.', {
      hint: 'The id in context.patient_id must be one of those that the token was issued for.',
    });
  return patient;
}

function stateOf({ action, parameters, context }: Call): Delta {
  const { patient_id: _, ...rest } = context;
  return {
    'temp:action': action,
    'temp:parameters': parameters,
    ...(Object.keys(rest).length > 0 && { 'temp:context': rest }),
    // By a name of its own, so that instructions can speak of it.
    ...(rest['user_preferences'] && { 'temp:user_preferences': rest['user_preferences'] }),
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
