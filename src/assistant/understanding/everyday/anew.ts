/** "Cancel the reminder for the bins and set a new one for 8 tonight": another time for what was named once. */
import { readMessage } from '../message.ts';
import { type Model, wholeOf } from './model.ts';
import { timeSaid } from './plans.ts';

const ANEW =
  /^(?<old>.{6,120}?)[,;]?\s+(?:and|then)\s+(?:then\s+)?(?:please\s+)?(?:set|make|create|add|give|put)\s+(?:up\s+|in\s+)?(?:me\s+)?(?:a\s+)?(?:new|another|fresh)\s+(?:one|reminder)\b[\s,:]*(?<when>.+)$/iu;

export const setAnew: Model = (text, given) => {
  const { old, when } = ANEW.exec(text)?.groups ?? {};
  if (old === undefined || when === undefined) return undefined;
  const [gone, ...more] = wholeOf(given.read(old)) ?? [];
  const name = gone?.input['query'];
  if (gone?.tool !== 'cancel_reminder' || more.length > 0 || typeof name !== 'string') return undefined;
  const message = readMessage(when, given.place, given.known);
  if (message.whens.length !== 1) return undefined;
  const [set, ...others] = wholeOf(given.read(`set a reminder ${timeSaid(message)}: ${name}`)) ?? [];
  if (set?.tool !== 'set_reminder' || others.length > 0) return undefined;
  return {
    kind: 'requests',
    requests: [
      { ...gone, text },
      { ...set, text },
    ],
    rest: [],
  };
};
