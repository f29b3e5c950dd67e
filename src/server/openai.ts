/**
 * The API that chat front ends speak (`/v1/chat/completions`, `/v1/models`): a team is a model. Such clients send the
 * whole talk each time; which session it belongs to is found by what was said before, so that a team remembers.
 */
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { shownError } from '../a2a/fault.ts';
import { type App, machineSession, patientMeant, recentWords, toAnswer } from '../app/index.ts';
import { countTokens, loadTokens } from '../functions/tokens.ts';
import {
  CLIENT_INSTRUCTIONS,
  ConsiliumError,
  type Delta,
  fromShape,
  mayUse,
  type Principal,
  type Signal,
  type Turn,
} from '../kernel/index.ts';
import { type Check, requirePatient } from './access.ts';
import { callerOf } from './caller.ts';
import { readKey } from './idempotency.ts';
import type { Metrics } from './metrics.ts';
import { completionRequest, instructionsIn, lastWords, PATIENT_PLACES, readCompletion } from './openai-request.ts';
import { openThreads } from './openai-talks.ts';
import { EVENTS, JSON_TYPE, type Room } from './route.ts';
import { nameSubject } from './subject.ts';
import type { RunningTurns } from './turns.ts';

export function openaiRoutes(app: App, turns: RunningTurns, metrics: Metrics): Hono {
  const routes = new Hono();
  const threads = openThreads(app.home.talks());

  routes.get('/models', async (context) => {
    const data = (await usableTeams(app, callerOf(context))).map(describeModel);
    return context.json({ object: 'list', data });
  });

  routes.get('/models/:model', async (context) => {
    const name = context.req.param('model');
    if (!(await usableTeams(app, callerOf(context))).includes(name))
      throw new ConsiliumError('TEAM_UNKNOWN', `There is no model ${JSON.stringify(name.slice(0, 60))} here.`, {
        hint: 'GET /v1/models lists them.',
        details: { param: 'model' },
      });
    return context.json(describeModel(name));
  });

  routes.post('/chat/completions', async (context) => {
    const asked = await readCompletion(context);
    const principal = callerOf(context);
    const said = lastWords(asked);
    const { team, send } = await app.team(asked.model);
    const patient = await patientMeant(principal, asked.metadata?.['patient_id'], {
      message: said,
      where: PATIENT_PLACES,
    });
    nameSubject(context, { patientId: patient });
    const known = threads.find(principal, asked);
    const key = readKey(context);
    const session = known ?? (key === undefined ? machineSession('openai') : threads.name(principal, asked, key));
    const before = known === undefined ? recentWords(threads.before(asked)) : [];
    const stream = asked.stream ?? false;
    const instructions = instructionsIn(asked);
    const state: Delta = instructions === '' ? {} : { [CLIENT_INSTRUCTIONS]: instructions };
    // The offline engine follows the house's rules alone: that is said, and not passed over.
    const isUnread = instructions !== '' && app.models.describe().chosen === 'offline';
    const beside = isUnread ? { warnings: [UNREAD] } : {};
    const turn = send({ message: said, session, principal, key, patient, stream, before, state, door: 'openai' });
    turns.follow(turn);
    metrics.followTurn(team.name, turn);
    const finish = async () => {
      const result = await turn.result;
      const answer = toAnswer(team.name, result);
      if (result.outcome === 'failed') throw fromShape(result.error!);
      threads.keep(principal, asked, answer.text, session);
      const { inputTokens, outputTokens } = result.usage;
      if (!inputTokens || !outputTokens) await loadTokens();
      const [sent, got] = [inputTokens || countTokens(said), outputTokens || countTokens(answer.text)];
      return { text: answer.text, usage: { prompt_tokens: sent, completion_tokens: got, total_tokens: sent + got } };
    };
    // Under a key that was used before it is the turn of that time: known once it has begun.
    const describe = async () => {
      const { invocation } = turn;
      const [begun] = key === undefined ? [] : await app.home.store.events(turn.session, { invocation, limit: 1 });
      const created = Math.floor((begun?.time ?? app.clock.now()) / 1000);
      return { id: `chatcmpl-${invocation}`, created, model: team.name };
    };
    if (!stream) {
      const { text, usage } = await finish();
      const head = await describe();
      const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' };
      return context.json({ ...head, object: 'chat.completion', choices: [choice], usage, ...beside });
    }
    const signals = ownSignals(turns, turn);
    // Until something happened it can still be refused with a status of its own.
    if ((await signals.next()).done) await turn.result;
    const head = await describe();
    return streamSSE(context, async (events) => {
      const tell = (more: object) =>
        events.writeSSE({ data: JSON.stringify({ ...head, object: 'chat.completion.chunk', ...more }) });
      const delta = (given: object, finish_reason: string | null = null) =>
        tell({ choices: [{ index: 0, delta: given, finish_reason }] });
      await delta({ role: 'assistant', content: '' });
      try {
        const told = await tellWords(signals, (text) => delta({ content: text }));
        const { text, usage } = await finish();
        const rest = text.startsWith(told) ? text.slice(told.length) : `\n\n${text}`;
        if (rest !== '') await delta({ content: rest });
        await tell({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], ...beside });
        if (asked.stream_options?.include_usage) await tell({ choices: [], usage });
      } catch (thrown) {
        const { code, message: text } = shownError(thrown);
        const error = { code, message: text, type: 'server_error', param: null };
        await events.writeSSE({ data: JSON.stringify({ error }) });
      }
      await events.writeSSE({ data: '[DONE]' });
    });
  });

  return routes;
}

