/** Running a remote agent: the request is sent once what led to it is stored, and what comes back is taken as it comes. */
import { untilAborted } from './abort.ts';
import type { RemoteAgent } from './agent.ts';
import { systemClock } from './clock.ts';
import { sayData } from './data-words.ts';
import { ConsiliumError } from './errors.ts';
import type { Json, RunResult, Usage } from './event.ts';
import { contextOf, type Frame, say } from './frame.ts';
import { hash } from './input.ts';
import type { Question } from './question.ts';
import type { RemotePart, RemoteRequest, RemoteWords } from './remote.ts';

export async function runRemote(frame: Frame, agent: RemoteAgent): Promise<RunResult> {
  const { turn } = frame;
  const past = turn.recorded(frame, 'said', 'said');
  if (past !== undefined) return say(frame, past.text, past.usage);
  let resume: RemoteRequest['resume'];
  for (let round = 0; ; round++) {
    const paused = await callOnce(frame, agent, round, resume);
    if ('result' in paused) return paused.result;
    const { onBehalfOf, user } = turn.principal;
    const far = { token: paused.token, user: onBehalfOf ?? user };
    const reply = await contextOf(frame).ask({ ...paused.question, far });
    resume = { token: paused.token, reply };
  }
}

type Paused = { readonly question: Question; readonly token: Json };

/** One request: to its end, or to the question that the remote end has for a person. */
async function callOnce(
  frame: Frame,
  agent: RemoteAgent,
  round: number,
  resume: RemoteRequest['resume'],
): Promise<Paused | { result: RunResult }> {
  const { turn } = frame;
  const [call, pause] = [`call${round}`, `pause${round}`];
  const again = turn.recorded(frame, call, 'remote_called') !== undefined;
  if (!again) await turn.admitRemoteCall(frame, call);
  const action = actionOf(frame, agent);
  turn.record(frame, call, { type: 'remote_called', ...(action !== undefined && { action }) });
  const past = turn.recorded(frame, pause, 'remote_paused');
  if (past !== undefined) {
    turn.record(frame, pause, past);
    return past;
  }
  await turn.flushBefore('outside');
  const heard = await listen(frame, agent, { action, round, resume, again });
  if (heard.paused !== undefined) {
    turn.record(frame, pause, { type: 'remote_paused', ...heard.paused, ...(heard.usage && { usage: heard.usage }) });
    return heard.paused;
  }
  const text = heard.text || wordsOf(frame, agent, heard.data);
  if (agent.outputKey !== undefined) frame.state.set(agent.outputKey, heard.data ?? text);
  return { result: say(frame, text, heard.usage) };
}

/** For a person, as they would be told; for whoever works with it, as it came. */
function wordsOf({ inner }: Frame, { speaks }: RemoteAgent, data: Json | undefined): string {
  if (data === undefined) return '';
  return speaks && !inner ? sayData(data) : JSON.stringify(data);
}

interface Round {
  readonly action: string | undefined;
  readonly round: number;
  readonly resume: RemoteRequest['resume'];
  /** The call was in the journal without an answer. */
  readonly again: boolean;
}

interface Heard {
  text: string;
  data: Json | undefined;
  usage: Usage | undefined;
  paused: Paused | undefined;
}

