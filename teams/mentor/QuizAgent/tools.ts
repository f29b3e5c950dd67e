/** Quizzes: made from the material, kept for the learner, graded once. */
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { LEVELS, QUESTION_KINDS, type Quiz } from 'consilium/study';
import { z } from 'zod';
import { cite } from '../_shared/cite.ts';
import { studyOf, textOf } from '../_shared/desk.ts';
import { atPlaceOrElsewhere, place } from '../_shared/place.ts';
import { type NumberedGrade, sayGrades, sayList, sayQuiz } from '../_shared/say.ts';

export const makeQuiz = tool({
  name: 'make_quiz',
  description: 'Makes a quiz from the material: its questions, without the key.',
  input: z.strictObject({
    topic: z.string().max(500).optional(),
    count: z.int().min(1).max(50).optional(),
    kinds: z.array(z.enum(QUESTION_KINDS)).min(1).optional(),
    level: z.enum(LEVELS).optional(),
    again: z.boolean().optional().describe('the same chapter as before'),
    ...place,
  }),
  execute: async ({ again, count = 5, ...given }, context) => {
    const before = textOf(context, 'study_chapter');
    const chapter = given.chapter ?? (again && given.topic === undefined ? before : undefined);
    // The same call is the same quiz, also when a crashed turn makes it again.
    const { topic, kinds, level } = given;
    const request = { count, topic, kinds, level, seed: context.idempotencyKey };
    const quiz = await atPlaceOrElsewhere(context, { ...given, chapter }, (at) =>
      studyOf(context).quizzes.make(context.principal, { ...at, ...request }),
    );
    context.state.set('study_quiz', quiz.id);
    context.state.delete('study_card');
    return { say: sayQuiz(quiz), quiz: quiz.id, questions: quiz.questions.length, claims: false };
  },
});

export const showQuiz = tool({
  name: 'show_quiz',
  description: 'The quiz that is open in this conversation, again.',
  input: z.strictObject({}),
  idempotent: true,
  execute: (_, context) => ({ say: sayQuiz(openQuiz(context)), claims: false }),
});

const answer = z.strictObject({ question: z.int().min(1).max(50).optional(), answer: z.string().min(1).max(500) });

export const answerQuiz = tool({
  name: 'answer_quiz',
  description: 'Grades answers to the open quiz: by number, or to the next open question where none is given.',
  input: z.strictObject({ answers: z.array(answer).min(1).max(50) }),
  execute: async ({ answers }, context) => {
    const { quizzes } = studyOf(context);
    const quiz = openQuiz(context);
    const total = quiz.questions.length;
    const open = openNumbers(context, quiz);
    const given = answers.map(({ question, answer: text }) => ({
      number: question ?? open.shift() ?? total + 1,
      text,
    }));
    const beyond = given.filter(({ number }) => number > total).map(({ number }) => String(number));
    const grades: NumberedGrade[] = [];
    for (const { number, text } of given.filter(({ number: asked }) => asked <= total)) {
      const grade = await quizzes.answer(context.principal, { quiz: quiz.id, question: number, answer: text });
      grades.push({ number, grade, marker: cite(context, grade.citation) });
    }
    if (grades.length === 0) throw noneThere(beyond, total);
    const left = total - answered(context, quiz).size;
    if (left === 0) context.state.delete('study_quiz');
    return {
      say: [sayGrades(grades, left), ...(beyond.length > 0 ? [sayBeyond(beyond, total)] : [])].join('\n\n'),
      grades: grades.map(({ number, grade }) => ({ number, verdict: grade.verdict })),
    };
  },
});

function sayBeyond(numbers: readonly string[], total: number): string {
  const has = total === 1 ? 'one question' : `${total} questions`;
  return `This quiz has ${has}: there is no ${sayList(numbers, 'or')}.`;
}

function noneThere(numbers: readonly string[], total: number): ConsiliumError {
  return new ConsiliumError('QUESTION_UNKNOWN', sayBeyond(numbers, total));
}

function openQuiz(context: ToolContext): Quiz {
  const id = textOf(context, 'study_quiz');
  if (id === undefined)
    throw new ConsiliumError('QUIZ_NONE', 'No quiz is open here.', {
      hint: '"Quiz me on asthma, 5 questions" makes one.',
    });
  return studyOf(context).quizzes.get(context.principal, id);
}

function answered(context: ToolContext, quiz: Quiz): Set<string> {
  return new Set(
    studyOf(context)
      .quizzes.grades(context.principal, quiz.id)
      .map(({ question }) => question),
  );
}

/** Those that have no answer yet, in order. */
function openNumbers(context: ToolContext, quiz: Quiz): number[] {
  const done = answered(context, quiz);
  return quiz.questions.flatMap(({ id }, at) => (done.has(id) ? [] : [at + 1]));
}
