/** Of what somebody is reminded: as it is called. */
import { eachEvent } from './each.ts';
import { countedFrom } from './timed.ts';
import { afterTo, bellOf, type Reading, titleOf, wholeName } from './titles.ts';
import { wordSet } from './words.ts';

const POINTERS = wordSet('name_pointers');

/** What is named in the clause itself, then what its time is counted from, then what was spoken of. */
export function remindedOf(reading: Reading): string | undefined {
  const { clause } = reading;
  const alone = { ...reading, clause: { ...clause, topic: undefined, about: undefined } };
  const own = [titleOf(alone, wholeName), eachEvent(clause)?.name, countedFrom(clause)];
  // "15 minutes before it": of what "it" is.
  const said = own.find((name) => name !== undefined && !POINTERS.has(name.toLowerCase()));
  // "Wake me at 6:30", "alarm at 11": of nothing that was spoken of.
  const bell = clause.shows.has('noun.timer') && !clause.shows.has('pronoun') ? bellOf(clause) : undefined;
  const named = said ?? bell ?? titleOf(reading, wholeName);
  // "Twice: at 9 and at 3": how often is said by the times.
  if (named !== undefined && clause.whens.length > 1)
    return named.replace(/\s+(?:twice|two times|three times):?$/i, '');
  return named ?? (isSnooze(reading) ? undefined : (afterTo(reading) ?? bellOf(clause)));
}

export const isSnooze = ({ clause }: Reading) => clause.shows.has('say.snooze');
