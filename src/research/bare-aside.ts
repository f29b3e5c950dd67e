/** Who a patient is, taken out of a longer text where it keeps nobody waiting: in a thread, where a server keeps some. */
import { callAside } from '../threads/index.ts';
import { withoutIdentifiers } from './identifiers.ts';
import { plainWordsIn, type Roster } from './people.ts';

type Ours = ReturnType<Roster>;

export const works = {
  withoutOurs: (text: string, now: number, ours: Ours): string =>
    withoutIdentifiers(text, now, (words) => ours.filter((name) => name.some((part) => words.includes(part)))),
};

const LONG = 250;

/** The record is asked here, where it is open; what it knows of the names goes along with the text. */
export async function bareText(text: string, now: number, roster: Roster): Promise<string> {
  if (text.length < LONG) return withoutIdentifiers(text, now, roster);
  return callAside(import.meta.url, works, 'withoutOurs', [text, now, roster(plainWordsIn(text))], { long: true });
}
