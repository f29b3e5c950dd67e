/** What happened in a session between agents: handed over, or refused, and how often. */
import type { Event } from '../kernel/index.ts';

export interface Move {
  readonly from: string;
  readonly to: string;
  readonly times: number;
  readonly refused: boolean;
  /** Of the last refusal. */
  readonly why?: string;
}

export function movesOf(events: readonly Event[]): Move[] {
  const moves = new Map<string, Move>();
  for (const event of events) {
    if (event.type !== 'transferred' && event.type !== 'transfer_refused') continue;
    const refused = event.type === 'transfer_refused';
    const key = `${event.agent} ${event.to} ${refused}`;
    const times = (moves.get(key)?.times ?? 0) + 1;
    const why = event.type === 'transfer_refused' && { why: event.why };
    moves.set(key, { from: event.agent, to: event.to, times, refused, ...why });
  }
  return [...moves.values()];
}
