/**
 * Turns that run right now, by session, so that a reader who comes late or comes back finds them. The log has every
 * event; what it does not have, the words on their way, is kept here until their event is stored.
 */
import { ConsiliumError, fromShape, type Signal, type TextDelta, type Turn } from '../kernel/index.ts';

export interface RunningTurns {
  /** Follows a turn to its end. */
  follow(turn: Turn): void;
  /** What happens in a session from now on, the words on their way included, until no turn of it runs. */
  watch(session: string): Watch | undefined;
  isRunning(session: string): boolean;
  /**
   * Stops the session's turns, waits for their end and says how many this call has stopped. `also`: stored with the end of
   * each; throws where that could not be.
   */
  stop(session: string, also?: () => void): Promise<number>;
  /** A deleted session stays deleted: its id is not used again while the runner may remember it. */
  bury(session: string): void;
  isBuried(session: string): boolean;
  /** Resolves when no turn of the session runs. */
  idle(session: string): Promise<void>;
}

/** Gives what happened since it was last asked: all of one tick together, the first words at once. */
export interface Watch extends AsyncIterable<readonly Signal[]> {
  close(): void;
}

interface Channel {
  readonly turns: Set<Turn>;
  /** By key: all words shown so far of a reply that is not on the log yet. */
  readonly words: Map<string, TextDelta>;
  readonly watches: Set<Queue>;
  readonly end: PromiseWithResolvers<void>;
}

export function createRunningTurns(): RunningTurns {
  const channels = new Map<string, Channel>();
  const buried = new Set<string>();

  const leave = (channel: Channel, turn: Turn): void => {
    channel.turns.delete(turn);
    if (channel.turns.size > 0) return;
    channels.delete(turn.session);
    for (const watch of channel.watches) watch.close();
    channel.end.resolve();
  };

  return {
    follow: (turn) => {
      let channel = channels.get(turn.session);
      if (channel === undefined) {
        channel = { turns: new Set(), words: new Map(), watches: new Set(), end: Promise.withResolvers() };
        channels.set(turn.session, channel);
      }
      const { words, watches } = channel;
      channel.turns.add(turn);
      turn.listen((signal) => {
        keepWords(words, signal);
        for (const watch of watches) watch.push(signal);
      });
      const end = () => leave(channel, turn);
      turn.result.then(end, end); // whoever sent the message hears how
    },
    watch: (session) => {
      const channel = channels.get(session);
      if (channel === undefined) return undefined;
      const queue = new Queue([...channel.words.values()], () => channel.watches.delete(queue));
      channel.watches.add(queue);
      return queue;
    },
    isRunning: (session) => channels.has(session),
    stop: async (session, also) => {
      const stopped = [...(channels.get(session)?.turns ?? [])].filter((turn) => turn.cancel(also));
      const ends = await Promise.all(stopped.map(({ result }) => result.catch(() => undefined)));
      const unstored = ends.find((end) => end?.error?.code.startsWith('STORAGE_'))?.error;
      if (unstored !== undefined) throw fromShape(unstored);
      return ends.filter((end) => end?.outcome === 'cancelled').length;
    },
    bury: (session) => {
      buried.add(session);
      if (buried.size > MOST_BURIED) buried.delete(buried.values().next().value!);
    },
    isBuried: (session) => buried.has(session),
    idle: async (session) => channels.get(session)?.end.promise,
  };
}

function keepWords(words: Map<string, TextDelta>, signal: Signal): void {
  if (signal.type === 'text_delta') {
    const before = words.get(signal.key);
    const text = (before?.text ?? '').slice(0, signal.offset) + signal.text;
    words.set(signal.key, { ...signal, offset: 0, text });
  } else if (signal.type === 'invocation_finished') words.clear();
  else words.delete(signal.key);
}

/** Between the run and one reader. A reader that does not read is let go rather than remembered without end. */
class Queue implements Watch {
  #signals: Signal[];
  #woken = Promise.withResolvers<void>();
  #tick: NodeJS.Immediate | undefined;
  #spoken = false;
  #closed = false;
  readonly #left: () => void;

  constructor(signals: Signal[], left: () => void) {
    this.#signals = signals;
    this.#left = left;
    if (signals.length > 0) this.#woken.resolve();
  }

  push(signal: Signal): void {
    if (this.#signals.length >= MAX_BEHIND) this.close();
    else this.#signals.push(signal);
    if (signal.type === 'text_delta' && !this.#spoken) {
      this.#spoken = true;
      this.#wake();
      return;
    }
    this.#tick ??= setImmediate(() => this.#wake());
  }

  close(): void {
    this.#closed = true;
    this.#left();
    this.#wake();
  }

  #wake(): void {
    clearImmediate(this.#tick);
    this.#tick = undefined;
    this.#woken.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Signal[]> {
    try {
      for (;;) {
        await this.#woken.promise;
        if (!this.#closed) this.#woken = Promise.withResolvers();
        const signals = this.#signals;
        this.#signals = [];
        if (signals.length > 0) yield signals;
        else if (this.#closed) return;
      }
    } finally {
      this.close();
    }
  }
}

const MAX_BEHIND = 100_000;
/** Far more than a runner keeps in memory. */
const MOST_BURIED = 10_000;

export function unknownSession(): ConsiliumError {
  return new ConsiliumError('SESSION_UNKNOWN', 'There is no such session.');
}
