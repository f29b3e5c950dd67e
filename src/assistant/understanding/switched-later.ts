/** When something is to be done with a device, if not at once. */
import { type Clause, textOf } from './clause.ts';

/** "Heating on at 7" is said by the clock; "at 7 degrees" is not. */
export function isHour(words: readonly string[], at: number): boolean {
  const isSwitched = words.some((word) => word === 'on' || word === 'off');
  return (
    isSwitched &&
    words[at - 1] === 'at' &&
    Number(words[at]) <= 12 &&
    !/^(?:percent|%|degrees?|°)/.test(words[at + 1] ?? '')
  );
}

const SWITCHES = ['verb.turn_on', 'verb.turn_off', 'verb.lock', 'verb.unlock', 'verb.arm', 'verb.disarm'];

/** When something is to be done with a device, if not at once. A bare number is how much: "to 21", "lights at 5". */
export function laterIn({ when, shows, message, from, to }: Clause): string | undefined {
  // "On for an hour": off again later.
  const lasting = message.lengths.find((one) => one.from >= from && one.to <= to);
  if (when === undefined) return lasting && textOf({ message, ...lasting });
  const isBare = /^(?:(?:at|to|by)\s+)?\d{1,3}$/.test(when.text.trim());
  const isSwitched = SWITCHES.some((sign) => shows.has(sign));
  const words = message.tokens.slice(from, to).map(({ word }) => word);
  if (isBare && words.some((word, at) => /^\d+$/.test(word) && isHour(words, at))) return when.text;
  return isBare && !when.recurs && !(isSwitched && !shows.has('verb.set') && when.text.startsWith('at'))
    ? undefined
    : when.text;
}
