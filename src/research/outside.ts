/**
 * A report that somebody hands in over HTTP: stored without who a patient is and without what it orders whoever reads it,
 * once for each key of its agent. What becomes of it is decided as of any other.
 */
import { ConsiliumError, newId } from '../kernel/index.ts';
import type { Desk } from './desk.ts';
import { withoutOrders } from './evidence/orders.ts';
import type { AgentRow, RelayRow } from './records.ts';

export interface HandedIn {
  readonly message: string;
  /** The same for the same report, however often it is handed in. */
  readonly key?: string | undefined;
  /** Who hands it in, as its reader knows them. */
  readonly by: string;
}

/** Throws MESSAGE_EMPTY, IDEMPOTENCY_CONFLICT. */
export async function handIn(
  desk: Pick<Desk, 'bare' | 'feed'>,
  { id, owner }: Pick<AgentRow, 'id' | 'owner'>,
  { message, key = newId(), by }: HandedIn,
): Promise<RelayRow> {
  if (message.trim() === '') throw new ConsiliumError('MESSAGE_EMPTY', 'There is no message.');
  const { text, orders } = withoutOrders(await desk.bare(message.trim()));
  const isEmpty = text.trim() === '';
  const said = isEmpty ? 'It holds nothing but orders to whoever reads it.' : text.trim();
  const row = await desk.feed.relay({
    ...{ key: `http:${id}:${key}`, owner, agent: id, message: said },
    facts: { outside: true, by, ...(orders > 0 && { orders }), ...(isEmpty && { empty: true }) },
  });
  if (row.message === said) return row;
  throw new ConsiliumError('IDEMPOTENCY_CONFLICT', 'Another report was handed in under this key.', {
    hint: 'Use a new key for each report; send the same one only to repeat it.',
  });
}
