/** Study plans and next reviews. What it needs comes with the request; it keeps nothing. */
import type { CodeContext, Json } from 'consilium/kernel';
import { ConsiliumError } from 'consilium/kernel';
import { checkPlan, type NextReviews, nextReviews, planAside, type StudyPlan } from 'consilium/study';
import { z } from 'zod';
import { studyOf } from '../_shared/desk.ts';
import { elsewhereOrHere, instanceName, isServed, recordAt } from '../_shared/elsewhere.ts';
import { sayPlan, sayReviews } from '../_shared/say.ts';

type Reviews = Pick<NextReviews, 'due' | 'forecast'>;

export default async function run(context: CodeContext): Promise<string> {
  const { state } = context;
  const action = isServed(context) ? state.get('temp:action') : state.get('temp:scheduler_action');
  const worked = action === 'next_reviews' ? await reviews(context) : await plan(context);
  const output = worked.output as Record<string, Json>;
  state.set('temp:output', isServed(context) ? { ...output, served_by: instanceName(context) } : output);
  return [worked.say, worked.notice && `*${worked.notice}*`].filter(Boolean).join('\n\n');
}

interface Said {
  readonly say: string;
  readonly output: Json;
  readonly notice?: string;
}

async function plan(context: CodeContext): Promise<Said> {
  const asked = parametersOf(context, 'temp:plan_parameters');
  const { value, notice } = await elsewhereOrHere<StudyPlan>(context, {
    service: 'PlanService',
    variable: 'SCHEDULER_URL',
    answerKey: 'temp:plan_answer',
    check: (answer) => checkAnswer(answer, asked),
    here: () => planAside({ now: new Date(context.clock.now()).toISOString(), ...asked }),
  });
  // In the learner's house the plan is kept; a copy elsewhere keeps nothing.
  const kept = isServed(context) ? value : studyOf(context).plans.keep(context.principal, value);
  const note = context.state.get('temp:plan_note');
  const say = [sayPlan(kept), typeof note === 'string' ? note : ''].filter(Boolean).join('\n\n');
  return { say, output: kept as unknown as Json, ...(notice && { notice }) };
}

/** A plan for another exam is none. */
function checkAnswer(answer: unknown, { exam_date }: Record<string, Json>): StudyPlan {
  const found = checkPlan(answer);
  if (found.exam_date !== String(exam_date).slice(0, 10))
    throw new ConsiliumError('REMOTE_NONSENSE', 'The plan that came back is for another exam.');
  return found;
}

async function reviews(context: CodeContext): Promise<Said> {
  const asked = parametersOf(context, 'temp:review_parameters');
  const { value, notice } = await elsewhereOrHere<Reviews>(context, {
    service: 'ReviewService',
    variable: 'SCHEDULER_URL',
    answerKey: 'temp:review_answer',
    check: (answer) => checkReviews(answer, asked),
    here: () => nextReviews({ at: new Date(context.clock.now()).toISOString(), ...asked }),
  });
  return { say: sayReviews(value), output: value as unknown as Json, ...(notice && { notice }) };
}

const reviewsShape = z.object({
  due: z.array(z.object({ id: z.string(), due: z.string(), overdue_days: z.number(), retrievability: z.number() })),
  forecast: z.array(z.object({ day: z.iso.date(), cards: z.int().min(0) })).max(5_000),
});

/** Cards that nobody sent are none of the learner's. */
function checkReviews(answer: unknown, { cards }: Record<string, Json>): Reviews {
  const parsed = reviewsShape.safeParse(answer);
  const sent = new Set((cards as { id: string }[]).map(({ id }) => id));
  if (!parsed.success || parsed.data.due.some(({ id }) => !sent.has(id)))
    throw new ConsiliumError('REMOTE_NONSENSE', 'The reviews that came back are not of the cards that were sent.');
  return parsed.data;
}

function parametersOf(context: CodeContext, key: string): Record<string, Json> {
  const { message: _, ...asked } = recordAt(context, isServed(context) ? 'temp:parameters' : key);
  return asked;
}
