/** The operation that is to come: its day, what must be right for it, and whether it is. */

import { wordsIn } from '../../text/index.ts';
import { type Block, block, citeReading, type Desk, nameOf, quotePassage } from '../desk.ts';
import { type Ahead, isUnmetNeed, type Need, needsOf, operationsAhead } from '../evidence/ahead.ts';
import { isOperation } from '../evidence/operations.ts';
import { stemsOf, withSynonyms } from '../evidence/passages.ts';
import { hasCue, isCue } from '../frames/cues.ts';
import type { Frame } from '../types.ts';
import { capital, list, sayDate } from '../wording.ts';

const OF_COMING = new Set<Frame['aspect']>([
  ...([
    'when',
    'next',
    'list',
    'judge',
    'value',
    'about',
    'have',
    'said',
    'todo',
    'limit',
    'goal',
    'worry',
    'due',
    'who',
  ] as const),
]);
const WEIGHS = new Set<Frame['aspect']>(['judge', 'worry', 'have', 'limit', 'goal', 'value']);
/** The operation itself, in a word. */
const OPERATION = /\b(?:op|operation|surgery)\b/i;

export function answerOperation(desk: Desk, frame: Frame): Block | undefined {
  if (!OF_COMING.has(frame.aspect) || hasCue('past', frame.text) || !isAsked(frame)) return undefined;
  const [ahead] = operationsAhead(desk.chart).filter((each) => isOfPart(desk, each, frame));
  if (ahead === undefined) return undefined;
  if (frame.inherited && desk.quoted.has(ahead.passage)) return block('');
  const needs = needsOf(desk.chart, ahead);
  const unmet = needs.filter(isUnmetNeed);
  const said = quotePassage(desk, ahead.passage, ahead.whole);
  const stand = [...needs.map((need) => sayNeed(desk, need)), writtenBy(desk, ahead)].filter((each) => each !== '');
  if (!WEIGHS.has(frame.aspect) || needs.length === 0) return block(`**${said}**`, stand);
  const verdict =
    unmet.length > 0
      ? `Not yet: ${list(unmet.map((need) => sayShort(need)))}`
      : needs.every(({ last }) => last !== undefined)
        ? 'By the last values, yes'
        : 'Your record does not hold every value that it hangs on';
  return block(`**${verdict}.** ${said}`, stand);
}

/** "… and who does it?": the paper that sets the day is mostly of the team that operates. */
function writtenBy({ chart, message }: Desk, { passage }: Ahead): string {
  const by = /\bwho\b/i.test(message) ? chart.people(passage.uuid) : [];
  return by.length === 0 ? '' : `That paper is by ${list(by)}: ask there who operates.`;
}

function isAsked({ text, subjects, inherited }: Frame): boolean {
  return (
    OPERATION.test(text) ||
    (inherited === true && subjects.some(({ id }) => id === 'thing:procedures')) ||
    subjects.some(({ id, kind, text: name }) => kind === 'procedure' && isOperation({ concepts: [id], name }))
  );
}

/** "My womb operation": the paper speaks of the womb; without a part any. */
function isOfPart({ chart }: Desk, { passage }: Ahead, { text }: Frame): boolean {
  const parts = wordsIn(text).filter(({ lower }) => isCue('parts', lower));
  const written = [passage.title, ...passage.paper.map((each) => each.text)].join(' ');
  const held = stemsOf(written);
  return parts.every(
    ({ lower }) =>
      isCalledShort(chart, lower, written) ||
      [...stemsOf(lower)].every((word) =>
        [...withSynonyms(new Map([[word, 1]])).keys()].some((each) => held.has(each)),
      ),
  );
}

/** "ACL recon" is the knee's where the record has a torn anterior cruciate ligament of the knee. */
function isCalledShort({ view }: Desk['chart'], part: string, written: string): boolean {
  const [stemmed = part] = stemsOf(part);
  return [...view.conditions, ...view.procedures]
    .filter(({ name }) => stemsOf(name).has(stemmed))
    .some(({ name }) => {
      const words = wordsIn(name).map(({ lower }) => lower);
      return words.some((_, at) => {
        const initials = words.slice(at, at + LETTERS).map((word) => word[0]!.toUpperCase());
        return (
          initials.length === LETTERS && new RegExp(`(?<![\\p{L}])${initials.join('')}(?![\\p{L}])`, 'u').test(written)
        );
      });
    });
}

/** Two are initials of too much. */
const LETTERS = 3;

function sayNeed(desk: Desk, { observation, low, high, last }: Need): string {
  const name = capital(nameOf(observation));
  const wanted = low !== undefined ? `, wanted ${low} or more` : high !== undefined ? `, wanted ${high} or less` : '';
  return last === undefined
    ? `${name}: no value in your record${wanted}.`
    : `${name}: last ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, nameOf(observation))}${wanted}.`;
}

function sayShort({ observation, low, high, last }: Need): string {
  return `${nameOf(observation)} ${last!.shown} is ${low !== undefined ? `below the ${low}` : `above the ${high}`} that is wanted for it`;
}
