/** A remote agent as the kernel sees one: a request goes out, parts come back, whoever is in between. */
import { systemClock } from '../../kernel/clock.ts';
import {
  ConsiliumError,
  checkValue,
  currentAgent,
  type Json,
  type RemotePart,
  type RemoteRequest,
  type RemoteTransport,
} from '../../kernel/index.ts';
import { readSchema } from '../schema.ts';
import { ASK } from '../served.ts';
import type { RemoteConfig } from './kind.ts';
import type { Remote } from './remote.ts';
import type { RemoteAnswer, RemoteCall } from './settings.ts';

/** Before the kernel's own patience ends, so that what is told is what the call itself knows. */
const HEAD_START_MS = 20;

export function createTransport(config: RemoteConfig, open: () => Remote): RemoteTransport {
  return {
    async *send(request) {
      const remote = open();
      const call = await toCall(config, request);
      yield* tell(remote, await remote.call(call));
    },
  };
}

async function toCall(config: RemoteConfig, request: RemoteRequest): Promise<RemoteCall> {
  const { principal, history, message, session, deadline, trace, idempotencyKey, signal, resume } = request;
  const { state, clock } = currentAgent();
  const action = request.action ?? ASK;
  const given = fieldsOf(fieldsOf(request.input)['parameters'] ?? null);
  const kept = config.parameters_key === undefined ? {} : fieldsOf(state.get(config.parameters_key) ?? null);
  const parameters: Record<string, Json> = { ...config.parameters, ...kept, ...given };
  // What a person answered goes along whatever had been asked for.
  if (resume !== undefined) parameters['message'] = resume.reply.text ?? resume.reply.kind;
  else {
    if (action === ASK) parameters['message'] ??= message;
    await checkParameters(config, action, parameters);
  }
  const said = history.map(({ role, text }) => ({ role, content: text }));
  return {
    action,
    parameters,
    context: { ...contextOf(config, state), ...(said.length > 0 && { conversation_history: said }) },
    user: principal.onBehalfOf ?? principal.user,
    conversation: session,
    key: idempotencyKey,
    // The wire goes by the machine's time, the turn by its own.
    deadline: systemClock.now() + (deadline - clock.now()) - HEAD_START_MS,
    trace,
    signal,
    ...(resume && { answers: { pending: String(resume.token) } }),
  };
}

/** Refused here, before anything is sent: the YAML says what an action takes. */
async function checkParameters(
  { actions = {} }: RemoteConfig,
  action: string,
  parameters: Record<string, Json>,
): Promise<void> {
  const declared = actions[action];
  if (declared?.parameters === undefined) return;
  const checked = await checkValue(readSchema(declared.parameters), parameters);
  if (!checked.ok)
    throw new ConsiliumError('PARAMETERS_INVALID', `The parameters of ${action} do not fit: ${checked.problem}`);
}

function contextOf(
  { context = [] }: RemoteConfig,
  state: { get(key: string): Json | undefined },
): Record<string, Json> {
  const pairs = Array.isArray(context)
    ? context.map((key) => [key.replace(/^\w+:/, ''), key] as const)
    : Object.entries(context);
  return Object.fromEntries(
    pairs.flatMap(([name, key]) => {
      const value = state.get(key);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function fieldsOf(value: Json | undefined): Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function* tell({ settings }: Remote, answer: RemoteAnswer): Generator<RemotePart> {
  const { output, pending, source, ageMs } = answer;
  if (source === 'stale') {
    const message = `${settings.name} cannot be reached; this is its answer from ${sayAge(ageMs ?? 0)} ago.`;
    yield { type: 'state', delta: { 'temp:outcome': 'fallback', 'temp:stand_in': message } };
  }
  if (pending !== undefined) {
    // Most peers only say what they want to know.
    const { id, what, why, effect, undo } = pending;
    const { name } = settings;
    const question = {
      ...{ what, why: why || `${name} needs it to go on.`, effect: effect || `Your answer goes to ${name}.` },
      ...(undo && { undo }),
    };
    yield { type: 'input_required', question, token: id };
    return;
  }
  const { text, ...data } = output;
  const mark = source === 'stale' ? `(An earlier answer, ${sayAge(ageMs ?? 0)} old.) ` : '';
  if (typeof text === 'string') yield { type: 'text', text: mark + text };
  if (typeof text !== 'string' || Object.keys(data).length > 0) yield { type: 'data', data: output };
}

function sayAge(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 1 ? 'less than a minute' : minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
