/** Whatever opens, unlocks or disarms is asked about first: what, what would come of it, and how it is taken back. */
import type { Device, HomeOrder } from 'consilium/assistant';
import type { ToolContext } from 'consilium/kernel';
import { sayState } from './states.ts';

const MINUTES = 60_000;

export async function askFirst(device: Device, order: HomeOrder, context: ToolContext): Promise<string> {
  const said = `${order.say.charAt(0).toUpperCase()}${order.say.slice(1)}`;
  const reply = await context.ask({
    what: `${said} ${device.name}`,
    why: `You asked: "${context.message.slice(0, 200)}"`,
    ...(order.wants.sent
      ? { effect: `I would ${order.say} it. ${sayTouched(device)} It cannot be taken back from here.` }
      : {
          effect: `${sayState(device).replaceAll('**', '')} now. I would ${order.say} it.`,
          undo: 'Afterwards "undo that" puts it back as it is now.',
        }),
    until: context.clock.now() + 10 * MINUTES,
  });
  return reply.kind;
}

/** What a scene or a script tells of what it sets off. */
function sayTouched({ attributes: { entity_id: touched } }: Device): string {
  const ids = Array.isArray(touched) ? touched.filter((id) => typeof id === 'string') : [];
  return ids.length === 0
    ? 'What it sets off is not seen from here: it may unlock, open or switch things.'
    : `It touches ${ids.slice(0, 12).join(', ')}.`;
}
