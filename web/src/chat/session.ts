/**
 * A session in the browser: what was said, and the line to the server. One object a session; React listens to it.
 * Invariant: whatever breaks, the log is read from the last event heard, and nothing is sent twice.
 */
import { type Answer, ApiError, api, type PastAnswer, type Signal, UNREACHABLE } from '../api.ts';
import { readStream } from '../stream.ts';
import { applyAnswer, applySignal, isRunning, newTurn, type Turn } from './turn.ts';

export type Line =
  | { kind: 'loading' }
  | { kind: 'open' }
  | { kind: 'waiting'; message: string }
  | { kind: 'lost' }
  | { kind: 'failed'; error: ApiError };

export interface SessionView {
  readonly turns: readonly Turn[];
  readonly line: Line;
  /** A message that did not reach the server, to be sent again. */
  readonly unsent: string | undefined;
}

export interface Sending {
  readonly message: string;
  readonly team: string | undefined;
  readonly patient: string | undefined;
  /** The turn whose message was edited. */
  readonly replaces?: string | undefined;
}

export class Session {
  readonly id: string;
  readonly isNew: boolean;
  #view: SessionView;
  #lastSeq = 0;
  #lastTime = 0;
  #listeners = new Set<() => void>();
  #frame = 0;
  #line = new AbortController();
  /** Reading what is past: nobody is to be told of its turns. */
  #isPast = false;
  /** Called at the end of a turn. */
  onTurn: (turn: Turn) => void = () => {};

  constructor(id: string, isNew: boolean) {
    this.id = id;
    this.isNew = isNew;
    this.#view = { turns: [], line: { kind: isNew ? 'open' : 'loading' }, unsent: undefined };
    if (!isNew) void this.#load();
  }

  get view(): SessionView {
    return this.#view;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get isBusy(): boolean {
    const { turns, line } = this.#view;
    const last = turns.at(-1);
    return line.kind === 'waiting' || (last !== undefined && isRunning(last));
  }

  /** When the last event came that was heard here. */
  get heardUntil(): number {
    return this.#lastTime;
  }

