import { describe, expect, test } from 'vitest';
import { openTempStore, runnerFor } from '../../test/house.ts';
import { scripted } from '../../test/scripted-model.ts';
import { ConsiliumError, codeAgent, llmAgent, parallelAgent } from '../kernel/index.ts';
import { readAnswers, toAnswer } from './answer.ts';

const cited = { marker: '1', source_type: 'knowledge', title: 'Gout', id: 'gout', sources: ['NICE NG219'] };
const claims = 'Gout is a kind of arthritis.[^1] Cherries cure it, some say.[^4] Garlic prevents it in 80 % of adults.';

async function answer(says: string, outcome = 'answered') {
  const store = openTempStore();
  const root = llmAgent({
    name: 'Consultant',
    model: scripted([says]),
    afterAgent: [
      ({ state }) => {
        state.set('temp:citations', [cited]);
        state.set('temp:outcome', outcome);
      },
    ],
  });
  const result = await runnerFor(root, { store }).ask({ session: 's', message: 'What is gout?' });
  return { answer: toAnswer('team', result), events: await store.events('s') };
}

describe('an answer', () => {
  test('names who failed beside those who spoke', async () => {
    const fails = () => {
      throw new ConsiliumError('LEDGER_BROKEN', 'No.');
    };
    const subAgents = [codeAgent({ name: 'Here', run: () => 'Here.' }), codeAgent({ name: 'Gone', run: fails })];
    const result = await runnerFor(parallelAgent({ name: 'Both', subAgents })).ask({ message: 'go' });
    expect(toAnswer('team', result)).toMatchObject({
      outcome: 'answered',
      text: 'Here.',
      warnings: ['Gone gave no answer (LEDGER_BROKEN); what is said is without it.'],
    });
  });

  test('marks what a model claims without a source, and tells of the marker it made up', async () => {
    const { answer: given } = await answer(claims);
    expect(given.text).toBe(
      'Gout is a kind of arthritis.[^1] Cherries cure it, some say. Garlic prevents it in 80 % of adults.\n\n[^1]: *Gout* (NICE NG219).',
    );
    expect(given.warnings).toEqual(['A marker [^4] that leads to no source was removed.']);
    expect(given.unsupported).toMatchObject([{ kind: 'uncited', text: 'Garlic prevents it in 80 % of adults.' }]);
    const [{ start, end, text }] = given.unsupported as [(typeof given.unsupported)[number]];
    expect(given.text.slice(start, end)).toBe(text);
  });

  test('reads the same from the log later on', async () => {
    const { answer: given, events } = await answer(claims);
    const { invocation_id, text, citations, unsupported, warnings } = given;
    expect(readAnswers(events)).toEqual([{ invocation_id, text, citations, unsupported, warnings }]);
  });

  test('in an emergency is not interrupted by marks', async () => {
    const { answer: given, events } = await answer('Call 112 now. Aspirin lowers the risk: chew 300 mg.', 'emergency');
    expect(given.unsupported).toEqual([]);
    expect(readAnswers(events)).toMatchObject([{ unsupported: [] }]);
  });
});
