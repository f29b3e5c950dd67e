/** The study room's requests, by the schemas that they are parsed with, and its routes as rows. */
import { z } from 'zod';
import { isZone } from '../kernel/index.ts';
import { LEVELS, QUESTION_KINDS, RATINGS } from '../study/types.ts';
import type { Route } from './route.ts';

const name = z.string().min(1).max(300);
const zone = z.string().max(64).refine(isZone, 'is no time zone');
const place = {
  material: name.optional().describe('a scope or a title; the knowledge base without it'),
  chapter: name.optional().describe('an id, a number or words of its heading'),
};
const count = z.int().min(1).max(50).optional();
const seconds = z.number().min(0).max(86_400).optional();

export const placeQuery = z.object({ chapter: place.chapter });
export const removeQuery = z.object({
  cards: z.enum(['true', 'false']).optional().describe('whether your cards that were made of it go along'),
});
export const explainQuery = z.object({
  ...place,
  topic: z.string().trim().min(1).max(500),
  level: z.enum(LEVELS).optional(),
});
export const quizRequest = z.strictObject({
  ...place,
  topic: z.string().max(500).optional(),
  count,
  kinds: z.array(z.enum(QUESTION_KINDS)).min(1).optional(),
  level: z.enum(LEVELS).optional(),
  seed: z.string().max(200).optional(),
});
export const answersRequest = z.strictObject({
  answers: z
    .array(
      z.strictObject({
        question: z.union([z.int().min(1).max(50), z.string().min(1).max(200)]).describe('its number or its id'),
        answer: z.string().min(1).max(2_000),
        seconds,
      }),
    )
    .min(1)
    .max(50),
});
export const cardsQuery = z.object({
  due: z.enum(['true', 'false']).optional(),
  course: name.optional(),
  topic: name.optional(),
  most: z.coerce.number().int().min(1).max(2_000).optional(),
});
export const cardRequest = z.strictObject({
  front: z.string().min(1).max(5_000),
  back: z.string().min(1).max(5_000),
  course: name.optional(),
  topic: name.optional(),
  tags: z.array(z.string().min(1).max(100)).max(20).optional(),
});
export const makeCardsRequest = z.strictObject({ ...place, topic: z.string().max(500).optional(), count });
export const reviewRequest = z.strictObject({
  card: z.string().min(1).max(200),
  rating: z.enum(RATINGS),
  key: z.string().min(8).max(200).describe('one for each time a card is shown: the same key counts once'),
  shown: z
    .int()
    .min(0)
    .optional()
    .describe('`schedule.reps` of the card as it was shown: rated since, it is not counted again'),
  seconds,
});
export const highlightQuery = z.object({ material: name.optional() });
export const highlightRequest = z.strictObject({
  material: name.optional(),
  passage: z.string().min(1).max(300),
  text: z.string().min(1).max(2_000),
  note: z.string().max(2_000).optional(),
});
export const ankiRequest = z.strictObject({ text: z.string().min(1), course: name.optional() });
export const ankiQuery = z.object({ course: name.optional() });
export const progressQuery = z.object({ timeframe: z.string().max(8).optional(), zone: zone.optional() });
const busy = z.strictObject({ start: z.string().max(40), end: z.string().max(40) });
export const planRequest = z.strictObject({
  ...place,
  exam_date: z.string().max(40).describe('2027-03-31'),
  hours_per_week: z.number().min(0.5).max(80),
  hours_per_day: z.number().min(0.25).max(16).optional().describe('no day gets more'),
  subjects: z.array(name).min(1).max(20).optional().describe('what the exam is in: "cardiology", "asthma"'),
  topics: z.array(name).min(1).max(2_000).optional(),
  busy: z.array(busy).max(10_000).optional(),
  ics: z.string().max(2_000_000).optional().describe('a calendar file whose events are taken times'),
  zone: zone.optional(),
});
export const addRequest = z.strictObject({
  title: name,
  paths: z.array(z.string().min(1).max(4096)).min(1).max(100),
});

export const shareRequest = z.strictObject({ shared: z.boolean() });
export const fileQuery = z.object({ title: name, name: z.string().min(1).max(300).describe('chapter-1.pdf') });

const anything = z.record(z.string(), z.unknown());
type More = Pick<Route, 'body' | 'query' | 'gives' | 'scope' | 'about'>;
type Row = readonly [Route['method'], string, string, string, Partial<More>?];

