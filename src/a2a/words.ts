/** What an agent makes, as events of its task. */
import type { Json } from '../kernel/index.ts';
import { type Artifact, type StreamResponse, type Task, textOf } from './protocol.ts';
import type { RunningTask } from './running.ts';
import type { ServedPart } from './served.ts';

const ANSWER = 'answer';

/** The agent's words: one artifact, whole at the end or growing as they come. */
export class Words {
  readonly #running: RunningTask;
  readonly #stream: boolean;
  /** How many characters are on the log already, from before a crash. */
  #skip: number;
  #begun: boolean;
  #kept = '';
  #details: Record<string, Json> | undefined;

  constructor(running: RunningTask, stream: boolean, told: number) {
    this.#running = running;
    this.#stream = stream;
    this.#skip = told;
    this.#begun = told > 0;
  }

  /** Whether the part was about words. */
  take(part: ServedPart): boolean {
    if (part.type === 'text') this.add(part.text);
    else if (part.type === 'retract') this.retract();
    else if (part.type === 'details') this.#details = part.data;
    else return false;
    return true;
  }

  add(given: string): void {
    const text = given.slice(this.#skip);
    this.#skip -= given.length - text.length;
    if (!this.#stream) this.#kept += text;
    else if (text !== '') this.#tell(text);
  }

  /** What was told is replaced by what comes. */
  retract(): void {
    this.#begun = false;
    this.#skip = 0;
    this.#kept = '';
  }

  /** The rest of the words, if there are any: the last event of them. */
  end(): StreamResponse[] {
    return this.#begun || this.#kept !== '' ? [this.#eventOf(this.#kept, true)] : [];
  }

  #tell(text: string): void {
    this.#running.add(this.#eventOf(text, false));
    this.#begun = true;
  }

  #eventOf(text: string, last: boolean): StreamResponse {
    const told = { artifactId: ANSWER, name: ANSWER, parts: [{ text, mediaType: 'text/plain' }] };
    const artifact = last && this.#details ? { ...told, metadata: this.#details } : told;
    return artifactEvent(this.#running.task, artifact, { append: this.#begun, last });
  }
}

export function artifactEvent(
  { id: taskId, contextId }: Task,
  artifact: Artifact,
  { append, last }: { append?: boolean; last?: boolean },
): StreamResponse {
  return {
    artifactUpdate: { taskId, contextId, artifact, ...(append && { append }), ...(last && { lastChunk: true }) },
  };
}

/** How much of its words a task has told. */
export function textSoFar({ artifacts = [] }: Task): number {
  return textOf(artifacts.find(({ artifactId }) => artifactId === ANSWER)?.parts ?? []).length;
}
