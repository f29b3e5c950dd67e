/**
 * The API that chat front ends speak (`/v1/chat/completions`, `/v1/models`): a team is a model. Such clients send the
 * whole talk each time; which session it belongs to is found by what was said before, so that a team remembers.
 */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { type App, toAnswer } from '../app/index.ts';
import { countTokens } from '../functions/tokens.ts';
import { ConsiliumError, newId, type Principal, type Turn } from '../kernel/index.ts';
import type { Talks } from '../storage/index.ts';
import { listTeams } from '../teams/index.ts';
import { type Check, unnamed } from './access.ts';
import { callerOf, requirePatientOf } from './caller.ts';
import type { Metrics } from './metrics.ts';
import { readBody } from './request.ts';
import { EVENTS, JSON_TYPE, type Room } from './route.ts';
import type { RunningTurns } from './turns.ts';

const content = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  z.null(),
]);
const message = z.looseObject({ role: z.string(), content: content.optional() });

/** What it has no use for (temperature, tools …) is left unread: teams have settings of their own. */
export const completionRequest = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1).max(10_000),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullable().optional(),
  metadata: z.record(z.string(), z.string()).nullable().optional().describe('patient_id: whose record it is about'),
});

type Completion = z.infer<typeof completionRequest>;

export function openaiRoutes(app: App, turns: RunningTurns, metrics: Metrics): Hono {
  const routes = new Hono();
  const threads = openThreads(app.home.talks());

  routes.get('/models', async (context) => {
    const data = (await listTeams()).map(({ name }) => ({
      id: name,
      object: 'model',
      created: 0,
      owned_by: 'consilium',
    }));
    return context.json({ object: 'list', data });
  });

  routes.post('/chat/completions', async (context) => {
    const asked = await readBody(context, completionRequest);
    const principal = callerOf(context);
    const said = lastWords(asked);
    const { team, send } = await app.team(asked.model);
    const session = threads.find(principal, asked) ?? newId();
    const patient = asked.metadata?.['patient_id'];
    const stream = asked.stream ?? false;
    const turn = send({ message: said, session, principal, patient, stream });
    turns.follow(turn);
    metrics.followTurn(team.name, turn);
    const finish = async () => {
      const result = await turn.result;
      const answer = toAnswer(team.name, result);
      if (result.outcome === 'failed')
        throw new ConsiliumError(result.error!.code, result.error!.message, { retryable: result.error!.retryable });
      threads.keep(principal, asked, answer.text, session);
      const { inputTokens, outputTokens } = result.usage;
      const [sent, got] = [inputTokens || countTokens(said), outputTokens || countTokens(answer.text)];
      return { text: answer.text, usage: { prompt_tokens: sent, completion_tokens: got, total_tokens: sent + got } };
    };
    const head = { id: `chatcmpl-${turn.invocation}`, created: Math.floor(app.clock.now() / 1000), model: team.name };
    if (!stream) {
      const { text, usage } = await finish();
      const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' };
      return context.json({ ...head, object: 'chat.completion', choices: [choice], usage });
    }
    return streamSSE(context, async (events) => {
      const tell = (more: object) =>
        events.writeSSE({ data: JSON.stringify({ ...head, object: 'chat.completion.chunk', ...more }) });
      const delta = (given: object, finish_reason: string | null = null) =>
        tell({ choices: [{ index: 0, delta: given, finish_reason }] });
      await delta({ role: 'assistant', content: '' });
      try {
        const told = await tellWords(turns, turn, (text) => delta({ content: text }));
        const { text, usage } = await finish();
        const rest = text.startsWith(told) ? text.slice(told.length) : `\n\n${text}`;
        if (rest !== '') await delta({ content: rest });
        await delta({}, 'stop');
        if (asked.stream_options?.include_usage) await tell({ choices: [], usage });
      } catch (thrown) {
        const { code, message: text } = thrown as ConsiliumError;
        await events.writeSSE({ data: JSON.stringify({ error: { code, message: text, type: 'server_error' } }) });
      }
      await events.writeSSE({ data: '[DONE]' });
    });
  });

  return routes;
}

/** The words of the reply as they come. Once something is taken back, the rest waits for the end. */
async function tellWords(turns: RunningTurns, turn: Turn, tell: (text: string) => Promise<void>): Promise<string> {
  let told = '';
  let doubtful = false;
  const watch = turns.watch(turn.session);
  for await (const signals of watch ?? [])
    for (const signal of signals) {
      if (signal.invocation !== turn.invocation) continue;
      if (signal.type === 'text_retracted') doubtful = true;
      else if (signal.type === 'invocation_finished') {
        watch?.close();
        return told;
      } else if (signal.type === 'text_delta' && signal.branch === '' && !doubtful) {
        told += signal.text;
        await tell(signal.text);
      }
    }
  return told;
}

function lastWords({ messages }: Completion): string {
  const last = messages.at(-1)!;
  const text = wordsOf(last);
  if (last.role === 'user' && text.trim() !== '') return text;
  throw new ConsiliumError('REQUEST_INVALID', 'The last message is the user’s, and has words.');
}

function wordsOf({ content: given }: z.infer<typeof message>): string {
  if (typeof given === 'string') return given;
  return (given ?? []).flatMap(({ text }) => text ?? []).join('\n');
}

/** Which session a talk belongs to, by a digest of who talks with whom and all that was said until the last answer. */
function openThreads(talks: Talks) {
  const digest = ({ user }: Principal, { model, metadata }: Completion, said: readonly string[][]) =>
    createHash('sha256')
      .update(JSON.stringify([user, model, metadata?.['patient_id'] ?? null, said]))
      .digest();
  const wordsIn = ({ messages }: Completion) =>
    messages
      .filter(({ role }) => role === 'user' || role === 'assistant')
      .map((each) => [each.role, wordsOf(each).trim()]);
  return {
    find: (principal: Principal, asked: Completion): string | undefined => {
      const before = wordsIn(asked).slice(0, -1);
      return before.length === 0 ? undefined : talks.find(digest(principal, asked, before));
    },
    keep: (principal: Principal, asked: Completion, text: string, session: string): void => {
      talks.keep(digest(principal, asked, [...wordsIn(asked), ['assistant', text.trim()]]), session);
    },
  };
}

const checkCompletion: Check = async (context, caller) => {
  const patient = (await readBody(context, completionRequest)).metadata?.['patient_id'];
  if (patient !== undefined) requirePatientOf(caller, patient);
  else if (caller.patients !== null) throw unnamed('metadata.patient_id');
};

const usage = z.object({ prompt_tokens: z.number(), completion_tokens: z.number(), total_tokens: z.number() });

export const openaiRoom: Room = {
  mount: ({ app, turns, metrics }) => openaiRoutes(app, turns, metrics),
  routes: [
    {
      method: 'get',
      path: '/v1/models',
      scope: 'chat',
      about: 'nobody',
      tag: 'openai',
      summary: 'List the teams as models',
      answer: 'As the OpenAI API has it.',
      shape: z.object({ object: z.literal('list'), data: z.array(z.looseObject({ id: z.string() })) }),
    },
    {
      method: 'post',
      path: '/v1/chat/completions',
      scope: 'chat',
      about: checkCompletion,
      tag: 'openai',
      summary: 'Talk to a team as to a model',
      answer: 'A chat completion as the OpenAI API has it; with stream, its chunks.',
      body: completionRequest,
      shape: z.looseObject({
        id: z.string(),
        object: z.literal('chat.completion'),
        choices: z.array(z.looseObject({})),
        usage,
      }),
      gives: [JSON_TYPE, EVENTS],
    },
  ],
};
