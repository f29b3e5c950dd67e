/** What is put to a research agent, and what comes back. */
import { z } from 'zod';
import type { Json, PendingView, Principal, Runner, TurnResult } from '../kernel/index.ts';

export interface DeskReply {
  readonly response: string;
  readonly citations: readonly Json[];
  /** What the agent waits for, if it does. */
  readonly pending: readonly PendingView[];
}

export interface MessageOptions {
  readonly principal: Principal;
  /** The same message with the same key is worked on once. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const letterSchema = z.object({
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  id: z.string().optional(),
});

/** A letter that is to go out. */
export type LetterDraft = z.infer<typeof letterSchema>;

const LETTER = 'A letter is to go out: ';

/** The letter that a message hands over; nothing in any other. */
export function letterToSend(message: string): LetterDraft | undefined {
  if (!message.startsWith(LETTER)) return undefined;
  try {
    return letterSchema.parse(JSON.parse(message.slice(LETTER.length)));
  } catch {
    return undefined;
  }
}

export type AgentReply = Omit<TurnResult, 'pending'> & { readonly pending: readonly PendingView[] };

/**
 * Puts a message to an agent. A letter that it wants sent is a turn of its own, behind it: whoever has to agree to it has the
 * findings meanwhile, and what is scheduled is so already.
 */
export async function askAgent(runner: Runner, message: string, turn: Turn): Promise<AgentReply> {
  const { pending, ...result } = await runner.ask({ ...turn, message });
  const waits = pending === undefined ? [] : [pending];
  const letters = z.array(letterSchema).safeParse(result.notes['letters']);
  if (result.outcome !== 'completed' || !letters.success) return { ...result, pending: waits };
  const told = [result.text];
  for (const [at, letter] of letters.data.entries()) {
    const key = turn.key === undefined ? undefined : `${turn.key}:letter${at === 0 ? '' : at}`;
    const sent = await runner.ask({ ...turn, key, message: `${LETTER}${JSON.stringify(letter)}` });
    told.push(sent.text || (sent.error ? `No mail went to ${letter.to}: ${sent.error.message}` : ''));
    if (sent.pending !== undefined) waits.push(sent.pending);
  }
  return { ...result, text: told.filter(Boolean).join('\n\n'), pending: waits };
}

type Turn = MessageOptions & { readonly session: string };

/** What an agent remembers of what was asked and answered. */
export function exchangeOf(asked: string, answered: string, files: Json | undefined, now: number): Json[] {
  const at = new Date(now).toISOString();
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 400);
  return [
    { at, role: 'request', text: short(asked) },
    { at, role: 'answer', text: short(answered), ...(Array.isArray(files) && { files }) },
  ];
}

export function sessionOf(agentId: string): string {
  return `research-${agentId}`;
}
