/** "I don't need the chiropodist any more", "can't make Saturday": what is there is not wanted, and goes after a yes or at once. */
import { dayOf } from '../../wall.ts';
import { matchKnown } from '../known.ts';
import { readMessage } from '../message.ts';
import { done, type Given, type Model, offered } from './model.ts';
import { waysOf } from './words.ts';

const ENDS = ['cancel_event', 'remove_todo', 'cancel_reminder'];

export const noMore: Model = (text, given) => {
  const thing = thingIn(text);
  if (thing === undefined) return undefined;
  const message = readMessage(thing, given.place, given.known);
  const { tokens, whens } = message;
  const known = matchKnown(tokens, 0, tokens.length, given.known);
  const named = known.get('event') ?? known.get('reminder') ?? known.get('todo');
  if (named !== undefined) return named.tied ? undefined : done(`cancel ${thing}`, text, given, ENDS);
  const [when, ...more] = whens;
  if (when === undefined || more.length > 0 || when.recurs) return undefined;
  const only = eventsOn(when.wall.slice(0, 10), given);
  return only.length === 1 ? offered(`cancel "${only[0]}"`, text, given, ENDS) : undefined;
};

function thingIn(text: string): string | undefined {
  const plain = text.replace(new RegExp(`(?:[\\s,]+(?:${waysOf('after_all')}))+$`, 'iu'), '');
  const before = new RegExp(`^(?:${waysOf('no_more')})\\s+(.{2,60})$`, 'iu').exec(plain)?.[1];
  const behind = new RegExp(`^(.{2,60}?)\\s+(?:${waysOf('no_more_behind')})$`, 'iu').exec(plain)?.[1];
  return (before ?? behind)?.replace(/^to\s+/i, '');
}

function eventsOn(day: string, { known, place }: Given): string[] {
  return Object.entries(known.starts ?? {})
    .filter(([name, start]) => known.events.includes(name) && dayOf(start, place.zone) === day)
    .map(([name]) => name);
}
