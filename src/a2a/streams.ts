/** Streams of a task's events: one, none, one before others, what was before what comes. */
import type { TaskEvent } from './tasks.ts';

export async function* one(event: TaskEvent): AsyncGenerator<TaskEvent> {
  yield event;
}

export async function* none(): AsyncGenerator<TaskEvent> {}

export async function* follow(first: TaskEvent, rest: AsyncIterable<TaskEvent>): AsyncGenerator<TaskEvent> {
  yield first;
  yield* rest;
}

export async function* replay(past: readonly TaskEvent[], live: AsyncIterable<TaskEvent>): AsyncGenerator<TaskEvent> {
  let seen = 0;
  for (const event of past) {
    seen = event.seq;
    yield event;
  }
  for await (const event of live) if (event.seq > seen) yield event;
}
