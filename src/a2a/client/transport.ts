/** A remote agent as the kernel sees one: a request goes out, parts come back, whoever is in between. */
import { z } from 'zod';
import { systemClock } from '../../kernel/clock.ts';
import {
  type AskedThere,
  ConsiliumError,
  checkValue,
  currentAgent,
  type Json,
  newId,
  type Question,
  type RemotePart,
  type RemoteRequest,
  type RemoteTransport,
  toConsiliumError,
} from '../../kernel/index.ts';
import { PENDING_ACTIONS } from '../pending-actions.ts';
import { readSchema } from '../schema.ts';
import { ASK } from '../served.ts';
import type { RemoteConfig } from './kind.ts';
import type { Remote } from './remote.ts';
import type { Answers, RemoteAnswer, RemoteCall, RemoteQuestion, RemoteSettings } from './settings.ts';

/** Before the kernel's own patience ends, so that what is told is what the call itself knows. */
const HEAD_START_MS = 20;

export function createTransport(config: RemoteConfig, open: () => Remote): RemoteTransport {
  return {
    async *send(request) {
      const remote = open();
      const call = await toCall(config, request);
      if (call.answers === undefined) return yield* tell(remote, await remote.call(call), call, config);
      const { answer, notice } = await callOn(remote, call, call.answers);
      if (notice !== undefined) yield { type: 'state', delta: { 'temp:stand_in': notice } };
      yield* tell(remote, answer, call, config);
    },
    isAsking: async (asked) => {
      const call = callAbout(asked);
      return call && open().asides.isAsking(call);
    },
    withdraw: async (asked) => {
      const call = callAbout(asked);
      if (call !== undefined) await open().asides.withdraw(call);
    },
  };
}

/** Goes on after what was asked. Where that was settled there meanwhile, with what came of it; and it is said whose word counted. */
async function callOn(
  remote: Remote,
  call: RemoteCall,
  answers: Answers,
): Promise<{ answer: RemoteAnswer; notice?: string }> {
  const { name } = remote.settings;
  const follow = () =>
    remote.call({ ...call, key: `${call.key}.settled`, answers: { ...answers, isSettledThere: true } });
  if (answers.isSettledThere) return { answer: await follow(), notice: `What ${name} had asked was settled there.` };
  try {
    return { answer: await remote.call(call) };
  } catch (thrown) {
    if (!SETTLED.has(toConsiliumError(thrown).code)) throw thrown;
    return {
      answer: await follow(),
      notice: `What ${name} had asked was settled there before: the answer that was given here was not counted.`,
    };
  }
}

/** That it waits for no word of ours: of a task of A2A, that it takes no messages now. */
const SETTLED = new Set(['ANSWERED_ALREADY', 'PENDING_CANCELLED', 'ANSWER_TOO_LATE', 'OPERATION_UNSUPPORTED']);

/** Undefined: whoever asked it says nothing of such calls. */
function callAbout({ token, user, session }: AskedThere): RemoteCall | undefined {
  const answers = answersOf(token);
  if (answers === undefined) return undefined;
  return { action: ASK, parameters: {}, context: {}, user, conversation: session, key: newId(), answers };
}

const token = z.object({ id: z.string(), mark: z.string().optional() });

/** What is kept of a question is its id alone where nothing can be asked about it. */
function answersOf(given: Json): Answers | undefined {
  const { data } = token.safeParse(given);
  return data && { pending: data.id, ...(data.mark !== undefined && { mark: data.mark }) };
}

function tokenOf({ protocol }: RemoteSettings, { id, mark, actions = [] }: RemoteQuestion): Json {
  const isKnown = protocol === 'a2a' || PENDING_ACTIONS.every((each) => actions.includes(each));
  return isKnown ? { id, ...(mark !== undefined && { mark }) } : id;
}

