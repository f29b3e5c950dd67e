/** Cards: made from the material, seen one by one when they are due, and rated once each time they are shown. */
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { type Card, RATINGS } from 'consilium/study';
import { z } from 'zod';
import { cite } from '../_shared/cite.ts';
import { studyOf, textOf } from '../_shared/desk.ts';
import { atPlaceOrElsewhere, place } from '../_shared/place.ts';
import { sayCards, sayLines } from '../_shared/say.ts';

export const makeCards = tool({
  name: 'make_cards',
  description:
    'Makes flashcards from definitions, values and classes of the material. What the learner has already is not made twice.',
  input: z.strictObject({
    topic: z.string().max(500).optional(),
    count: z.int().min(1).max(50).optional(),
    highlights: z.boolean().optional().describe('show the cards that highlights have become'),
    ...place,
  }),
  execute: async ({ topic, count = 10, highlights, ...given }, context) => {
    if (highlights) return showHighlights(context);
    const request = { count, ...(topic && { topic }), seed: context.idempotencyKey };
    const cards = await atPlaceOrElsewhere(context, given, (at) =>
      studyOf(context).cards.make(context.principal, { ...at, ...request }),
    );
    if (cards.length === 0)
      return { say: 'There is nothing here that makes a good card which you do not have already.', cards: 0 };
    const markers = cards.map(({ citation }) => (citation === undefined ? '' : cite(context, citation)));
    const count_ = `${cards.length} ${cards.length === 1 ? 'card' : 'cards'}`;
    return { say: `**${count_} made.** "Review my cards" begins.\n\n${sayCards(cards, markers)}`, cards: cards.length };
  },
});

/** What is marked becomes a card at once, where its words allow. */
function showHighlights(context: ToolContext) {
  const cards = studyOf(context)
    .cards.list(context.principal)
    .filter(({ kind }) => kind === 'highlight');
  if (cards.length === 0)
    return {
      say: 'You have marked nothing that became a card. Mark words on the Study page while you read.',
      cards: 0,
    };
  return { say: `**What you marked is on cards already.**\n\n${sayCards(cards.slice(0, SHOWN))}`, cards: cards.length };
}

const SHOWN = 30;

export const listCards = tool({
  name: 'list_cards',
  description: 'The learner’s cards, front and back.',
  input: z.strictObject(place),
  idempotent: true,
  execute: ({ material }, context) => {
    const { cards } = studyOf(context);
    const all = cards.list(context.principal, { ...(material && { course: material }) });
    if (all.length === 0) return { say: NO_CARDS };
    const due = cards.due(context.principal).length;
    const more = all.length > SHOWN ? `\n\n${all.length - SHOWN} more are on the Study page.` : '';
    return { say: `**${all.length} cards, ${due} due now.**\n\n${sayCards(all.slice(0, SHOWN))}${more}` };
  },
});

const NO_CARDS = 'You have no cards yet. "Make flashcards on asthma" makes some.';

export const reviewCards = tool({
  name: 'review_cards',
  description: 'Shows the front of the next card that is due.',
  input: z.strictObject(place),
  execute: (_, context) => ({ say: showNext(context), claims: false }),
});

export const showBack = tool({
  name: 'show_back',
  description: 'Shows the back of the card that was shown.',
  input: z.strictObject({}),
  idempotent: true,
  execute: (_, context) => {
    const { back, citation } = openCard(context);
    const marker = citation === undefined ? '' : cite(context, citation);
    return { say: `**Back:** ${sayLines(back)}${marker}\n\nHow well did you know it: again, hard, good or easy?` };
  },
});

export const rateCard = tool({
  name: 'rate_card',
  description: 'Keeps how well the card that was shown was known, and shows the next one.',
  input: z.strictObject({ rating: z.enum(RATINGS) }),
  execute: ({ rating }, context) => {
    const card = openCard(context);
    const key = textOf(context, 'study_showing') ?? context.idempotencyKey;
    const { card: kept, counted } = studyOf(context).cards.review(context.principal, { card: card.id, rating, key });
    const said = counted
      ? `Kept as ${rating}: again ${sayUntil(kept.schedule.due, context.clock.now())}.`
      : 'That was kept already.';
    return { say: `${said}\n\n${showNext(context)}`, card: card.id, counted, claims: false };
  },
});

/** Each showing has a key of its own: rated twice, it counts once. */
function showNext(context: ToolContext): string {
  const { cards } = studyOf(context);
  const due = cards.due(context.principal);
  const [next] = due;
  context.state.set('study_card', next?.id);
  context.state.set('study_showing', next && context.idempotencyKey);
  if (next === undefined)
    return cards.list(context.principal, { most: 1 }).length === 0 ? NO_CARDS : '**No card is due.** Come back later.';
  return `**Front:** ${sayLines(next.front)}\n\n${due.length === 1 ? 'The last one that is due.' : `${due.length} are due.`} Say "show" for the back.`;
}

function openCard(context: ToolContext): Card {
  const id = textOf(context, 'study_card');
  const card =
    id &&
    studyOf(context)
      .cards.list(context.principal)
      .find((one) => one.id === id);
  if (!card)
    throw new ConsiliumError('CARD_NONE', 'No card is shown here.', { hint: '"Review my cards" shows what is due.' });
  return card;
}

const MINUTE = 60_000;

function sayUntil(due: string, now: number): string {
  const minutes = Math.max(1, Math.round((Date.parse(due) - now) / MINUTE));
  if (minutes < 90) return `in ${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 36 ? `in ${hours} h` : `in ${Math.round(hours / 24)} days`;
}
