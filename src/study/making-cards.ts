/** Cards from the words of the material: what a thing is, what a value is, what belongs to a class, what a part of it says. */
import type { Citation } from '../citations/source.ts';
import type { Asked } from './facts/askable.ts';
import { readAsked } from './facts/asked.ts';
import { joined, readCauses, topicOf } from './facts/causes.ts';
import type { Corpus, Sentence } from './facts/corpus.ts';
import { readDeeds } from './facts/deeds.ts';
import { isBare, ROLE } from './facts/described.ts';
import { ALWAYS_OF, namesPlace, readFrames } from './facts/frames.ts';
import { readGlossaries } from './facts/glosses.ts';
import { readLists } from './facts/lists.ts';
import { readReasons } from './facts/reasons.ts';
import { headingOf, withSubject } from './facts/subject.ts';
import { lowered, readTables } from './facts/tables.ts';
import { isPlural, termKey, withoutArticle } from './facts/terms.ts';
import type { Tier } from './material/passages.ts';
import { inSentence } from './material/things.ts';
import { isNamedIn } from './material/topics.ts';
import { causeStem, withHeading } from './quiz/causes.ts';
import { openChance } from './quiz/chance.ts';
import { cite, GAP, gapped, makeShort, upperFirst } from './quiz/question.ts';
import { sectionCards } from './section-cards.ts';
import { doseSides, type Sides, statementSides } from './statement-cards.ts';
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
  const there = corpus.sentences.filter(
    ({ passage, key }) => within.has(passage.id) && (about === undefined || isNamedIn(key, about)),
  );
  // An entry is its sections, which have their cards; only what stands elsewhere is read by the sentence.
  const sentences = there.filter(({ passage }) => about !== undefined || passage.source.source_type !== 'knowledge');
  const chance = openChance(seed);
  const cells = chance.shuffle([...tableCards(passages, about), ...glossCards(passages, about)]);
  yield* alternate(cells, chance.shuffle(sentences), (sentence) => sentenceCards(sentence, corpus));
}

/** Tables have a card for each of their cells: between them stands what the text says. */
function* alternate<T>(
  cells: readonly CardDraft[],
  sentences: readonly T[],
  cardsFor: (sentence: T) => Iterable<CardDraft>,
): Generator<CardDraft> {
  let at = 0;
  for (const sentence of sentences)
    for (const card of cardsFor(sentence)) {
      yield card;
      const cell = cells[at++];
      if (cell !== undefined) yield cell;
    }
  yield* cells.slice(at);
}

/** Each statement once, by the question that says most of it: gaps only where it cannot be asked in words, and then all at once. */
function* sentenceCards(sentence: Sentence, corpus: Corpus): Generator<CardDraft> {
  const { passage, text } = sentence;
  const card = ({ kind, front, back }: Sides): CardDraft => ({
    ...{ kind, front, back, passage },
    citation: cite(passage, text),
  });
  const worded = [...askedInWords(sentence, corpus)];
  const asked = worded.length > 0 ? worded : [...deedSides(sentence)];
  const fronts = new Set<string>();
  for (const sides of asked.length > 0 ? asked : gapsOf(sentence, corpus))
    if (!fronts.has(sides.front)) {
      fronts.add(sides.front);
      yield card(sides);
    }
}

function* askedInWords(sentence: Sentence, corpus: Corpus): Generator<Sides> {
  const { text } = sentence;
  const caused = readCauses(sentence);
  if (caused !== undefined) {
    yield {
      kind: 'class',
      front: withHeading(causeStem(caused), caused.of, sentence.passage),
      back: upperFirst(joined(caused.items)),
    };
    return;
  }
  for (const { head, items } of readLists(sentence)) {
    const name = inSentence(withoutArticle(head));
    yield {
      kind: 'class',
      front: `Which ${name} does the material name?`,
      back: items.map((item) => item.name).join(', '),
    };
  }
  const framed = [...framedSides(sentence)];
  yield* framed;
  if (framed.length > 0) return;
  const dose = sentence.stands ? doseSides(text, topicOf(sentence.passage)) : undefined;
  if (dose !== undefined) yield dose;
  const stated =
    sentence.stands && dose === undefined
      ? statementSides(text).flatMap((sides) => placedSides(sides, sentence) ?? [])
      : [];
  yield* stated;
  for (const asked of readAsked(sentence, corpus)) {
    // What the statement itself is asked for says more: a role is no definition.
    if (asked.kind !== 'name' || stated.length > 0) continue;
    if (asked.isRole)
      yield {
        kind: 'definition',
        front: makeShort(asked)?.stem ?? gapped(asked),
        back: upperFirst(`${withoutArticle(asked.thing.name)}.`),
      };
    else
      yield {
        kind: 'definition',
        front: meaningOf(asked),
        back: upperFirst(`${asked.definition}.`),
      };
  }
}

