/** What chat front ends send, as far as a team can do it, and the errors that they read. */
import type { Context } from 'hono';
import { z } from 'zod';
import { ConsiliumError, isPatientName, type Json } from '../kernel/index.ts';
import { readBody } from './request.ts';

const content = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  z.null(),
]);
const message = z.looseObject({ role: z.string(), content: content.optional() });

/** What only tunes a model (temperature, seed …) is left unread: teams have settings of their own. */
export const completionRequest = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1).max(10_000),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullable().optional(),
  metadata: z.record(z.string(), z.string()).nullable().optional().describe('patient_id: whose record it is about'),
});

export type Completion = z.infer<typeof completionRequest>;

const PATIENT_PLACE =
  'Whose record it is about stands in metadata.patient_id or the header X-Patient-Id, under that name, not beside the messages.';

/** What would change the answer's shape and no team can do is refused, not left out in silence. */
const BEYOND: Readonly<Record<string, { isAsked(value: unknown, asked: Completion): boolean; why: string }>> = {
  n: { isAsked: (value) => typeof value === 'number' && value !== 1, why: 'A team gives one answer: leave n out.' },
  tools: {
    isAsked: (value, { tool_choice }) => isFilled(value) && tool_choice !== 'none',
    why: 'A team has tools of its own and calls none of the caller’s: leave tools out, or set tool_choice to none.',
  },
  functions: {
    isAsked: (value, { function_call }) => isFilled(value) && function_call !== 'none',
    why: 'A team has tools of its own and calls none of the caller’s: leave functions out.',
  },
  response_format: {
    isAsked: (value) => ((value as { type?: unknown } | null)?.type ?? 'text') !== 'text',
    why: 'A team answers in words: response_format can be text only. Agent functions answer in JSON.',
  },
  metadata: {
    isAsked: (value) => Object.keys(value ?? {}).some((key) => isPatientName(key) && key !== 'patient_id'),
    why: PATIENT_PLACE,
  },
  logprobs: { isAsked: (value) => value === true, why: 'A team has no probabilities to show: leave logprobs out.' },
  modalities: {
    isAsked: (value) => Array.isArray(value) && value.some((each) => each !== 'text'),
    why: 'A team answers in words: modalities can be text only.',
  },
};

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

export async function readCompletion(context: Context): Promise<Completion> {
  const given = await readBody(context, z.unknown());
  const parsed = completionRequest.safeParse(given);
  if (!parsed.success) {
    const { path, message: problem } = parsed.error.issues[0]!;
    throw invalid(path.join('.') || null, `${path.join('.') || 'body'}: ${problem}`);
  }
  const stray = Object.keys(parsed.data).find(isPatientName);
  if (stray !== undefined) throw invalid(stray.slice(0, 40), PATIENT_PLACE);
  for (const [name, { isAsked, why }] of Object.entries(BEYOND))
    if (isAsked(parsed.data[name], parsed.data)) throw invalid(name, why);
  for (const [at, each] of parsed.data.messages.entries()) requireSpeakable(each, at);
  return withPatient(parsed.data, context.req.header(PATIENT_HEADER));
}

/** What front ends call the words of whoever set them up. */
const OF_PROGRAM = new Set(['system', 'developer']);
const SPOKEN = new Set(['user', 'assistant', ...OF_PROGRAM]);

/** Each message is somebody's words, or the request is refused: nothing that was sent is passed over. */
function requireSpeakable(given: z.infer<typeof message>, at: number): void {
  const place = `messages.${at}`;
  if (!SPOKEN.has(given.role))
    throw invalid(
      `${place}.role`,
      `${place} is of the role ${JSON.stringify(given.role.slice(0, 40))}: a team calls no tools of the caller’s and reads messages of user, assistant and system (or developer).`,
    );
  if (isFilled(given['tool_calls']) || (given['function_call'] ?? null) !== null)
    throw invalid(`${place}.tool_calls`, `${place} calls a tool: a team calls none of the caller’s. Leave it out.`);
  const foreign = Array.isArray(given.content) ? given.content.find(({ type }) => type !== 'text') : undefined;
  if (foreign !== undefined)
    throw invalid(
      'messages',
      `A team reads words, not ${foreign.type.slice(0, 40)} (${place}): send text, or import the document.`,
    );
}

const MOST_INSTRUCTIONS = 20_000;

/** What whoever set up the front end says of the talk, in order; empty where they say nothing. */
export function instructionsIn({ messages }: Completion): string {
  const said = messages.filter(({ role }) => OF_PROGRAM.has(role)).map((each) => wordsOf(each).trim());
  const text = said.filter((each) => each !== '').join('\n\n');
  if (text.length <= MOST_INSTRUCTIONS) return text;
  throw new ConsiliumError('MESSAGE_TOO_LONG', `The system messages have more than ${MOST_INSTRUCTIONS} characters.`, {
    hint: 'Say less there; what a team should know of a document is imported or indexed.',
    details: { param: 'messages' },
  });
}

const PATIENT_HEADER = 'x-patient-id';
/** Many front ends let their users set a header, and nothing in the body. */
export const PATIENT_PLACES = 'metadata.patient_id or the header X-Patient-Id';

function withPatient(asked: Completion, inHeader: string | undefined): Completion {
  if (inHeader === undefined || inHeader === '') return asked;
  const named = asked.metadata?.['patient_id'];
  if (named !== undefined && named !== inHeader)
    throw invalid('metadata', 'metadata.patient_id and the header X-Patient-Id name two patients: name one.');
  return { ...asked, metadata: { ...asked.metadata, patient_id: inHeader } };
}

function invalid(param: string | null, problem: string): ConsiliumError {
  return new ConsiliumError('REQUEST_INVALID', problem, { details: { param } });
}

const DOOR = /^\/v1\/(?:chat\/completions|models)(?:\/|$)/;
const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

/** What clients of this API look for in an error beside its code; nothing at other doors. */
export function errorFields(
  path: string,
  status: number,
  { code, details }: ConsiliumError,
): { type?: string; param?: Json } {
  if (!DOOR.test(path)) return {};
  const param = (details?.['param'] as Json | undefined) ?? (code === 'TEAM_UNKNOWN' ? 'model' : null);
  return { type: typeOf(status), param };
}

/** How a stream of this API ends that the house breaks off; undefined: there is none at this path. */
export function tellCompletionEnd(path: string): ((error: ConsiliumError) => string) | undefined {
  if (!DOOR.test(path)) return undefined;
  return (error) => {
    const told = { code: error.code, message: error.message, ...errorFields(path, 401, error) };
    return `data: ${JSON.stringify({ error: told })}\n\ndata: [DONE]\n\n`;
  };
}

function typeOf(status: number): string {
  return TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
}

/** What the team is told: the last message, which is the user’s. */
export function lastWords({ messages }: Completion): string {
  const last = messages.at(-1)!;
  const text = wordsOf(last);
  if (last.role === 'user' && text.trim() !== '') return text;
  throw invalid('messages', 'The last message is the user’s, and has words.');
}

export function wordsOf({ content: given }: z.infer<typeof message>): string {
  if (typeof given === 'string') return given;
  return (given ?? []).flatMap(({ text }) => text ?? []).join('\n');
}
