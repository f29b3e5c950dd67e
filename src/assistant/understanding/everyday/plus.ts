/** "And Thursday", behind what was just made: one more of it, at the other time. Behind a question it is asked again. */
import { readMessage } from '../message.ts';
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
  return isTimeOnly ? done(`same again ${when}`, text, given, ['add_event', 'set_reminder']) : undefined;
};
