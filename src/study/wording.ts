/** Quizzes, grades, cards and plans as plain text. Keys are never shown with a question. */
import type { Card, Grade, Question, Quiz, ShownQuestion, StudyPlan } from './types.ts';

/** What a learner may see before answering. */
export function toShown({ id, kind, relation, topic, chapter, stem, options, items }: Question): ShownQuestion {
  return { id, kind, relation, topic, chapter, stem, options, items };
}

/** Numbered questions with options `A)` to `D)`. */
export function quizText(quiz: Pick<Quiz, 'questions' | 'notes'>): string {
  const questions = quiz.questions.map((question, index) => questionText(question, index + 1));
  return [...questions, ...quiz.notes].join('\n\n');
}

export function questionText({ stem, items, options, kind }: ShownQuestion, number: number): string {
  const hint = kind === 'match' ? ['(Answer like 1B 2A 3C.)'] : [];
  const lines = [
    ...items.map(({ label, text }) => `   ${label}  ${text}`),
    ...options.map(({ label, text }) => `   ${label}) ${text}`),
  ];
  return [`${number}. ${stem}`, ...hint, ...lines].join('\n');
}

const OPENINGS = {
  ...{ right: 'Right.', partly: 'Partly right.', wrong: 'Wrong.' },
  compare: 'Compare for yourself: whether this says the same is not decided here, and it counts neither way.',
} as const;

/** Opens with right or wrong, names the right answer, gives the reason, and cites `[^n]`. */
export function gradeText(
  { verdict, right_answer, reason }: Pick<Grade, 'verdict' | 'right_answer' | 'reason'>,
  marker = 1,
): string {
  const answer =
    verdict === 'right'
      ? right_answer
      : `${verdict === 'compare' ? 'The answer of the material' : 'The right answer'}: ${right_answer}`;
  return `${OPENINGS[verdict]} ${answer}. ${reason}[^${marker}]`.replace(/\.\. /, '. ');
}

export function cardsText(cards: readonly Card[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
  return [
    '| Front | Back |',
    '| --- | --- |',
    ...cards.map(({ front, back }) => `| ${cell(front)} | ${cell(back)} |`),
  ].join('\n');
}

const KINDS = { learn: 'learn', review: 'review', mock_exam: 'mock exam' } as const;

/** One line a session, each beginning with its date. */
export function planText(plan: StudyPlan): string {
  const lines = plan.sessions.map(
    ({ start, end, topic, kind }) =>
      `${start.slice(0, 10)} ${start.slice(11, 16)}–${end.slice(11, 16)}  ${KINDS[kind]}: ${topic}`,
  );
  return [...lines, `${plan.exam_date} exam`, ...plan.notes].join('\n');
}
