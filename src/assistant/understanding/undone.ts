/** How much is to be taken back: "the last three", "only the last one", "everything you just did". */
import type { Clause } from './clause.ts';
import { timeWords } from './time/words.ts';

export function undoneIn({ message, from, to, shows }: Clause): { count?: number; all?: boolean } {
  if (shows.has('say.whole_turn')) return { all: true };
  if (shows.has('say.last_one')) return { count: 1 };
  if (!shows.has('say.last_few')) return {};
  const counts = message.tokens.slice(from, to).map(({ word }) => FEW[word] ?? timeWords().number(word));
  const count = counts.find((many) => many !== undefined && many > 1);
  return count === undefined ? {} : { count };
}

const FEW: Readonly<Record<string, number>> = { few: 3, both: 2, twice: 2 };
