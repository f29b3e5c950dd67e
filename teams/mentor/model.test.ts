/** The mentor with a model that is scripted: transfers and tools are real, and so is what they come to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remoteKind } from '../../src/a2a/client/kind.ts';
import { toAnswer } from '../../src/app/index.ts';
import { createRunner, machineUser } from '../../src/kernel/index.ts';
import type { Models } from '../../src/models/index.ts';
import { loadTeam } from '../../src/teams/index.ts';
import { lastText, type Script, type ScriptedModel, scripted, transferTo } from '../../test/scripted-model.ts';
import { type Mentor, openMentor } from './fixture.ts';

let mentor: Mentor;
beforeAll(async () => {
  mentor = await openMentor();
});
afterAll(() => mentor.close());

async function playing(scripts: Record<string, Script>) {
  const played: Record<string, ScriptedModel> = Object.fromEntries(
    Object.entries(scripts).map(([name, script]) => [name, scripted(script)]),
  );
  const models: Models = {
    candidates: ({ name }) => [{ label: `test:${name}`, model: played[name]! }],
    check: () => {},
    describe: () => ({ chosen: 'test', chain: ['test'], providers: [] }),
  };
  const { app, clock, study } = mentor;
  const team = await loadTeam(import.meta.dirname, { models, kinds: async () => [remoteKind()] });
  const services = { study, assistant: await app.service('assistant') };
  const runner = createRunner({ app: 'mentor', root: team.root, store: app.home.store, models, clock, services });
  const ask = async (message: string, session: string) =>
    toAnswer('mentor', await runner.ask({ session, message, principal: machineUser('eve') }));
  return { played, ask };
}

test('a quiz is made and graded by tools; the model never sees a key that is open', async () => {
  const { played, ask } = await playing({
    SupervisorAgent: [transferTo('QuizAgent')],
    QuizAgent: [
      { call: 'make_quiz', input: { material: 'Renal physiology', chapter: '3', count: 2 } },
      'Here are two questions.',
      { call: 'answer_quiz', input: { answers: [{ question: 1, answer: 'nothing of the kind' }] } },
      'Wrong.[^1]',
    ],
  });
  await ask('quiz me on chapter 3 of Renal physiology', 'm1');
  const [quiz] = mentor.study.quizzes.list(machineUser('eve'), 1);
  const seen = lastText(played['QuizAgent']!.seen[1]!);
  expect(seen).toContain('A) ');
  for (const { reason } of quiz!.questions) expect(seen).not.toContain(reason);
  const { citations, text } = await ask('1: nothing of the kind', 'm1');
  expect(text).toMatch(/^Wrong\.\[\^1\]/);
  expect(citations).toHaveLength(1);
  expect(mentor.study.log(machineUser('eve'))).toHaveLength(1);
});

test('progress is a tool of the supervisor, with the words of the learner', async () => {
  const { played, ask } = await playing({
    SupervisorAgent: [
      { call: 'AnalyticsAgent', input: { request: 'how am I doing this week?' } },
      'One answer so far.',
    ],
  });
  const { text, source_agents } = await ask('how am I doing this week?', 'm2');
  expect(text).toBe('One answer so far.');
  expect(source_agents).toEqual(['SupervisorAgent', 'AnalyticsAgent']);
  expect(lastText(played['SupervisorAgent']!.seen[1]!)).toMatch(/1 answer in the last 7 days/);
});
