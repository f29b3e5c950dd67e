/** What the tools of todos and reminders share. */
import { momentOf, type Thing, type Todo } from 'consilium/assistant';
import type { ToolContext } from 'consilium/kernel';
import { z } from 'zod';
import { choose } from '../_shared/choose.ts';
import { assistantOf, placeOf } from '../_shared/place.ts';

export const title = z.string().min(1).max(500);
export const day = z.string().max(40).describe('2026-11-20 or 2026-11-20T15:00');

export const here = (context: ToolContext) => ({
  ...assistantOf(context),
  user: context.session.user,
  ...placeOf(context),
});

export function find(context: ToolContext, query: string, project?: string): Thing<Todo> {
  const { todos, user } = here(context);
  const open = todos.list(user, { ...(project !== undefined && { project }) });
  const chosen = choose(
    query,
    open.map(({ id, body }) => ({ id, name: body.title })),
    'todo',
  );
  return open.find(({ id }) => id === chosen.id)!;
}

export function aboutTodo({ title: name, due, zone }: Todo, kinds: readonly string[] = ['todo']) {
  return { kinds: [...kinds], name, ...(due !== undefined && { at: momentOf(due, zone) }) };
}
