/** What depends on the calendar is decided before anything is done: what the one branch books must not decide the other. */
import type { Occasion, Request, Understood } from 'consilium/assistant';
import type { OfflineTurn } from 'consilium/models';
import { assistantOf, placeOf } from './place.ts';
import { sayMoment } from './say.ts';

type Asked = Extract<Understood, { kind: 'requests' }>;

export function decide(context: OfflineTurn['context'], asked: Asked): Asked {
  if (!asked.requests.some(({ provided }) => provided !== undefined)) return asked;
  const { calendar } = assistantOf(context);
  const { zone, now } = placeOf(context);
  const decided: string[] = [];
  const requests = asked.requests.flatMap((request): Request[] => {
    const { provided, ...plain } = request;
    if (provided === undefined) return [request];
    const [busy] = calendar.between(context.session.user, provided.from, provided.to, zone).filter((one) => one.busy);
    const holds = provided.free === (busy === undefined);
    if (!holds) decided.push(`I left "${plain.text}": ${sayWhy(busy, zone, now)}.`);
    return holds ? [plain] : [];
  });
  return { ...asked, requests, decided };
}

function sayWhy(busy: Occasion | undefined, zone: string, now: number): string {
  return busy === undefined
    ? 'you are free then'
    : `**${busy.title}** is then (${busy.isDay ? 'all day' : sayMoment(busy.from, zone, now)})`;
}
