/** A medicine that is spoken of is weighed (consilium/assistant); what is forbidden is put to the person, with why. */
import type { ToolContext } from 'consilium/kernel';
import { WAITS_MS } from './all.ts';
import { askOther } from './bridge.ts';
import { assistantOf, placeOf } from './place.ts';

export interface Weighed {
  /** False where the person said no. */
  readonly agreed: boolean;
  /** What is said beside what was done. */
  readonly note: string;
}

interface Order {
  readonly what: string;
  readonly when?: string | undefined;
  /** "Remind you: take amoxicillin". */
  readonly deed: string;
  /** The name of what it takes the place of. */
  readonly instead?: string | undefined;
}

export async function weighMedicine(context: ToolContext, { what, when, deed, instead }: Order): Promise<Weighed> {
  const { against, note } = await assistantOf(context).medicines.weigh(
    { what, when, instead },
    {
      user: context.session.user,
      zone: placeOf(context).zone,
      signal: context.signal,
      ask: (message, how) => askOther('health', message, context, how),
    },
  );
  if (against === undefined) return { agreed: true, note };
  const reply = await context.ask({
    what: `${deed} (you asked: "${context.message.slice(0, 200)}")`,
    why: against,
    effect: 'I would set it all the same. Ask a doctor or pharmacist first.',
    undo: instead === undefined ? '"Undo that" takes it away.' : '"Undo that" puts it back as it was.',
    until: context.clock.now() + WAITS_MS,
  });
  return { agreed: reply.kind === 'yes', note };
}
