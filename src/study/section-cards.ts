/** Cards from the parts of a chapter: each asks for one part of one thing, in its own words, and has that part on its back. */
import { ILLNESS } from './facts/causes.ts';
import { readSentences } from './facts/sentences.ts';
import { termKey } from './facts/terms.ts';
import { conceptOf } from './facts/things.ts';
import type { CardDraft } from './making-cards.ts';
import { tellingsOf } from './material/points.ts';
import { sectionNamed, sectionNames } from './material/sections.ts';
import { frontOf, inSentence, isThing, membersOf, plainTitle } from './material/things.ts';
import { documentOf } from './material/topics.ts';
import { openChance } from './quiz/chance.ts';
import { gapValue } from './quiz/entries.ts';
import { cite, upperFirst } from './quiz/question.ts';
import type { Passage } from './types.ts';

/** Of a few things in the order in which they are learned; of many some of each kind. */
const FEW = 6;

export function sectionCards(passages: readonly Passage[], seed: string): CardDraft[] {
  const things = new Map<string, Passage[]>();
  for (const passage of passages) {
    const key = `${documentOf(passage)}/${passage.topic}`;
    things.set(key, [...(things.get(key) ?? []), passage]);
  }
  const cards = [...things.values()].map(cardsOfThing);
  return things.size <= FEW ? inTurn(cards) : openChance(seed).shuffle(cards.flat());
}

/** What a thing is comes first of each, then the next of each: a few cards tell of all of them. */
function inTurn(groups: readonly (readonly CardDraft[])[]): CardDraft[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => groups.flatMap((group) => group[at] ?? [])).flat();
}

const MOST_VALUES = 3;

function cardsOfThing(passages: readonly Passage[]): CardDraft[] {
  const order = sectionNames();
  const sections = passages.filter(({ section }) => section !== undefined);
  const sorted = sections.toSorted((a, b) => order.indexOf(a.section ?? '') - order.indexOf(b.section ?? ''));
  const parts = new Map<string, Passage>();
  for (const passage of sorted) {
    // A long part is kept in several passages: its card is of all of it.
    const held = parts.get(passage.section as string);
    const text = held === undefined ? passage.text : `${held.text}\n\n${passage.text}`;
    parts.set(passage.section as string, { ...(held ?? passage), text });
  }
  const intro = introOf(passages);
  const [first, ...rest] = [...parts].flatMap(
    ([name, passage]) => cardOfSection(name, passage, name === 'what it is' ? intro : '') ?? [],
  );
  const figures = [...parts].flatMap(([name, passage]) => figureCards(name, passage)).slice(0, MOST_VALUES);
  const kinds = parts.size === 1 ? [] : [...parts.values()].slice(0, 1).flatMap(memberCards);
  return [...(first === undefined ? [] : [first]), ...kinds, ...rest, ...figures];
}

/** "Nephrotic syndrome is the triad of …" above all sections says what it is. */
function introOf(passages: readonly Passage[]): string {
  const above = passages.find(({ section, source }) => section === undefined && source.source_type !== 'knowledge');
  const [first = ''] = above === undefined ? [] : readSentences(above.text);
  return above !== undefined && termKey(first).startsWith(termKey(above.topic)) ? `${first} ` : '';
}

function cardOfSection(name: string, passage: Passage, intro: string): CardDraft | undefined {
  const section = sectionNamed(name);
  // "Sepsis and shock" are two things: each is asked for by its own statement.
  const isTwo = name === 'what it is' && / and /.test(passage.topic) && passage.source.source_type !== 'knowledge';
  const front = isTwo ? undefined : (asWritten(name, passage) ?? frontOf(section, passage));
  const back = backOf(`${intro}${passage.text}`, passage);
  if (section === undefined || front === undefined || back === '') return undefined;
  return { kind: section.kind, front, back, passage, citation: cite(passage, back.slice(intro.length)) };
}

/** Risk factors are no causes, triggers neither, and signs are no symptoms: what a heading of these says is asked by that word. */
const OF_THEIR_OWN = /^(?:risk factors|triggers|(?:clinical )?(?:signs|features)|signs and symptoms)$/i;
/** These are an illness's: an organ is not diagnosed, and has no treatment of its own. */
const OF_ILLNESS = new Set(['symptoms', 'diagnosis', 'treatment']);

function asWritten(name: string, passage: Passage): string | undefined {
  const { source, topic: written } = passage;
  if (source.source_type !== 'internal_doc' || !isThing(passage)) return undefined;
  const heading = (source.section ?? '').split(' › ').at(-1)?.trim() ?? '';
  const topic = plainTitle(written);
  if (OF_THEIR_OWN.test(heading)) return `What are the ${heading.toLowerCase()} of ${inSentence(topic)}?`;
  const kind = conceptOf(topic)?.kind;
  const isIllness = kind === undefined ? ILLNESS.test(topic) : kind === 'condition' || kind === 'symptom';
  return OF_ILLNESS.has(name) && !isIllness && /^the /i.test(topic) ? `${topic}: ${heading.toLowerCase()}?` : undefined;
}

/** As much as one can keep. What is longer is asked by its statements (making-cards.ts): a part of it is never given for the whole. */
const LONGEST_BACK = 420;

function backOf(text: string, { source }: Passage): string {
  const back = tellingsOf(text)
    .map((telling) => telling.text)
    .join(' ');
  return back.length > LONGEST_BACK && source.source_type !== 'knowledge' ? '' : back;
}

function figureCards(name: string, passage: Passage): CardDraft[] {
  if (passage.source.source_type !== 'knowledge' || name === 'when to seek care') return [];
  return readSentences(passage.text).flatMap((text) => {
    const gap = gapValue(plainTitle(passage.topic), name, text);
    if (gap === undefined) return [];
    return [
      { kind: 'value' as const, front: gap.stem, back: gap.quantity.text, passage, citation: cite(passage, text) },
    ];
  });
}

/** "Statins (atorvastatin, rosuvastatin, simvastatin)" is a class and what belongs to it. */
function memberCards(passage: Passage): CardDraft[] {
  const members = membersOf(passage.topic);
  if (members === undefined) return [];
  const { name, items } = members;
  const sides = { front: `Name ${items.length} ${inSentence(name)}.`, back: upperFirst(items.join(', ')) };
  return [{ kind: 'class', ...sides, passage, citation: cite(passage, passage.topic) }];
}
