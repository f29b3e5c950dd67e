/** Cards from the words of the material: what a thing is, what a value is, what belongs to a class, what a part of it says. */
import type { Citation } from '../citations/source.ts';
import { readAsked } from './facts/asked.ts';
import { joined, readCauses } from './facts/causes.ts';
import type { Corpus, Sentence } from './facts/corpus.ts';
import { readLists } from './facts/lists.ts';
import { readTables } from './facts/tables.ts';
import { termKey, withoutArticle } from './facts/terms.ts';
import type { Tier } from './material/passages.ts';
import { inSentence } from './material/things.ts';
import { isNamedIn } from './material/topics.ts';
import { causeStem } from './quiz/causes.ts';
import { openChance } from './quiz/chance.ts';
import { cite, gapped, makeShort, upperFirst } from './quiz/question.ts';
import { lowered } from './quiz/tables.ts';
import { sectionCards } from './section-cards.ts';
import { statementSides } from './statement-cards.ts';
import type { Card, Passage } from './types.ts';

export interface CardDraft extends Pick<Card, 'kind' | 'front' | 'back'> {
  readonly passage: Passage;
  readonly citation: Citation;
}

/** The nearest tier first, and only as far as it has to go. */
export function makeCards(corpus: Corpus, tiers: readonly Tier[], count: number, seed: string): CardDraft[] {
  const drafts = new Map<string, CardDraft>();
  for (const tier of tiers)
    for (const draft of cardsOf(corpus, tier, seed)) {
      if (drafts.size >= count) return [...drafts.values()];
      if (!drafts.has(draft.front)) drafts.set(draft.front, draft);
    }
  return [...drafts.values()];
}

function* cardsOf(corpus: Corpus, { passages, about }: Tier, seed: string): Generator<CardDraft> {
  const within = new Set(passages.map(({ id }) => id));
  if (about === undefined) yield* sectionCards(passages, seed);
  yield* tableCards(passages, about);
  const there = corpus.sentences.filter(
    ({ passage, key }) => within.has(passage.id) && (about === undefined || isNamedIn(key, about)),
  );
  // An entry is its sections, which have their cards; only what stands elsewhere is read by the sentence.
  const sentences = there.filter(({ passage }) => about !== undefined || passage.source.source_type !== 'knowledge');
  for (const sentence of openChance(seed).shuffle(sentences)) yield* sentenceCards(sentence, corpus);
}

function* sentenceCards(sentence: Sentence, corpus: Corpus): Generator<CardDraft> {
  const { passage, text } = sentence;
  const card = (kind: Card['kind'], front: string, back: string): CardDraft => ({
    ...{ kind, front, back, passage },
    citation: cite(passage, text),
  });
  for (const { head, items } of readLists(sentence)) {
    const name = withoutArticle(head).replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
    yield card('class', `Which ${name} does the material name?`, items.map((item) => item.name).join(', '));
  }
  const caused = readCauses(sentence);
  if (caused !== undefined) yield card('class', causeStem(caused), upperFirst(joined(caused.items)));
  const stated = sentence.stands ? statementSides(text) : [];
  for (const { kind, front, back } of stated) yield card(kind, front, back);
  for (const asked of readAsked(sentence, corpus)) {
    // What the statement itself is asked for says more: a role is no definition.
    if (asked.kind === 'name' && stated.length > 0) continue;
    if (asked.kind === 'name')
      yield card(
        'definition',
        `What is ${inSentence(withoutArticle(asked.thing.name))}?`,
        upperFirst(`${asked.definition}.`),
      );
    else if (asked.kind === 'value') yield card('value', makeShort(asked)?.stem ?? gapped(asked), asked.quantity.text);
  }
}

/** Of a table every row of a column, which is what it is learned by. */
function tableCards(passages: readonly Passage[], about: readonly string[] | undefined): CardDraft[] {
  return passages.flatMap(readTables).flatMap(({ head, rows, passage }) =>
    rows
      .filter(({ subject }) => about === undefined || isNamedIn(termKey(subject), about))
      .map(({ subject, value, words }) => ({
        ...{ kind: 'class' as const, front: `${upperFirst(subject)}: ${lowered(head)}?`, back: upperFirst(value) },
        ...{ passage, citation: cite(passage, words) },
      })),
  );
}
