/** What the tools of files share. */
import type { ToolContext } from 'consilium/kernel';
import { z } from 'zod';
import { assistantOf } from '../_shared/place.ts';

export const path = z.string().min(1).max(500);
export const ACTOR = 'filesystem_agent';
export const files = (context: ToolContext) => assistantOf(context).files(context.session.user);

/** On the list of changes, with how the files stood before. */
export const noted = <T>(context: ToolContext, paths: readonly string[], what: string, act: () => Promise<T>) =>
  assistantOf(context).effects.onFiles(
    context.session.user,
    paths,
    what,
    act,
    `${context.idempotencyKey}:${paths.join()}`,
  );

export const aboutFile = (name: string) => ({ kinds: ['file'], name });