  async send({ message, team, patient, replaces }: Sending): Promise<void> {
    this.#set({ line: { kind: 'waiting', message }, unsent: undefined });
    const body = JSON.stringify({
      message,
      session_id: this.id,
      ...(team && { team }),
      ...(patient && { patient_id: patient }),
      ...(replaces && { replaces }),
      place: { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    });
    if (replaces !== undefined) this.#set({ turns: withoutFrom(this.#view.turns, replaces) });
    const before = this.#view.turns.length;
    try {
      const headers = { 'content-type': 'application/json' };
      for await (const { event, data } of readStream('/v1/chat', {
        method: 'POST',
        body,
        headers,
        signal: this.#line.signal,
      })) {
        if (event === 'answer') this.#hearAnswer(JSON.parse(data) as Answer);
        else this.#hear(JSON.parse(data) as Signal);
      }
      if (this.isBusy) await this.#reattach(before, message);
    } catch (thrown) {
      if (this.#line.signal.aborted) return;
      if (thrown instanceof ApiError && thrown.code !== UNREACHABLE)
        this.#set({ line: failed(thrown), unsent: message });
      else await this.#reattach(before, message);
    }
  }

  /** A question of a turn was answered: what came of it is on the log. */
  async follow(): Promise<void> {
    await this.#reattach(0);
  }

  stop(): void {
    void api.stop(this.id).catch(() => {});
  }

  close(): void {
    this.#line.abort();
    this.#listeners.clear();
  }

  async #load(): Promise<void> {
    try {
      const { events, answers } = await api.log(this.id);
      this.#isPast = true;
      for (const event of events) this.#hear(event);
      this.#isPast = false;
      this.#hearPast(answers);
      this.#set({ line: { kind: 'open' } });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.code === UNREACHABLE) return this.#reattach(0);
      return this.#set({ line: failed(thrown) });
    }
    if (this.isBusy) await this.#reattach(0);
  }

  /** Listens again from where it broke off, until the turn has ended. */
  async #reattach(before: number, message?: string): Promise<void> {
    for (let attempt = 0; !this.#line.signal.aborted; attempt++) {
      try {
        const headers = { 'last-event-id': String(this.#lastSeq) };
        const init = { headers, signal: this.#line.signal };
        for await (const { event, data } of readStream(`/v1/sessions/${this.id}/events`, init)) {
          attempt = 0;
          if (event === 'idle') return this.#afterReturn(before, message);
          this.#set({ line: { kind: 'open' } });
          this.#hear(JSON.parse(data) as Signal);
        }
      } catch (thrown) {
        if (this.#line.signal.aborted) return;
        if (thrown instanceof ApiError && thrown.code !== UNREACHABLE)
          return this.#afterReturn(before, message, thrown.code === 'SESSION_UNKNOWN' ? undefined : thrown);
      }
      this.#set({ line: { kind: 'lost' } });
      await new Promise((done) => setTimeout(done, Math.min(5000, 400 * 2 ** attempt)));
    }
  }

  /** The log knows whether the message arrived; if not, it is kept for the person to send. */
  async #afterReturn(before: number, message: string | undefined, error?: ApiError): Promise<void> {
    const arrived = message === undefined || this.#view.turns.length > before;
    this.#set({ line: error ? failed(error) : { kind: 'open' }, unsent: arrived ? undefined : message });
    // The log has the words; what they rest on is told with the answers.
    if (error === undefined)
      await api.log(this.id).then(
        ({ answers }) => this.#hearPast(answers),
        () => {},
      );
  }

  #hear(signal: Signal): void {
    if ('seq' in signal) {
      if (signal.seq <= this.#lastSeq) return;
      this.#lastSeq = signal.seq;
      this.#lastTime = signal.time;
    }
    const { turns } = this.#view;
    if (signal.type === 'invocation_started') {
      const turn = applySignal(newTurn(signal.invocation, signal.message, signal.time, signal.principal?.how), signal);
      const kept = signal.replaces === undefined ? turns : withoutFrom(turns, signal.replaces);
      this.#set({ turns: [...kept, turn], ...(!this.#isPast && { line: { kind: 'open' } }) });
      return;
    }
    const at = turns.findLastIndex((turn) => turn.invocation === signal.invocation);
    if (at < 0) return;
    const turn = applySignal(turns[at]!, signal);
    this.#set({ turns: turns.with(at, turn) });
    if (signal.type === 'invocation_finished' && !this.#isPast) this.onTurn(turn);
  }

  #hearAnswer(answer: Answer): void {
    const { turns } = this.#view;
    const at = turns.findLastIndex((turn) => turn.invocation === answer.invocation_id);
    if (at < 0) return;
    const { outcome, route, speakers, ms, error } = answer;
    const ended = { outcome, route, speakers, ms, ...(error && { error }) };
    this.#set({ turns: turns.with(at, { ...applyAnswer(turns[at]!, answer), ...ended }) });
  }

  #hearPast(answers: readonly PastAnswer[]): void {
    const byTurn = new Map(answers.map((answer) => [answer.invocation_id, answer]));
    const turns = this.#view.turns.map((turn) => {
      const answer = byTurn.get(turn.invocation);
      return answer === undefined ? turn : applyAnswer(turn, answer);
    });
    this.#set({ turns });
  }

  /** Words may come faster than the screen: it is told once a frame. */
  #set(change: Partial<SessionView>): void {
    this.#view = { ...this.#view, ...change };
    if (this.#frame !== 0) return;
    this.#frame = requestFrame(() => {
      this.#frame = 0;
      for (const listener of this.#listeners) listener();
    });
  }
}

/** What was edited, and what followed from it, is no longer part of the talk. */
function withoutFrom(turns: readonly Turn[], invocation: string): readonly Turn[] {
  const at = turns.findIndex((turn) => turn.invocation === invocation);
  return at < 0 ? turns : turns.slice(0, at);
}

/** A hidden page gets no frames. */
function requestFrame(work: () => void): number {
  return document.hidden ? Number(setTimeout(work, 50)) : requestAnimationFrame(work);
}

function failed(error: ApiError): Line {
  return { kind: 'failed', error };
}