async function listen(frame: Frame, agent: RemoteAgent, round: Round): Promise<Heard> {
  const { turn } = frame;
  const heard: Heard = { text: '', data: undefined, usage: undefined, paused: undefined };
  const late = new AbortController();
  const deadline = Math.min(turn.deadline, turn.house.work.now() + (agent.timeoutMs ?? Number.POSITIVE_INFINITY));
  const callOff = turn.house.work.after(deadline - turn.house.work.now(), () => late.abort(tooLate(agent)));
  const onAbort = () => late.abort(turn.signal.reason);
  turn.signal.addEventListener('abort', onAbort, { once: true });
  try {
    const parts = agent.transport.send(requestFor(frame, agent, round, { deadline, signal: late.signal }));
    const reader = parts[Symbol.asyncIterator]();
    for (;;) {
      const { done, value: part } = await nextInTime(reader.next(), late.signal, turn.signal);
      if (done) return heard;
      await take(frame, agent, part, heard);
      if (heard.paused === undefined) continue;
      await reader.return?.();
      return heard;
    }
  } catch (thrown) {
    if (turn.signal.aborted || thrown instanceof ConsiliumError) throw thrown;
    throw new ConsiliumError('REMOTE_FAILED', `${agent.name} could not be asked: ${(thrown as Error).message}`, {
      retryable: true,
      cause: thrown,
    });
  } finally {
    callOff();
    turn.signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Whoever sent the request is told of the deadline, too, and knows best what came of it: whether it was sent, whether it may
 * have been done. It has a moment to say so.
 */
async function nextInTime<T>(next: Promise<T>, late: AbortSignal, stopped: AbortSignal): Promise<T> {
  try {
    return await untilAborted(next, late);
  } catch (thrown) {
    if (!late.aborted || stopped.aborted) throw thrown;
    const { promise, reject } = Promise.withResolvers<never>();
    const callOff = systemClock.after(LAST_WORD_MS, () => reject(thrown));
    return await Promise.race([next, promise]).finally(callOff);
  }
}

const LAST_WORD_MS = 100;

async function take(frame: Frame, agent: RemoteAgent, part: RemotePart, heard: Heard): Promise<void> {
  const { turn } = frame;
  const place = { invocation: turn.id, agent: agent.name, branch: frame.branch, key: `${frame.path}#said` };
  switch (part.type) {
    case 'text':
      if (agent.speaks && !frame.inner && part.text !== '')
        turn.show({ type: 'text_delta', ...place, offset: heard.text.length, text: part.text });
      heard.text += part.text;
      return;
    case 'data':
      heard.data = part.data;
      return;
    case 'artifact':
      await contextOf(frame).artifacts.save({ ...part.artifact, namespace: turn.session.row.id });
      return;
    case 'state':
      frame.state.update(part.delta);
      return;
    case 'progress':
      turn.show({ type: 'progress', ...place, text: part.text });
      return;
    case 'usage':
      heard.usage = {
        inputTokens: (heard.usage?.inputTokens ?? 0) + part.usage.inputTokens,
        outputTokens: (heard.usage?.outputTokens ?? 0) + part.usage.outputTokens,
      };
      return;
    case 'input_required':
      heard.paused = { question: part.question, token: part.token };
  }
}

function requestFor(
  frame: Frame,
  agent: RemoteAgent,
  { action, round, resume, again }: Round,
  within: Pick<RemoteRequest, 'deadline' | 'signal'>,
): RemoteRequest {
  const { turn } = frame;
  return {
    principal: turn.principal,
    history: historyFor(frame, agent),
    ...(action !== undefined && { action }),
    ...(frame.input !== undefined && { input: frame.input }),
    message: frame.message,
    session: turn.session.row.id,
    ...within,
    trace: traceOf(turn.id, frame.path),
    idempotencyKey: `${turn.id}:${frame.path}${round === 0 ? '' : `:${round}`}`,
    ...(again && { again }),
    ...(resume && { resume }),
  };
}

function actionOf({ input }: Frame, agent: RemoteAgent): string | undefined {
  const asked = (input as { action?: unknown } | null | undefined)?.action;
  return typeof asked === 'string' ? asked : agent.action;
}

function historyFor(frame: Frame, agent: RemoteAgent): RemoteWords[] {
  if (agent.history === 'none') return [];
  const viewer = { agent: agent.name, branch: frame.branch };
  const messages = frame.conversation.messagesFor(
    agent.history === 'turn' ? { ...viewer, invocation: frame.turn.id } : viewer,
  );
  const words = messages.flatMap(({ role, content }): RemoteWords[] => {
    if (role !== 'user' && role !== 'assistant') return [];
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return text === '' ? [] : [{ role, text }];
  });
  const last = words.findLastIndex(({ role, text }) => role === 'user' && text === frame.message);
  return last < 0 ? words : words.toSpliced(last, 1);
}

/** An invocation's id is 128 bits already; the span is named by the place in the run, the same after a crash. */
function traceOf(invocation: string, path: string): string {
  const trace = invocation.replaceAll('-', '').padEnd(32, '0').slice(0, 32);
  return `00-${trace}-${hash(path).slice(0, 16)}-01`;
}

function tooLate(agent: RemoteAgent): ConsiliumError {
  // Who sent it says whether it may be tried again; where that one is silent too, it may have been done.
  return new ConsiliumError('TIMEOUT', `${agent.name} gave no answer in time.`, {
    hint: 'Look there whether it was done before you ask again. Give it longer with timeout_ms, or look why it is slow.',
    details: { outage: true },
  });
}
