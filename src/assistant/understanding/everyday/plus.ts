/** "And Thursday", behind what was just made: one more of it, at the other time. Behind a question it is asked again. */
import type { Known } from '../known.ts';
import { readMessage } from '../message.ts';
import type { Request } from '../request.ts';
import { done, type Model } from './model.ts';
import { isTime } from './plans.ts';

const PLUS = /^(?:and|also|plus|and also)\s+(?:on\s+|at\s+)?(?<when>[^,]{2,40}?)(?:\s+(?:too|as well|also))?$/i;

export const oneMore: Model = (text, given) => {
  const when = PLUS.exec(text)?.groups?.['when'];
  const { about, place, known } = given;
  const isMade = about !== undefined && about.asked === undefined && about.ended !== true;
  if (when === undefined || !isMade || !about.kinds.some((kind) => kind === 'event' || kind === 'reminder'))
    return undefined;
  const message = readMessage(when, place, known);
  const isTimeOnly = message.whens.length === 1 && message.tokens.every((_, at) => isTime(message, at));
  if (!isTimeOnly) return undefined;
  const again = done(`same again ${when}`, text, given, ['add_event', 'set_reminder']);
  if (again?.kind !== 'requests') return again;
  return { ...again, requests: again.requests.map((one) => asLong(one, about.name, known)) };
};

/** One more of it is as long as it is, where no other length was said. */
function asLong(request: Request, name: string, { starts, ends }: Known): Request {
  const [from, to] = [starts?.[name], ends?.[name]];
  const { minutes, end, start } = request.input;
  const isOpen = request.tool === 'add_event' && minutes === undefined && end === undefined;
  if (!isOpen || from === undefined || to === undefined || String(start).length <= 10) return request;
  return { ...request, input: { ...request.input, minutes: Math.round((to - from) / MINUTE) } };
}

const MINUTE = 60_000;
