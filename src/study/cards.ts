/** A learner's cards: made, marked, imported, reviewed. A review counts once, whatever is sent twice. */
import { takeTurn } from '../kernel/breath.ts';
import { type Clock, ConsiliumError, newId } from '../kernel/index.ts';
import { KNOWLEDGE } from '../search/index.ts';
import type { StudyStore } from '../storage/index.ts';
import type { AnkiNote } from './anki.ts';
import { readAnkiAside, writeAnkiAside } from './anki-aside.ts';
import { plainText } from './anki-markup.ts';
import { withSubject } from './facts/subject.ts';
import { learnerOf } from './learner.ts';
import { languageWarnings } from './material/languages.ts';
import type { OpenMaterials } from './material/materials.ts';
import { passagesAt, tiersOf } from './material/passages.ts';
import { cite } from './quiz/question.ts';
import { type Courses, chosenOf } from './reading.ts';
import { newSchedule, reviewCard } from './reviews.ts';
import type { Cards } from './service.ts';
import { gappedSides, statementSides } from './statement-cards.ts';
import { type Card, type Highlight, type Passage, RATINGS, type Schedule } from './types.ts';

interface House {
  readonly store: StudyStore;
  readonly clock: Clock;
  readonly material: OpenMaterials;
  readonly courses: Courses;
}

const MOST_CARDS = 100;
const OWN = 'own';
const LONGEST_SIDE = 4000;
/** As many as the scheduler takes; `all` reads what is more in pieces. */
const MOST_LISTED = 20_000;
/** Cards of an import that are stored in one transaction. */
const AT_ONCE = 200;

