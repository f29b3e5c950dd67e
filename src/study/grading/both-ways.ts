/** A guess at both sides of an opposite, "gained and lost", where the key takes one: nothing has been said. */
import { fold } from '../../text/index.ts';
import { sidesOf } from './cleaning.ts';
import { answerWords } from './words.ts';

const PAIR = /(\p{L}+) (?:and|or|and\/or|\/) (?:also |it |is |are |they |the |by |then )*(\p{L}+)/gu;

export function saysBothWays(key: string, said: string, question: string): boolean {
  const { sides } = answerWords();
  const turned = (side: string) => (side.endsWith('+') ? `${side.slice(0, -1)}-` : `${side.slice(0, -1)}+`);
  const [own, asked] = [sidesOf(key), sidesOf(question)];
  return [...fold(said).matchAll(PAIR)].some(([, one = '', other = '']) =>
    (sides.get(one) ?? []).some(
      (side) =>
        (sides.get(other) ?? []).includes(turned(side)) &&
        own.has(side) !== own.has(turned(side)) &&
        !asked.has(side) &&
        !asked.has(turned(side)),
    ),
  );
}
