/**
 * One item of a section among items of the same kind and size: "which of these tests is used to diagnose asthma?" The wrong ones are
 * of neighbours, and nothing connects them with what is asked. Where three of them cannot be found, it is not asked as a choice.
 */
import { readSentences } from '../facts/sentences.ts';
import { contentStems, termKey, withoutArticle } from '../facts/terms.ts';
import { inSentence, isSeveral, plainTitle } from '../material/things.ts';
import type { QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import { type Entry, type EntryGround, isOneThing } from './entry.ts';
import { choiceWords, type ItemRow } from './entry-choice-rows.ts';
import { itemsOf } from './entry-items.ts';
import { areAlike, besideItem, besideMarks, type Candidate, isGivenAway, markedIn, written } from './entry-rivals.ts';
import { isTold } from './marks.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

const WRONG = 3;

export function askItem(
  kind: QuestionKind,
  entry: Entry,
  row: ItemRow,
  ground: EntryGround,
  chance: Chance,
): Draft | undefined {
  const passage = entry.sections.get(row.section);
  if (passage === undefined || !row.of.includes(entry.kind)) return undefined;
  if (entry.kind !== 'drug' && !isOneThing(entry)) return undefined;
  const parts = kind === 'choice' ? whichIs(entry, row, ground, chance) : undefined;
  const asked = kind === 'which_not' ? whichIsNot(entry, row, ground, chance) : parts;
  const asks = kind === 'choice' ? row.asks : row.asks_not;
  if (asked === undefined || asks === undefined) return undefined;
  const { key, rest, words = passage.text } = asked;
  // Beside plain items of the list an article would be seen at once.
  const write = (one: Candidate) => (kind === 'which_not' ? withoutArticle(written(one)) : written(one));
  const { options, label } = lettered(write(key), rest.map(write), chance);
  return {
    ...{ kind, relation: row.relation, stem: stemOf(asks, entry), options },
    ...{ key: { kind: 'option', label, text: upperFirst(write(key)) }, reason: `“${words}”`, passage, words },
  };
}

interface Parts {
  readonly key: Candidate;
  readonly rest: readonly Candidate[];
  readonly words?: string | undefined;
}

/** One that belongs among three that do not. */
function whichIs(entry: Entry, row: ItemRow, ground: EntryGround, chance: Chance): Parts | undefined {
  for (const key of chance.shuffle(rightsOf(entry, row))) {
    const rest = strangersTo(key, entry, row, ground, chance).slice(0, WRONG);
    if (rest.length === WRONG) return { key, rest, words: key.words };
  }
  return undefined;
}

/** One that does not belong among three that do. */
function whichIsNot(entry: Entry, row: ItemRow, ground: EntryGround, chance: Chance): Parts | undefined {
  const belonging = chance.shuffle(listedOf(entry, row));
  for (const first of belonging) {
    const rest = [first, ...belonging.filter((other) => other !== first && areAlike(first, other))].slice(0, WRONG);
    const key = strangersTo(first, entry, row, ground, chance).find(
      (stranger) =>
        !belonging.some((other) => isKindOf(stranger.text, other.text) || isKindOf(other.text, stranger.text)),
    );
    if (rest.length === WRONG && key !== undefined) return { key, rest };
  }
  return undefined;
}

/** "Breathlessness on lying flat" is breathlessness. */
function isKindOf(one: string, other: string): boolean {
  const own = contentStems(one);
  return own.size > 0 && [...contentStems(other)].every((stem) => own.has(stem));
}

function rightsOf(entry: Entry, row: ItemRow): readonly Candidate[] {
  if (row.marks === undefined) return listedOf(entry, row);
  const sentences = readSentences(entry.sections.get(row.section)?.text ?? '');
  return markedIn(entry, row.marks, row.section).map((mark) => ({
    text: mark.text,
    words: sentences.find((sentence) => isTold(mark, sentence)),
  }));
}

function listedOf(entry: Entry, { section, answers }: ItemRow): readonly Candidate[] {
  const { vague } = choiceWords();
  return itemsOf(entry, section).filter(
    (item) => answers.includes(item.concept.kind) && !vague.has(termKey(item.text)) && !isGivenAway(item, entry),
  );
}

function strangersTo(right: Candidate, entry: Entry, row: ItemRow, ground: EntryGround, chance: Chance): Candidate[] {
  if (row.marks !== undefined) return besideMarks(right, entry, row.marks, ground, chance);
  return besideItem(right, entry, row.section, ground, chance);
}

function stemOf(asks: string, { title }: Entry): string {
  const name = plainTitle(title);
  return asks.replace('{it}', inSentence(name)).replace('{is}', isSeveral(name) ? 'are' : 'is');
}
