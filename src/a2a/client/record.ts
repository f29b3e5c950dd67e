/** How a call went, for those who look after remote agents. */
import { systemClock } from '../../kernel/clock.ts';
import { toConsiliumError } from '../../kernel/index.ts';
import type { RemoteCall } from './settings.ts';

/** How a call went: ids, sizes, times; never what was said. */
export interface CallRecord {
  readonly at: number;
  readonly agent: string;
  readonly action: string;
  readonly conversation: string;
  readonly key: string;
  readonly endpoint?: string | undefined;
  readonly ms: number;
  readonly attempts: number;
  /** `ok`, `cache`, `stale`, or the code of the error. */
  readonly outcome: string;
  readonly sent: number;
  readonly received: number;
}

export class Course {
  readonly #agent: string;
  readonly #call: RemoteCall;
  readonly #at = systemClock.now();
  readonly #began = performance.now();
  attempts = 0;
  sent = 0;
  received = 0;
  endpoint: string | undefined;

  constructor(agent: string, call: RemoteCall) {
    this.#agent = agent;
    this.#call = call;
  }

  /** `call`: one of several that went together. */
  end(outcome: string, call = this.#call): CallRecord {
    const { action, conversation, key } = call;
    const { attempts, sent, received, endpoint } = this;
    const ms = Math.round((performance.now() - this.#began) * 100) / 100;
    return {
      at: this.#at,
      agent: this.#agent,
      action,
      conversation,
      key,
      endpoint,
      ms,
      attempts,
      outcome,
      sent,
      received,
    };
  }
}

/** Does it, and tells whoever watches how it went. */
export async function tellCourse<T>(
  course: Course,
  { onCall }: { onCall?(record: CallRecord): void },
  work: (course: Course) => Promise<T>,
  endOf: (answer: T) => string = () => 'ok',
): Promise<T> {
  try {
    const answer = await work(course);
    onCall?.(course.end(endOf(answer)));
    return answer;
  } catch (thrown) {
    const error = toConsiliumError(thrown, 'REMOTE_FAILED');
    onCall?.(course.end(error.code));
    throw error;
  }
}
