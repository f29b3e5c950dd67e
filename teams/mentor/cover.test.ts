import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { machineUser } from '../../src/kernel/index.ts';
import { planInput } from '../../src/study/planning/plan.ts';
import { type Mentor, openMentor } from './fixture.ts';

let mentor: Mentor;
beforeAll(async () => {
  mentor = await openMentor();
});
afterAll(() => mentor.close());

test('one topic that was asked about does not take the plan: all of the material is in it, the weak first', async () => {
  const ada = machineUser('ada');
  const quiz = await mentor.study.quizzes.make(ada, {
    material: 'Renal physiology',
    topic: 'loop of Henle',
    count: 1,
    seed: 'a',
  });
  const wrong = quiz.questions[0]!.options.find(
    ({ label }) => quiz.questions[0]!.key.kind === 'option' && label !== quiz.questions[0]!.key.label,
  )!;
  await mentor.study.quizzes.answer(ada, { quiz: quiz.id, question: 1, answer: wrong.label });
  const { text } = await mentor.ask('plan up to my exam on 12 December, 6 hours a week');
  for (const chapter of ['The glomerulus', 'The tubule', 'The loop of Henle']) expect(text).toContain(chapter);
  expect(text).toContain('First what you know least');
  const sessions = text.match(/^\d{4}-.*$/gm)!;
  expect(sessions[0]).toContain(quiz.questions[0]!.topic);
  expect(sessions.filter((line) => line.includes(quiz.questions[0]!.topic)).length).toBeLessThan(sessions.length / 2);
});

test('the Scheduler takes all that a plan is made from, also on another machine', () => {
  const { actions } = parse(readFileSync(new URL('./SchedulerAgent/config.yml', import.meta.url), 'utf8'));
  const taken = Object.keys(actions.make_study_plan.parameters.properties);
  expect(Object.keys(planInput.in.shape).filter((key) => !taken.includes(key))).toEqual([]);
});
