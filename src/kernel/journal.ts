/** The journal of a turn that was begun before: what stands on its log, by its place in the run, until the run has come by. */
import { ConsiliumError } from './errors.ts';
import type { Event, EventBody } from './event.ts';
import type { Reply } from './question.ts';

export class Journal {
  readonly #events: Map<string, Event>;
  /** What was answered, by the question. */
  readonly replies = new Map<string, Reply>();

  constructor(events: readonly Event[]) {
    this.#events = new Map(events.map((event) => [event.key, event]));
    for (const event of events) if (event.type === 'answered') this.replies.set(event.id, event.reply);
  }

  get(key: string): Event | undefined {
    return this.#events.get(key);
  }

  /** What it holds for this place; throws where the team would do something else there now. */
  expect<T extends EventBody['type']>(key: string, type: T): Extract<Event, { type: T }> | undefined {
    const event = this.#events.get(key);
    if (event !== undefined && event.type !== type) throw changedSince(event);
    return event as Extract<Event, { type: T }> | undefined;
  }

  /** All whose key begins so, in their order. */
  below(prefix: string): Event[] {
    return [...this.#events.values()].filter(({ key }) => key.startsWith(prefix));
  }

  /** The run has come by. */
  pass({ key }: Event): void {
    this.#events.delete(key);
  }
}

export function changedSince(event: Event): ConsiliumError {
  return new ConsiliumError(
    'RESUME_MISMATCH',
    `The interrupted turn cannot be resumed: at ${event.key} the log has ${event.type}, the team now does something else.`,
    { hint: 'The team was changed since. Send the message again.' },
  );
}