async function toCall(config: RemoteConfig, request: RemoteRequest): Promise<RemoteCall> {
  const { principal, history, message, session, deadline, trace, idempotencyKey, again, signal, resume } = request;
  const { state, clock } = currentAgent();
  const action = request.action ?? ASK;
  const given = fieldsOf(fieldsOf(request.input)['parameters'] ?? null);
  const kept = config.parameters_key === undefined ? {} : fieldsOf(state.get(config.parameters_key) ?? null);
  const parameters: Record<string, Json> = { ...config.parameters, ...kept, ...given };
  // What a person answered goes along whatever had been asked for.
  const isSettledThere = resume?.reply.kind === 'elsewhere';
  if (resume !== undefined) parameters['message'] = resume.reply.text ?? resume.reply.kind;
  else {
    if (action === ASK) parameters['message'] ??= message;
    await checkParameters(config, action, parameters);
  }
  // Whoever was told what its user likes tells whom it asks; of the rest, only what the YAML names goes along.
  const preferences = state.get('temp:user_preferences');
  const said = history.map(({ role, text }) => ({ role, content: text }));
  return {
    action,
    parameters,
    context: {
      ...(preferences !== undefined && { user_preferences: preferences }),
      ...contextOf(config, state),
      ...(said.length > 0 && { conversation_history: said }),
    },
    user: principal.onBehalfOf ?? principal.user,
    conversation: session,
    key: idempotencyKey,
    ...(again && { again }),
    // The wire goes by the machine's time, the turn by its own.
    deadline: systemClock.now() + (deadline - clock.now()) - HEAD_START_MS,
    trace,
    signal,
    ...(resume && {
      answers: {
        ...(answersOf(resume.token) ?? { pending: String(resume.token) }),
        ...(isSettledThere && { isSettledThere }),
      },
    }),
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

function* tell(
  { settings }: Remote,
  answer: RemoteAnswer,
  { action }: RemoteCall,
  { output_key }: RemoteConfig,
): Generator<RemotePart> {
  const { pending, source, ageMs } = answer;
  const output = withText(answer.output);
  if (source === 'stale') {
    const message = `${settings.name} cannot be reached; this is its answer from ${sayAge(ageMs ?? 0)} ago.`;
    yield { type: 'state', delta: { 'temp:outcome': 'fallback', 'temp:stand_in': message } };
  }
  if (pending !== undefined) {
    // Most peers only say what they want to know.
    yield { type: 'input_required', question: questionFor(settings.name, pending), token: tokenOf(settings, pending) };
    return;
  }
  const { text, ...data } = output;
  const isBare = !hasContent(data);
  const mark = source === 'stale' ? `(An earlier answer, ${sayAge(ageMs ?? 0)} old.) ` : '';
  const words = isBare && text === undefined ? sayDone(settings.name, action) : text;
  if (typeof words === 'string') yield { type: 'text', text: mark + words };
  // Whoever calls this agent in turn gets the data itself, and not only what a person is told of it.
  else if (output_key === undefined) yield { type: 'state', delta: { 'temp:output': output } };
  if (!isBare) yield { type: 'data', data: output };
}

/** Most peers only say what they want to know: then any words are an answer. One of our kind says what a yes does. */
function questionFor(name: string, { what, why, effect, undo, choices, free }: RemoteQuestion): Question {
  return {
    ...{ what, why: why || `${name} needs it to go on.`, effect: effect || `Your answer goes to ${name}.` },
    ...(undo && { undo }),
    ...(choices && choices.length > 0 ? { choices } : (free ?? !effect) && { free: true }),
  };
}

/** An answer that is one plain value is that in words; words that are none are left out. */
function withText(output: Record<string, Json>): Record<string, Json> {
  const { text, ...rest } = output;
  if (typeof text === 'string') return text.trim() === '' ? rest : output;
  const [only, ...others] = Object.entries(rest);
  const isPlain = only?.[0] === 'value' && others.length === 0 && ['string', 'number'].includes(typeof only[1]);
  return isPlain && String(only[1]).trim() !== '' ? { text: String(only[1]) } : output;
}

/** How an answer came about is none: peers of our kind say that beside it. */
const BESIDE = new Set(['source_agents', 'outcome', 'citations', 'warnings']);

function hasContent(data: Record<string, Json>): boolean {
  return Object.entries(data).some(([name, value]) => !BESIDE.has(name) && value !== null && value !== '');
}

/** Who was asked something and says nothing gave no answer; who was told to do something has done it. */
function sayDone(name: string, action: string): string {
  if (action !== ASK) return `${name} has done it (${action}) and says nothing more.`;
  throw new ConsiliumError('REMOTE_EMPTY', `${name} answered, and said nothing.`, {
    hint: 'Its output should have a text, or other fields; look at what it makes of the question.',
  });
}

function sayAge(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 1 ? 'less than a minute' : minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