const UNREAD = 'The system message was not read: no model is set up, and the offline engine keeps to its own rules.';

/** The words of the reply as they come. Once something is taken back, the rest waits for the end. */
async function tellWords(signals: AsyncIterable<Signal>, tell: (text: string) => Promise<void>): Promise<string> {
  let told = '';
  let doubtful = false;
  /** How much of each reply was seen: who comes to a turn half-way has missed something. */
  const seen = new Map<string, number>();
  for await (const signal of signals)
    if (signal.type === 'text_retracted') doubtful = true;
    else if (signal.type === 'text_delta' && signal.branch === '') {
      doubtful ||= signal.offset !== (seen.get(signal.key) ?? 0);
      if (doubtful) continue;
      seen.set(signal.key, signal.offset + signal.text.length);
      told += signal.text;
      await tell(signal.text);
    }
  return told;
}

/** What happens in a turn, from its first event to its end. */
async function* ownSignals(turns: RunningTurns, turn: Turn): AsyncGenerator<Signal> {
  for await (const signals of turns.watch(turn.session) ?? [])
    for (const signal of signals) {
      if (signal.invocation !== turn.invocation) continue;
      yield signal;
      if (signal.type === 'invocation_finished') return;
    }
}

/** The teams that this caller may talk to. */
async function usableTeams(app: App, caller: Principal): Promise<string[]> {
  const teams = await app.listTeams();
  return teams
    .filter(({ scopes }) => Object.keys(scopes).every((scope) => mayUse(caller, scope)))
    .map(({ name }) => name);
}

function describeModel(id: string) {
  return { id, object: 'model', created: 0, owned_by: 'consilium' };
}

const checkCompletion: Check = async (context, caller) => {
  const patient = (await readCompletion(context)).metadata?.['patient_id'];
  // Without one it is seen to where the team is known, so that a model that is not there is told as that.
  if (patient !== undefined) requirePatient(context, caller, patient);
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
      method: 'get',
      path: '/v1/models/:model',
      scope: 'chat',
      about: 'nobody',
      tag: 'openai',
      summary: 'One team as a model',
      answer: 'As the OpenAI API has it.',
      shape: z.looseObject({ id: z.string(), object: z.literal('model') }),
    },
    {
      method: 'post',
      path: '/v1/chat/completions',
      patientHeader: true,
      scope: 'chat',
      about: checkCompletion,
      told: 'below',
      tag: 'openai',
      summary: 'Talk to a team as to a model',
      answer: 'A chat completion as the OpenAI API has it; with stream, its chunks.',
      body: completionRequest,
      once: true,
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
