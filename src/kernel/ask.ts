/**
 * Asking a person. The question is an event; the turn then unwinds to its end and waits there, free of the process. When
 * it is answered, the same run is done again over its journal and `ask` returns the reply in the same place. That the
 * reply was taken is an event too: a tool that dies after it is one that was interrupted, not one that waits.
 */
import { ConsiliumError } from './errors.ts';
import type { Frame } from './frame.ts';
import { newId } from './id.ts';
import type { Pending, PendingView, Question, Reply } from './question.ts';

/** Thrown where a question waits; ends the turn's run, not the turn. Not to be caught. */
export class Waiting extends ConsiliumError {
  constructor() {
    super('TURN_WAITING', 'The turn waits for the answer to a question.', {
      hint: 'This is not a failure: let it pass.',
    });
  }
}

/** Where it is asked: one place may ask several times. */
export interface Asking {
  readonly frame: Frame;
  /** The step of the place, and how often it has asked. */
  readonly step: string;
  count: number;
  /** What was answered in this run, by the step: code that is called again is not told twice. */
  readonly taken: Map<string, Reply>;
  readonly call?: string | undefined;
  /** Set once somebody has to wait: whoever catches the error must still not go on. */
  waiting?: Waiting | undefined;
}

export async function ask(asking: Asking, question: Question): Promise<Reply> {
  const { frame } = asking;
  const { turn } = frame;
  const step = `${asking.step}ask${asking.count++}`;
  const known = asking.taken.get(step);
  if (known !== undefined) return known;
  const past = turn.recorded(frame, step, 'asked');
  if (past === undefined) checkQuestion(question);
  const id = past?.id ?? newId();
  const told = past?.question ?? trimQuestion(question);
  const event = { type: 'asked' as const, id, question: told, ...(asking.call !== undefined && { call: asking.call }) };
  turn.record(frame, step, event, undefined, past ? undefined : { pending: [pendingFor(frame, id, told)] });
  turn.session.hasPending = true;
  const reply = turn.replyTo(id);
  if (reply === undefined) {
    await turn.flush();
    asking.waiting = new Waiting();
    throw asking.waiting;
  }
  turn.record(frame, `${step}.taken`, { type: 'reply_taken', id });
  await turn.flushBefore('outside');
  asking.taken.set(step, reply);
  return reply;
}

/** After somebody's code has ended: it may have caught what it should have let pass. */
export function heed(asking: Asking | undefined): void {
  if (asking?.waiting !== undefined) throw asking.waiting;
}

export function isWaiting(thrown: unknown): boolean {
  return thrown instanceof Waiting;
}

/** Whether the last thing this place did was to ask: then it waits, and was not interrupted. */
export function isAsking(frame: Frame, step: string): boolean {
  for (let count = 0; ; count++) {
    if (frame.turn.recorded(frame, `${step}ask${count}`, 'asked') === undefined) return false;
    if (frame.turn.recorded(frame, `${step}ask${count}.taken`, 'reply_taken') === undefined) return true;
  }
}

export function viewOf({ id, what, why, effect, undo, until, choices, free }: Pending): PendingView {
  return {
    ...{ id, what, why, effect },
    ...(undo !== undefined && { undo }),
    ...(until !== undefined && { until }),
    ...(choices !== undefined && { choices }),
    ...(free && { free }),
  };
}

function pendingFor(frame: Frame, id: string, question: Question): Pending {
  const { turn } = frame;
  const { id: session, app, user } = turn.session.row;
  const asked = turn.house.clock.now();
  const place = { id, app, session, user, invocation: turn.id, seq: turn.session.row.open?.seq ?? 0 };
  return { ...question, ...place, agent: frame.agent.name, asked, status: 'open' };
}

const LONGEST = 4_000;

function checkQuestion(question: Question): void {
  const wrong = (why: string) => new ConsiliumError('QUESTION_INVALID', `This question cannot be asked: ${why}.`);
  for (const part of ['what', 'why', 'effect'] as const) {
    const text: unknown = question[part];
    if (typeof text !== 'string' || text.trim() === '') throw wrong(`it does not say ${part}`);
    if (text.length > LONGEST) throw wrong(`its "${part}" is longer than ${LONGEST} characters`);
  }
  if (question.until !== undefined && !Number.isFinite(question.until)) throw wrong('"until" is no time');
}

function trimQuestion({ what, why, effect, undo, until, choices, free, part, who, far }: Question): Question {
  return {
    ...{ what, why, effect },
    ...(undo !== undefined && { undo }),
    ...(until !== undefined && { until }),
    ...(choices !== undefined && { choices }),
    ...(free && { free }),
    ...(part && { part }),
    ...(who !== undefined && { who }),
    ...(far !== undefined && { far }),
  };
}
