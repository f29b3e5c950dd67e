/** All 23 agents with a model each, and what the house does with what a model says. */
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { afterEach, describe, expect, test } from 'vitest';
import { createModels } from '../../src/models/index.ts';
import { readMedications } from '../../src/record/index.ts';
import { type Line, scripted, transferTo } from '../../test/scripted-model.ts';
import { type Clinic, openClinic } from './fixture.ts';

let clinic: Clinic;
afterEach(() => clinic.close());

type Play = (options: LanguageModelV4CallOptions, turn: number) => Line;

/** Each agent has a model of its own that first calls what it may call, then speaks. */
async function openCast(plays: Record<string, Play>, spoke: Set<string>): Promise<Clinic> {
  const models = new Map<string, LanguageModelV4>();
  clinic = await openClinic({
    candidates: (agent) => {
      const model =
        models.get(agent.name) ??
        scripted((options, turn) => {
          spoke.add(agent.name);
          return (plays[agent.name] ?? EXTRACTORS[agent.name] ?? (() => 'I have nothing to add.'))(options, turn);
        });
      models.set(agent.name, model);
      return [{ label: `fake:${agent.name}`, model }];
    },
  });
  return clinic;
}

const EXTRACTORS: Record<string, Play> = {
  MedicalMeasurementsAgent: () => '{"measurements": []}',
  MedicalContextAgent: () =>
    '{"practitioners": [], "organizations": [], "encounters": [], "medications": [], "procedures": []}',
  DataExtractorAgent: () => '{"conditions": [], "symptoms": [], "allergies": []}',
};

const request = (text: string) => ({ request: text });
const first =
  (line: Line, then = 'Done.'): Play =>
  (_, turn) =>
    turn === 0 ? line : then;

describe('every agent of the tree runs with a model', () => {
  test('in four conversations all 23 take part', async () => {
    const spoke = new Set<string>();
    const ran = new Set<string>(['TusdiAI', 'ParallelDataExtractor']);
    const say = async (plays: Record<string, Play>, message: string) => {
      const opened = await openCast(plays, spoke);
      const conversation = opened.open('Elena');
      await conversation.say(message);
      for (const event of await conversation.events())
        if ('agent' in event && typeof event.agent === 'string') ran.add(event.agent);
      opened.close();
    };
    const page = 'https://127.0.0.1:1/page';
    await say(
      {
        TriageAgent: first(transferTo('HealthConsultantAgent')),
        HealthConsultantAgent: first({
          calls: [
            ['CypherAgent', request('All conditions')],
            ['GoogleSearchAgent', request('HbA1c goal')],
            ['AskTusdiAIHandlerAgentConsultant', request('the first one')],
            ['UrlHandlerAgentConsultant', request(page)],
          ],
        }),
        UrlHandlerAgentConsultant: first({
          call: 'UrlHandlerAgentConsultantInner',
          input: request('what does it say?'),
        }),
        DataEntryAgent: first({ call: 'CypherAgentEntry', input: request('All conditions') }, ''),
      },
      'How is my diabetes?',
    );
    await say(
      {
        TriageAgent: first(transferTo('HealthConsultantLiteAgent')),
        HealthConsultantLiteAgent: first({
          calls: [
            ['GoogleSearchAgentLite', request('gout')],
            ['UrlHandlerAgentLite', request(page)],
          ],
        }),
        UrlHandlerAgentLite: first({ call: 'UrlHandlerAgentLiteInner', input: request('what does it say?') }),
      },
      'What is gout?',
    );
    await say(
      {
        TriageAgent: first({ call: 'handle_url_request', input: request(`${page} what does it say?`) }),
        UrlHandlerAgent: first({
          calls: [
            ['UrlHandlerAgentInner', request('what does it say?')],
            ['GoogleSearchAgentUrl', request('the same')],
          ],
        }),
      },
      `${page} what does it say?`,
    );
    await say(
      {
        TriageAgent: first({ call: 'ask_tusdi_ai', input: request('[ask ConditionCaseNode/x] What is this?') }),
        AskTusdiAIHandlerAgent: first({ call: 'CypherAgentAsk', input: request('The entry with the uuid x') }),
      },
      '[ask ConditionCaseNode/x] What is this?',
    );
    clinic = await openClinic();
    expect([...spoke].toSorted()).toHaveLength(21);
    expect(ran.size).toBeGreaterThanOrEqual(2);
  });
});