/** "What is the glomerulus?", "What are podocytes?": as its sentence calls it. */
function meaningOf({ text, start, end, thing }: Extract<Asked, { kind: 'name' }>): string {
  const name = inSentence(withoutArticle(thing.name));
  const isThe = start < 5 && /^the /i.test(text) && !/^(?:the|an?) /i.test(name);
  const isMany = /^ are\b/.test(text.slice(end));
  return `What ${isMany ? 'are' : 'is'} ${isThe ? 'the ' : ''}${name}?`;
}

/** "What is the most specific sign?" is asked of what the heading names; what an antidote is against, only the text can say. */
function placedSides(sides: Sides, sentence: Sentence): Sides | undefined {
  const { passage, about } = sentence;
  const [, role] = /^What (?:is|are) (the .+)\?$/.exec(sides.front) ?? [];
  if (role === undefined || !ROLE.test(role) || namesPlace(role)) return sides;
  if (isBare(role) && (ALWAYS_OF.test(role) || (about ?? headingOf(passage)) === undefined)) return undefined;
  const front = withSubject(sides.front, sides.back, sentence);
  return front === undefined ? undefined : { ...sides, front };
}

/** What is preferred, avoided, given instead, and why. */
function* framedSides(sentence: Sentence): Generator<Sides> {
  const reasons = readReasons(sentence);
  for (const { stem, why } of reasons) yield { kind: 'fact', front: stem, back: upperFirst(`${why}.`) };
  for (const { short, x, asksWhy, row, says } of readFrames(sentence)) {
    if (asksWhy !== undefined && reasons.length > 0) continue;
    if (short !== undefined) yield { kind: 'fact', front: short, back: upperFirst(`${inSentence(x)}.`) };
    else if (row.name === 'done-by')
      yield {
        kind: 'fact',
        front: `What ${isPlural(x) ? 'do' : 'does'} ${inSentence(x)} do?`,
        back: upperFirst(`${says}.`),
      };
  }
}

/** What is done to a thing, or by it, as a plain sentence says it. */
function* deedSides(sentence: Sentence): Generator<Sides> {
  for (const { stem, answer } of readDeeds(sentence))
    yield { kind: 'fact', front: stem, back: upperFirst(`${answer}.`) };
}

/** One card with all figures left out; with one of them, the question for it where there is one. */
function gapsOf(sentence: Sentence, corpus: Corpus): Sides[] {
  const values = readAsked(sentence, corpus).filter((asked) => asked.kind === 'value');
  const [first] = values;
  if (first === undefined) return [];
  if (values.length === 1) {
    const front = makeShort(first)?.stem ?? withSubject(gapped(first), first.quantity.text, sentence);
    return front === undefined ? [] : [{ kind: 'value', front, back: first.quantity.text }];
  }
  const spans = values.toSorted((a, b) => b.start - a.start);
  const gaps = spans.reduce((text, { start, end }) => `${text.slice(0, start)}${GAP}${text.slice(end)}`, first.text);
  const back = spans
    .toReversed()
    .map(({ quantity }) => quantity.text)
    .join('; ');
  const front = withSubject(gaps, back, sentence);
  return front === undefined ? [] : [{ kind: 'value', front, back }];
}

/** Of a list of names what each is, or what is said of it. */
function glossCards(passages: readonly Passage[], about: readonly string[] | undefined): CardDraft[] {
  return passages.flatMap(readGlossaries).flatMap(({ rows, passage }) =>
    rows
      .filter(({ words }) => about === undefined || isNamedIn(termKey(words), about))
      .map(({ name, said, words, isDefinition }) => ({
        kind: isDefinition ? ('definition' as const) : ('fact' as const),
        front: isDefinition
          ? `What ${isPlural(name) ? 'are' : 'is'} ${inSentence(name)}?`
          : `${upperFirst(name)}: what does the list say?`,
        back: upperFirst(`${said}.`),
        ...{ passage, citation: cite(passage, words) },
      })),
  );
}

/** Of a table every row of a column, which is what it is learned by. */
function tableCards(passages: readonly Passage[], about: readonly string[] | undefined): CardDraft[] {
  return passages.flatMap(readTables).flatMap(({ head, rows, passage }) =>
    rows
      .filter(({ subject }) => about === undefined || isNamedIn(termKey(subject), about))
      .map(({ subject, value, words }) => ({
        ...{
          kind: 'class' as const,
          front: `${upperFirst(subject)}: ${lowered(head)}${/^(?:what|how|where|when|why|which|who)\b/i.test(head) ? '' : '?'}`,
          back: upperFirst(value),
        },
        ...{ passage, citation: cite(passage, words) },
      })),
  );
}