export function openCards({ store, clock, material, courses }: House): Cards {
  const fresh = (card: Omit<Card, 'id' | 'schedule'>): Card => ({
    ...card,
    id: newId(),
    schedule: newSchedule(clock.now()),
  });
  const unknownCard = () => new ConsiliumError('CARD_UNKNOWN', 'There is no such card.');
  return {
    async make(who, request) {
      const learner = learnerOf(who);
      const { count = 10, seed = newId() } = request;
      const wanted = Math.min(MOST_CARDS, Math.max(1, Math.floor(count)));
      const { course, passages, on } = await passagesAt(request, material);
      const tiers = tiersOf(passages, on).map((tier) => chosenOf(tier, course.passages));
      const had = new Set(store.cards(learner, { course: course.id }).map(({ front }) => front));
      const order = { tiers, count: wanted + had.size, seed };
      const made = await courses.cards(course.passages, order, learner);
      const drafts = made.filter(({ front }) => !had.has(front));
      if (drafts.length === 0)
        throw new ConsiliumError(
          'CARDS_EMPTY',
          had.size > 0 ? 'There are no further cards in this material.' : 'No card can be made from this material.',
          {
            hint: [...(await languageWarnings(passages)), 'Choose another chapter, or mark words of your own.'].join(
              ' ',
            ),
          },
        );
      return store.addCards(learnerOf(who), () =>
        drafts.slice(0, wanted).flatMap(({ kind, front, back, passage, citation }) => {
          const card = fresh({ course: course.id, topic: passage.topic, kind, front, back, tags: [], citation });
          return store.addCard(learner, card) ? [card] : [];
        }),
      );
    },
    add(who, { front, back, course = OWN, topic = '', tags = [] }) {
      const sides = { front: side(front, 'front'), back: side(back, 'back') };
      const card = fresh({ course, topic: topic || course, kind: 'own', tags: tags.slice(0, 50), ...sides });
      if (!store.addCard(learnerOf(who), card))
        throw new ConsiliumError('CARD_EXISTS', 'There is a card with this front already.');
      return card;
    },
    async highlight(who, { passage: id, material: name = KNOWLEDGE, text, note }) {
      const passage = (await material.read({ material: name })).find((each) => each.id === id);
      if (passage === undefined)
        throw new ConsiliumError('PASSAGE_UNKNOWN', 'There is no such passage in this material.');
      const words = text.replace(/\s+/g, ' ').trim();
      if (words === '' || !passage.text.replace(/\s+/g, ' ').includes(words))
        throw new ConsiliumError('HIGHLIGHT_INVALID', 'The marked words do not stand in this passage.', {
          hint: 'Mark words as they stand there.',
        });
      const citation = cite(passage, words);
      const card = markedCard(words, note, passage, (sides) =>
        fresh({ course: passage.material, topic: passage.topic, kind: 'highlight', tags: [], citation, ...sides }),
      );
      // A card that asks the same is there already: the mark belongs to it.
      const held =
        card && store.cards(learnerOf(who), { course: card.course }).find(({ front }) => front === card.front);
      const highlight: Highlight = {
        ...{
          id: newId(),
          at: new Date(clock.now()).toISOString(),
          material: passage.material,
          passage: id,
          topic: passage.topic,
          text: words,
          citation,
        },
        ...(note !== undefined && note.trim() !== '' && { note: note.trim().slice(0, LONGEST_SIDE) }),
        ...(card !== undefined && { card: (held ?? card).id }),
      };
      store.addHighlight(learnerOf(who), highlight, held === undefined ? card : undefined);
      return highlight;
    },
    highlights: (who, name) => store.highlights(learnerOf(who), name),
    removeHighlight(who, id) {
      if (!store.removeHighlight(learnerOf(who), id))
        throw new ConsiliumError('HIGHLIGHT_UNKNOWN', 'There is no such highlight.');
    },
    list: (who, filter = {}) => store.cards(learnerOf(who), { most: MOST_LISTED, ...filter }),
    due: (who, { at, course, most = 50 } = {}) =>
      store.cards(learnerOf(who), { course, most, due: at === undefined ? clock.now() : Date.parse(at) }),
    review(who, { card: id, rating, key, shown, seconds = 0 }) {
      const learner = learnerOf(who);
      if (!RATINGS.includes(rating))
        throw new ConsiliumError('INPUT_INVALID', `rating: one of ${RATINGS.join(', ')}.`, {
          details: { path: 'rating' },
        });
      if (key.trim() === '' || key.length > 200)
        throw new ConsiliumError('INPUT_INVALID', 'key: 1 to 200 characters that name this review.', {
          details: { path: 'key' },
        });
      const at = clock.now();
      const changed = store.reviewCard({ learner, card: id, key, at }, (card) => {
        // It was rated elsewhere since it was shown: that rating stands.
        if (!isAsShown(card.schedule, shown, at)) return undefined;
        const entry = {
          ...{ at: new Date(at).toISOString(), course: card.course, topic: card.topic.slice(0, 200), kind: 'review' },
          ...{ question_id: card.id, correct: rating !== 'again', seconds: Math.min(86_400, Math.max(0, seconds)) },
        };
        return { schedule: reviewCard(card.schedule, rating, at), entry };
      });
      if (changed !== undefined) return { card: changed, counted: true };
      const card = store.card(learner, id);
      if (card === undefined) throw unknownCard();
      return { card, counted: false };
    },
    remove(who, id) {
      if (!store.removeCard(learnerOf(who), id)) throw unknownCard();
    },
    async importAnki(who, text, course) {
      const learner = learnerOf(who);
      const { notes: pieces, skipped } = await readAnkiAside(text);
      const add = ({ front, back, tags, deck, cloze }: AnkiNote): boolean => {
        const name = course ?? deck ?? 'Anki';
        return store.addCard(
          learner,
          fresh({
            ...{ course: name, topic: tags[0] ?? name, kind: 'imported', front, back, tags },
            ...(cloze !== undefined && { cloze }),
          }),
        );
      };
      let added = 0;
      let all = 0;
      // Some at a time, so that others have their turn; where it is broken off, the same file again brings the rest.
      for (const notes of pieces()) {
        all += notes.length;
        for (let from = 0; from < notes.length; from += AT_ONCE) {
          added += store.addCards(learner, () => notes.slice(from, from + AT_ONCE).filter(add).length);
          await takeTurn();
        }
      }
      return { added, known: all - added, skipped: [...skipped] };
    },
    async exportAnki(who, filter = {}) {
      const cards = await this.all(who, filter);
      return writeAnkiAside(
        cards.map(({ front, back, tags, course, cloze }) => ({ front, back, tags, deck: course, cloze })),
      );
    },
    async all(who, filter = {}) {
      const found: Card[] = [];
      for (const page of store.cardPages(learnerOf(who), filter)) {
        found.push(...page);
        await takeTurn();
      }
      return found;
    },
  };
}

function side(text: string, path: string): string {
  const words = plainText(text, false).slice(0, LONGEST_SIDE);
  if (words !== '') return words;
  throw new ConsiliumError('INPUT_INVALID', `${path}: A card has words on both sides.`, { details: { path } });
}

/** With a note the note asks; without one what the words state, else the words with a gap where they tell something. */
function markedCard(
  words: string,
  note: string | undefined,
  passage: Passage,
  make: (sides: { front: string; back: string }) => Card,
): Card | undefined {
  const asks = note?.trim() ?? '';
  if (asks !== '') return make({ front: asks.slice(0, LONGEST_SIDE), back: words });
  const stated = statementSides(words)[0];
  if (stated !== undefined) return make({ front: stated.front, back: stated.back });
  // What is marked may lean on its heading: "its commonest cause is ____".
  const gap = gappedSides(words);
  return gap && make({ front: withSubject(gap.front, gap.back, { passage }) ?? gap.front, back: gap.back });
}

/** The card stands as it did when it was shown, by how often it had been rated; where that is not told, it has to be due. */
function isAsShown({ reps, due }: Schedule, shown: number | undefined, at: number): boolean {
  return shown === undefined ? Date.parse(due) <= at : reps === shown;
}
