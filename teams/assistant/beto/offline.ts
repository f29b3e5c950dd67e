/** Beto without a model: reads what is asked, and hands each request to its specialist, one after another. */
import type { OfflinePolicy } from 'consilium/models';
import { askBack, nextRequest, readRequests, tellAll, tellNotices } from '../_shared/desk.ts';

const policy: OfflinePolicy = async (turn) => {
  const understood = await readRequests(turn);
  if (understood.kind === 'unclear') return { say: askBack(turn, understood) };
  const next = understood.kind === 'requests' ? nextRequest(turn, understood.requests) : undefined;
  if (next !== undefined) return { transfer: next.agent, reason: next.text };
  return { say: (await tellNotices(turn)) + tellAll(turn, understood) };
};

export default policy;