/** What the house has to learn from is everybody's, a course that somebody brought theirs: the index itself decides. All else is a learner's own. */
const EVERYBODYS = { about: 'nobody' } as const;

const ROWS: readonly Row[] = [
  ['get', 'materials', 'Which material there is to learn from', 'Each with its scope and title.', EVERYBODYS],
  [
    'post',
    'materials',
    'Index a folder as material',
    'The material, and what could not be read.',
    { body: addRequest, scope: 'work' },
  ],
  [
    'post',
    'files',
    'Bring a file of a course',
    'The body is the file (PDF, Markdown, HTML or text). The material, and what could not be read.',
    { query: fileQuery, scope: 'work' },
  ],
  [
    'get',
    'materials/:id',
    'One material with its chapters',
    'Documents, chapters, and what to know of it.',
    EVERYBODYS,
  ],
  [
    'delete',
    'materials/:id',
    'Take a course of your own away, with its files, and the quizzes and marks that quote it',
    'Its id, and how many of your cards were made of it and stay.',
    { query: removeQuery, scope: 'work' },
  ],
  [
    'post',
    'materials/:id/share',
    'Open a course of your own to everybody here, or close it again',
    'The material.',
    { body: shareRequest, scope: 'work' },
  ],
  ['get', 'materials/:id/passages', 'Read a chapter', 'Its passages in order.', { query: placeQuery, ...EVERYBODYS }],
  [
    'get',
    'explain',
    'Explain a subject from the material',
    'Text with markers, and its citations.',
    { query: explainQuery, ...EVERYBODYS },
  ],
  ['get', 'quizzes', 'Your quizzes', 'The newest first, without keys.'],
  ['post', 'quizzes', 'Make a quiz', 'Its questions, without the key.', { body: quizRequest }],
  ['get', 'quizzes/:id', 'One of your quizzes', 'Its questions, and how those that you answered were graded.'],
  [
    'post',
    'quizzes/:id/answers',
    'Answer questions of a quiz',
    'Each graded, with the right answer and its passage; those that could not be graded in time are `left`, to be sent again.',
    { body: answersRequest },
  ],
  ['get', 'cards', 'Your cards, or those that are due', 'Cards, and how many are due.', { query: cardsQuery }],
  ['post', 'cards', 'Add a card of your own', 'The card.', { body: cardRequest }],
  ['post', 'cards/make', 'Make cards from the material', 'The new cards.', { body: makeCardsRequest }],
  ['delete', 'cards/:id', 'Remove a card', 'Its id.'],
  [
    'post',
    'reviews',
    'Say how well a card was known',
    'The card with its next day; whether it counted.',
    { body: reviewRequest },
  ],
  ['get', 'highlights', 'What you marked', 'Highlights, the newest first.', { query: highlightQuery }],
  ['post', 'highlights', 'Mark words of a passage', 'The highlight.', { body: highlightRequest }],
  ['delete', 'highlights/:id', 'Take a mark away', 'Its id.'],
  [
    'get',
    'anki',
    'Your cards as a text file for Anki',
    'Tab-separated text.',
    { query: ankiQuery, gives: ['text/plain'] },
  ],
  [
    'post',
    'anki',
    'Bring cards from Anki’s text format',
    'How many were added, and what was left out.',
    { body: ankiRequest },
  ],
  [
    'get',
    'progress',
    'How you are doing',
    'Figures, insights, recommendations, and the reviews to come.',
    { query: progressQuery },
  ],
  ['get', 'plan', 'Your study plan', 'The plan, or null.'],
  [
    'post',
    'plan',
    'Make a study plan up to an exam',
    'The plan, who made it and why it was made here; it replaces the one before.',
    { body: planRequest },
  ],
  ['get', 'plan.ics', 'Your study plan as iCalendar', 'A calendar file.', { gives: ['text/calendar'] }],
  ['get', 'export', 'Everything that is kept of your learning', 'Log, cards, highlights and plan.'],
  ['delete', '', 'Forget everything of your learning, for good', 'forgotten: true'],
];

export const studyRows: readonly Route[] = ROWS.map(([method, path, summary, answer, more = {}]) => ({
  method,
  path: path === '' ? '/v1/study' : `/v1/study/${path}`,
  scope: method === 'get' ? 'read' : 'chat',
  about: 'own',
  ...(method !== 'get' && { told: 'below' }),
  tag: 'study',
  summary,
  answer,
  ...(more.gives === undefined && { shape: anything }),
  ...more,
}));
