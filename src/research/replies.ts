/** Replies by mail: how one wakes its agent, and how it is spoken of. What stands in it is never part of the message. */
import { z } from 'zod';
import type { Letter, Mail } from '../mail/index.ts';
import type { Trigger, TriggerWish } from '../triggers/index.ts';

const handedOn = z.object({ reply: z.string() });

/** Soon, and after whatever its agent is at. The words name nobody, so that the same reply is always the same wish. */
export function replyTrigger({ id, owner, agent }: Letter): TriggerWish {
  return {
    ...{ room: 'research', owner, agent, key: `reply:${id}`, schedule: '+1 minute' },
    ...{ instruction: 'Read the reply that came by mail, and report what it says.', payload: { reply: id } },
    isErrand: true,
  };
}

/** The reply that a trigger was made for. */
export function replyOf({ payload }: Pick<Trigger, 'payload'>, mail: Pick<Mail, 'letter'>): Letter | undefined {
  const read = handedOn.safeParse(payload);
  return read.success ? mail.letter(read.data.reply) : undefined;
}

export function sayReply({ id, correspondent }: Letter): string {
  return `A reply came from ${correspondent}, letter ${id}; it is in correspondence/. Read it with read_mail and report what it says.`;
}

/** Whose reply a message speaks of, and which. */
export function replyIn(message: string): { readonly from: string; readonly letter: string } | undefined {
  const [, from, letter] = /^A reply came from (\S+), letter (\S+);/.exec(message) ?? [];
  return from === undefined || letter === undefined ? undefined : { from, letter };
}
