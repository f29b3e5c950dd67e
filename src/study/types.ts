/** What the room speaks in: material, explanations, questions, cards, the log, plans. Snake case is what travels as JSON. */
import { z } from 'zod';
import type { Citation, SourceMetadata } from '../citations/source.ts';

export const LEVELS = ['beginner', 'exam', 'clinician'] as const;
export type Level = (typeof LEVELS)[number];

export const QUESTION_KINDS = ['choice', 'cloze', 'match', 'which_not', 'short'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export interface MaterialSummary {
  /** The scope. */
  readonly id: string;
  readonly title: string;
  readonly passages: number;
  /** Everybody's, the reader's own, or another's who shares it. */
  readonly access: 'house' | 'own' | 'shared';
  /** An own one that is open to everybody here. */
  readonly is_open?: boolean;
  /** Whoever asks may take it away. */
  readonly may_remove?: boolean;
}

/** A scope of the search index as a course. */
export interface MaterialInfo extends MaterialSummary {
  readonly documents: readonly DocumentInfo[];
  /** What a learner should know of it: another language, pages without text. */
  readonly warnings: readonly string[];
}

export interface DocumentInfo {
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

export interface Chapter {
  /** Stable for the same material: `document#number`. */
  readonly id: string;
  /** From 1, within its document. */
  readonly number: number;
  readonly title: string;
  readonly document: string;
  readonly passages: number;
}

/** A piece of material that can be cited. */
export interface Passage {
  readonly id: string;
  readonly material: string;
  /** `Chapter.id` */
  readonly chapter: string;
  readonly chapter_title: string;
  /** What it is about: its nearest heading that names a thing. */
  readonly topic: string;
  /** Which part of it: "causes", "treatment", as in sections.yml. */
  readonly section?: string | undefined;
  readonly text: string;
  readonly source: SourceMetadata;
}

/** Where something is to be looked for. Absent material: the knowledge base. */
export interface Place {
  /** A scope, or a title as a person says it. */
  readonly material?: string | undefined;
  /** An id, a number ("3") or words of a heading. */
  readonly chapter?: string | undefined;
}

/** A place as a message names it. */
export interface NamedPlace extends Place {
  /** Only by a heading that stands in the message: that may be what is asked about, and is no limit of where to look. */
  readonly by?: 'heading' | undefined;
}

/** Words of the material that a learner marked. */
export interface Highlight {
  readonly id: string;
  readonly at: string;
  readonly material: string;
  readonly passage: string;
  readonly topic: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly citation: Citation;
  /** The card that was made of it. */
  readonly card?: string | undefined;
}

export interface MaterialAdded {
  readonly material: MaterialInfo;
  readonly skipped: readonly { readonly file: string; readonly why: string }[];
}

export interface Explanation {
  readonly topic: string;
  readonly level: Level;
  readonly material: string;
  /** Sentences of the material, each with the number of its citation; empty where the material says nothing of it. */
  readonly sentences: readonly { readonly text: string; readonly citation: number }[];
  readonly citations: readonly Citation[];
  /** What was asked for beside it and is nowhere in the material; the text says so first. */
  readonly missing?: readonly string[] | undefined;
  /** Markdown with `[^n]` markers. */
  readonly text: string;
}

/** What kind of fact a question asks for. */
export const RELATIONS = [
  'definition',
  'value',
  'class',
  'cause',
  'effect',
  'treatment',
  'symptom',
  'test',
  'function',
  'place',
  'contrast',
] as const;
export type Relation = (typeof RELATIONS)[number];

export interface Option {
  readonly label: string;
  readonly text: string;
}

/** What a question is answered by. Never shown before it is answered. */
export type Key =
  | { readonly kind: 'option'; readonly label: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly also: readonly string[] }
  | { readonly kind: 'pairs'; readonly pairs: Readonly<Record<string, string>> };

/** What a learner sees of a question. */
export interface ShownQuestion {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly relation: Relation;
  readonly topic: string;
  readonly chapter: string;
  readonly stem: string;
  /** choice, which_not; of a match the right column. */
  readonly options: readonly Option[];
  /** Of a match the left column, numbered from 1. */
  readonly items: readonly Option[];
}

export interface Question extends ShownQuestion {
  readonly material: string;
  readonly key: Key;
  /** Why the key is right, in a sentence. */
  readonly reason: string;
  /** The words of the material that settle it. */
  readonly passage: { readonly id: string; readonly text: string };
  readonly citation: Citation;
}

export interface QuizRequest extends Place {
  /** Default 5, at most 50. */
  readonly count?: number | undefined;
  /** Default all. */
  readonly kinds?: readonly QuestionKind[] | undefined;
  /** Only about this. */
  readonly topic?: string | undefined;
  /** What is asked for first: what a beginner should know, or what a clinician. */
  readonly level?: Level | undefined;
  /** The same seed and material make the same quiz. */
  readonly seed?: string | undefined;
}

export interface Quiz {
  readonly id: string;
  readonly material: string;
  readonly title: string;
  readonly questions: readonly Question[];
  /** Why there are fewer than asked for, and the like. */
  readonly notes: readonly string[];
}

/** `compare`: neither right nor wrong for sure; the learner compares with the passage, and it counts as neither. */
export type Verdict = 'right' | 'partly' | 'wrong' | 'compare';

export interface Grade {
  readonly question: string;
  readonly verdict: Verdict;
  /** The answer as it was understood. */
  readonly answer: string;
  readonly right_answer: string;
  readonly reason: string;
  readonly citation: Citation;
  /** False where this question had been answered before: the first answer stands. */
  readonly counted: boolean;
}

export const RATINGS = ['again', 'hard', 'good', 'easy'] as const;
export type Rating = (typeof RATINGS)[number];

/** Where a card stands in its learning; what FSRS needs and nothing of the learner. */
export const schedule = z.object({
  due: z.iso.datetime({ offset: true }),
  stability: z.number().min(0),
  difficulty: z.number().min(0),
  reps: z.int().min(0),
  lapses: z.int().min(0),
  state: z.enum(['new', 'learning', 'review', 'relearning']),
  learning_steps: z.int().min(0).default(0),
  scheduled_days: z.number().min(0).default(0),
  last_review: z.iso.datetime({ offset: true }).optional(),
});
export type Schedule = z.infer<typeof schedule>;

export interface Card {
  readonly id: string;
  readonly course: string;
  readonly topic: string;
  readonly kind: 'definition' | 'value' | 'class' | 'fact' | 'highlight' | 'own' | 'imported';
  readonly front: string;
  readonly back: string;
  readonly tags: readonly string[];
  readonly citation?: Citation | undefined;
  /** Of an imported note with gaps: the whole of it, so that it can be given back as it came. */
  readonly cloze?: { readonly text: string; readonly extra: string } | undefined;
  readonly schedule: Schedule;
}

/** One line of the study log, as the remote agents get it too. */
export const logEntry = z.object({
  at: z.iso.datetime({ offset: true }),
  course: z.string().max(200),
  topic: z.string().max(200),
  kind: z.string().max(40),
  question_id: z.string().max(200),
  correct: z.boolean(),
  seconds: z.number().min(0).max(86_400).default(0),
});
export type LogEntry = z.infer<typeof logEntry>;

export interface Insights {
  readonly insights: readonly string[];
  readonly recommendations: readonly string[];
  readonly metrics: Metrics;
}

export interface Metrics {
  readonly accuracy: number | null;
  readonly answers: number;
  readonly correct: number;
  readonly by_topic: Readonly<Record<string, TopicMetrics>>;
  readonly by_day: readonly { readonly day: string; readonly answers: number; readonly accuracy: number }[];
  /** Share of card reviews that were remembered; null where there were too few to say. */
  readonly retention: number | null;
  /** Days in a row up to today or yesterday with at least one answer. */
  readonly streak: number;
  readonly weak_topics: readonly string[];
  readonly minutes: number;
}

export interface TopicMetrics {
  readonly accuracy: number;
  readonly answers: number;
  readonly last: string;
}

export interface Progress extends Insights {
  readonly timeframe: string;
  /** Cards that come due, by day, the overdue ones today. */
  readonly forecast: readonly { readonly day: string; readonly cards: number }[];
  readonly cards: { readonly total: number; readonly due: number; readonly new: number; readonly mature: number };
}

export interface Busy {
  readonly start: string;
  readonly end: string;
}

export interface PlanSession {
  /** ISO with offset. */
  readonly start: string;
  readonly end: string;
  readonly topic: string;
  readonly kind: 'learn' | 'review' | 'mock_exam';
}

export interface StudyPlan {
  readonly exam_date: string;
  /** What it is a plan of, as the course is called. */
  readonly material?: string | undefined;
  readonly hours: number;
  readonly sessions: readonly PlanSession[];
  /** What does not fit, and the like. */
  readonly notes: readonly string[];
}
