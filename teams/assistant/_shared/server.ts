/** A look at the calendar's server, where it is on one: what came of it, in words. */
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { assistantOf, placeOf } from './place.ts';

/** Where that fails, what is here goes on, and that is said. */
export async function lookAtServer(context: ToolContext, isChange: boolean): Promise<string> {
  const { sync } = assistantOf(context);
  const { user } = context.session;
  const { zone } = placeOf(context);
  if (!sync.isFor(user)) return '';
  try {
    const told = isChange ? await sync.soon(user, zone) : await sync.ifStale(user, zone);
    const { conflicts = [], kept = [] } = told ?? {};
    const gone = kept.length === 0 ? '' : ` ${KEPT} "Sync my calendar" names it.`;
    if (conflicts.length === 0) return gone;
    const names = conflicts.map((name) => `**${name}**`).join(', ');
    return ` Changed here and on the server too, and the server's stands: ${names}. What it was here is under Changes.${gone}`;
  } catch (thrown) {
    if (!(thrown instanceof ConsiliumError)) throw thrown;
    return ` ${thrown.message} What you see is what is here.`;
  }
}

/** So much that somebody has to say so first. */
export const KEPT = 'Nearly everything was gone from the calendar server at once, so I kept it here.';