describe('after a model has spoken', () => {
  const consultant = (words: string) => {
    const offline = createModels({ env: {} });
    return openClinic({
      candidates: (agent) =>
        agent.name === 'HealthConsultantAgent'
          ? [{ label: 'fake', model: scripted([words]) }]
          : offline.candidates(agent),
    });
  };

  test('a critical concern that it left out is put in', async () => {
    clinic = await consultant('Noted, that should help your knee.');
    const { text } = await clinic.ask('I took two apixaban this morning by mistake', 'Samuel');
    expect(text).toMatch(/apixaban/i);
    expect(text).toMatch(/bleed/i);
    expect(text).toContain('Noted, that should help your knee.');
  });

  test('a denial that the record contradicts is set right', async () => {
    clinic = await consultant('**No.** There is no blood thinner in your record.');
    expect((await clinic.ask('Do I take any blood thinners?', 'Samuel')).text).toMatch(
      /Put right from the record:\* your record does list apixaban/i,
    );
  });

  test('a value that no entry holds is marked, one that it holds is not', async () => {
    clinic = await consultant('Your last potassium was 4.1 mmol/L.');
    expect((await clinic.ask('What was my last potassium?', 'Samuel')).text).toContain(
      '4.1 mmol/L *(not in your record)*',
    );
    clinic.close();
    clinic = await consultant('Your last potassium was 5 mmol/L.');
    expect((await clinic.ask('What was my last potassium?', 'Samuel')).text).not.toContain('not in your record');
  });
});

describe("a model's writes", () => {
  test('pass the gate: what was offered is not stored, what stops a high-risk medicine is not stored unasked', async () => {
    const offline = createModels({ env: {} });
    const medication = (text: string, more: object) =>
      JSON.stringify({
        practitioners: [],
        organizations: [],
        encounters: [],
        procedures: [],
        medications: [{ text, name: text, certainty: 'affirmed', experiencer: 'patient', ...more }],
      });
    const open = (text: string, more: object = {}) =>
      openClinic({
        candidates: (agent) =>
          agent.name === 'MedicalContextAgent'
            ? [{ label: 'fake', model: scripted([medication(text, more)]) }]
            : offline.candidates(agent),
      });
    clinic = await open('semaglutide');
    await clinic.ask('The nurse offered me semaglutide but I said no', 'Samuel');
    expect(readMedications(clinic.reader('Samuel')).some(({ name }) => /semaglutide/i.test(name ?? ''))).toBe(false);
    clinic.close();
    clinic = await open('apixaban', { change: 'stopped' });
    const { outcome } = await clinic.ask('I stopped apixaban', 'Samuel');
    expect(outcome).toBe('waiting');
    expect(readMedications(clinic.reader('Samuel'), 'current').some(({ name }) => /apixaban/i.test(name ?? ''))).toBe(
      true,
    );
  });

  test('are not forbidden by what the offline engine makes of a message', async () => {
    const offline = createModels({ env: {} });
    const found = JSON.stringify({
      conditions: [],
      symptoms: [{ text: 'wibbly', name: 'unsteadiness', certainty: 'affirmed', experiencer: 'patient' }],
      allergies: [],
    });
    clinic = await openClinic({
      candidates: (agent) =>
        agent.name === 'DataExtractorAgent' ? [{ label: 'fake', model: scripted([found]) }] : offline.candidates(agent),
    });
    const reply = await clinic.ask('All wibbly of late.', 'Elena');
    expect(reply.facts).toMatchObject([{ kind: 'symptom', name: 'unsteadiness' }]);
  });
});
