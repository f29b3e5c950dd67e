/** What the tools of todos and reminders share. */
import { momentOf, type Thing, type Todo, whenIn } from 'consilium/assistant';
import type { ToolContext } from 'consilium/kernel';
import { z } from 'zod';
import { choose, type Meant } from '../_shared/choose.ts';
import { assistantOf, placeOf } from '../_shared/place.ts';
import { topicOf } from '../_shared/told.ts';

export const title = z.string().min(1).max(500);
export const day = z.string().max(40).describe('2026-11-20 or 2026-11-20T15:00');

export const priority = z.enum(['low', 'normal', 'high']);
export const list = z.string().max(100);

export const here = (context: ToolContext) => ({
  ...assistantOf(context),
  user: context.session.user,
  ...placeOf(context),
});

/** The todo that is meant: by name, day and hour, and by what was spoken of. */
export function find(context: ToolContext, meant: Meant, project?: string): Thing<Todo> {
  const { todos, user, now, zone } = here(context);
  const open = todos.list(user, { ...(project !== undefined && { project }) });
  const things = open.map(({ id, body }) => ({ id, name: body.title, start: seenDue(body, zone) }));
  const chosen = choose(meant, things, 'todo', { last: topicOf(context.state)?.id, now });
  return open.find(({ id }) => id === chosen.id)!;
}

/** When it is due, by the clock of who looks. */
export function seenDue({ due, zone: kept }: Todo, zone: string): string | undefined {
  return due === undefined ? undefined : whenIn(due, kept, zone);
}

export function aboutTodo({ id, body }: Pick<Thing<Todo>, 'id' | 'body'>, kinds: readonly string[] = ['todo']) {
  const { title: name, due, zone, project } = body;
  return {
    kinds: [...kinds],
    name,
    id,
    ...(project !== undefined && { list: project }),
    ...(due !== undefined && { at: momentOf(due, zone) }),
  };
}
