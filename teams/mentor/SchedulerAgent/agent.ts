/** Study plans and next reviews. What it needs comes with the request; it keeps nothing. */
import type { CodeContext, Json } from 'consilium/kernel';
import { checkPlanFor, checkReviews, type NextReviews, nextReviews, planAside, type StudyPlan } from 'consilium/study';
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
    check: (answer) => checkPlanFor(answer, asked),
    here: () => planAside({ now: new Date(context.clock.now()).toISOString(), ...asked }),
  });
  // In the learner's house the plan is kept; a copy elsewhere keeps nothing.
  const kept = isServed(context) ? value : studyOf(context).plans.keep(context.principal, value);
  const note = context.state.get('temp:plan_note');
  const say = [sayPlan(kept), typeof note === 'string' ? note : ''].filter(Boolean).join('\n\n');
  return { say, output: kept as unknown as Json, ...(notice && { notice }) };
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

function parametersOf(context: CodeContext, key: string): Record<string, Json> {
  const { message: _, ...asked } = recordAt(context, isServed(context) ? 'temp:parameters' : key);
  return asked;
}
