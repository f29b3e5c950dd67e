/** What is asked of a peer about a question of its agent's, beside the calls: whether it still waits, and taking it back. */
import { WITHDRAW } from '../pending-actions.ts';
import { circuitOpen } from './outage.ts';
import { Course, tellCourse } from './record.ts';
import type { Remote, RemoteWatcher } from './remote.ts';
import type { RemoteCall } from './settings.ts';
import type { Speaker } from './speaker.ts';

/** Nobody waits for these, or only to be told that something is off. */
const MOST_MS = 5_000;

export class Asides {
  readonly #remote: Pick<Remote, 'settings' | 'endpoints' | 'breaker'>;
  readonly #speaker: Speaker;
  readonly #watcher: RemoteWatcher;

  constructor(remote: Pick<Remote, 'settings' | 'endpoints' | 'breaker'>, speaker: Speaker, watcher: RemoteWatcher) {
    this.#remote = remote;
    this.#speaker = speaker;
    this.#watcher = watcher;
  }

  /** Not in the books: nothing is asked of the agent itself. */
  async isAsking(call: RemoteCall): Promise<boolean> {
    const { settings, breaker } = this.#remote;
    if (breaker.circuit === 'open') throw circuitOpen(settings.name);
    return this.#speaker.isAsking(this.#endpoint(call), call, this.#ms);
  }

  /** Whatever its circuit: nobody else can take it back. Throws ANSWERED_ALREADY. */
  async withdraw(call: RemoteCall): Promise<void> {
    const endpoint = this.#endpoint(call);
    const course = new Course(this.#remote.settings.name, { ...call, action: WITHDRAW });
    course.attempts = 1;
    course.endpoint = endpoint.url.origin;
    await tellCourse(course, this.#watcher, () =>
      this.#speaker.withdraw(endpoint, { ...call, traffic: course }, this.#ms),
    );
  }

  #endpoint({ conversation }: RemoteCall) {
    return this.#remote.endpoints.choose(conversation, new Set());
  }

  get #ms(): number {
    return Math.min(this.#remote.settings.timeoutMs, MOST_MS);
  }
}
