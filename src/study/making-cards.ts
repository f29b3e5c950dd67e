/** Cards from the words of the material: what a thing is, what a value is, what belongs to a class. */
import type { Citation } from '../citations/source.ts';
import { readAsked } from './facts/asked.ts';
import { joined, readCauses } from './facts/causes.ts';
import type { Corpus } from './facts/corpus.ts';
import { readLists } from './facts/lists.ts';
import { readTables } from './facts/tables.ts';
import { withoutArticle } from './facts/terms.ts';
import { causeStem } from './quiz/causes.ts';
import { type Chance, openChance } from './quiz/chance.ts';
import { description, readEntries } from './quiz/entries.ts';
import { cite, gapped, makeShort, upperFirst } from './quiz/question.ts';
import { lowered } from './quiz/tables.ts';
import type { Card, Passage } from './types.ts';

export interface CardDraft extends Pick<Card, 'kind' | 'front' | 'back'> {
  readonly passage: Passage;
  readonly citation: Citation;
}

export function makeCards(corpus: Corpus, passages: readonly Passage[], count: number, seed: string): CardDraft[] {
  const chance = openChance(seed);
  const within = new Set(passages.map(({ id }) => id));
  const sentences = chance.shuffle(corpus.sentences.filter(({ passage }) => within.has(passage.id)));
  const drafts: CardDraft[] = [...entryCards(passages, chance), ...tableCards(passages)].slice(0, count);
  for (const sentence of sentences) {
    if (drafts.length >= count) break;
    const { passage, text } = sentence;
    const add = (kind: Card['kind'], front: string, back: string) => {
      if (!drafts.some((draft) => draft.front === front))
        drafts.push({ kind, front, back, passage, citation: cite(passage, text) });
    };
    for (const { head, items } of readLists(sentence))
      add(
        'class',
        `Which ${withoutArticle(head).replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())} does the material name?`,
        items.map(({ name }) => name).join(', '),
      );
    const caused = readCauses(sentence);
    if (caused !== undefined) add('class', causeStem(caused), upperFirst(joined(caused.items)));
    for (const asked of readAsked(sentence, corpus)) {
      if (asked.kind === 'name')
        add('definition', `What is ${withoutArticle(asked.thing.name)}?`, upperFirst(`${asked.definition}.`));
      else if (asked.kind === 'value') add('value', makeShort(asked)?.stem ?? gapped(asked), asked.quantity.text);
    }
  }
  return drafts.slice(0, count);
}

/** Of a table every row of a column, which is what it is learned by. */
function tableCards(passages: readonly Passage[]): CardDraft[] {
  return passages.flatMap(readTables).flatMap(({ head, rows, passage }) =>
    rows.map(({ subject, value, words }) => ({
      ...{ kind: 'class' as const, front: `${upperFirst(subject)}: ${lowered(head)}?`, back: upperFirst(value) },
      ...{ passage, citation: cite(passage, words) },
    })),
  );
}

function entryCards(passages: readonly Passage[], chance: Chance): CardDraft[] {
  return chance.shuffle(readEntries(passages)).flatMap((entry) => {
    const told = description(entry);
    if (told === undefined) return [];
    const { text, passage } = told;
    return [
      {
        kind: 'definition' as const,
        front: `What is ${entry.title}?`,
        back: `${text}.`,
        passage,
        citation: cite(passage, text),
      },
    ];
  });
}
