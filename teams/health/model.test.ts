import type { LanguageModelV4 } from '@ai-sdk/provider';
import { afterEach, describe, expect, test } from 'vitest';
import { createModels } from '../../src/models/index.ts';
import { readMedications, readObservationHistory } from '../../src/record/index.ts';
import { scripted } from '../../test/scripted-model.ts';
import { type Clinic, openClinic } from './fixture.ts';

/** The team with models for some agents; the others have none. */
async function openWith(models: Record<string, LanguageModelV4>): Promise<Clinic> {
  const offline = createModels({ env: {} });
  clinic = await openClinic({
    candidates: (agent) => {
      const model = models[agent.name];
      return model === undefined ? offline.candidates(agent) : [{ label: `fake:${agent.name}`, model }];
    },
  });
  return clinic;
}

let clinic: Clinic;
afterEach(() => clinic.close());

describe('with a model', () => {
  test('triage by a model is marked by what it replied', async () => {
    await openWith({
      TriageAgent: scripted(['Please use the Allergies section in the side panel to view your complete allergies.']),
    });
    const reply = await clinic.ask('Show me all my allergies', 'Elena');
    expect(reply).toMatchObject({ rule: 'ui_redirect', outcome: 'redirected' });
    expect(reply.speakers).toContain('fake:TriageAgent');
    expect(reply.notes['section']).toBe('allergies');
  });

  test('no model can talk an emergency away', async () => {
    const triage = scripted(['That is surely nothing.']);
    await openWith({ TriageAgent: triage });
    expect((await clinic.ask('crushing chest pain right now', 'Elena')).text).toMatch(/^\*\*Call 999 now/);
  });

  test("a consultant's footnotes become citations only where they name an entry of this record", async () => {
    const asking = await openClinic();
    const { citations } = await asking.ask('What was my last HbA1c?', 'Elena');
    const { uuid } = citations[0] as { uuid: string };
    asking.close();
    const words = [
      '**6.9 %, high.**[^1] Down from more.[^2] As guidelines say.[^3]',
      `[^1]: Your record: HbA1c, 15 Sep 2026 (Observation/${uuid})`,
      '[^2]: Your record: HbA1c, 1 Jan 2020 (Observation/00000000-0000-4000-8000-000000000000)',
      '[^3]: ADA Standards of Care',
    ];
    await openWith({ HealthConsultantAgent: scripted([words.join('\n\n')]) });
    const reply = await clinic.ask('What was my last HbA1c?', 'Elena');
    expect(reply).toMatchObject({ rule: 'patient', route: ['TriageAgent', 'HealthConsultantAgent'] });
    expect(reply.citations).toEqual([
      {
        marker: '1',
        source_type: 'record',
        title: 'Your record: HbA1c, 15 Sep 2026',
        uuid,
        label: 'Observation',
        footnote: expect.stringContaining('HbA1c, 15 Sep 2026'),
      },
      { marker: '3', source_type: 'knowledge', title: 'ADA Standards of Care', footnote: expect.any(String) },
    ]);
  });

  test('what extractors return is checked, found in the message and stored like any other fact', async () => {
    const measured = {
      text: 'A1c came back at 7.0',
      name: 'HbA1c',
      certainty: 'affirmed',
      experiencer: 'patient',
      value: 7,
      unit: '%',
    };
    const nonsense = { text: 'nowhere', name: '', certainty: 'affirmed', experiencer: 'patient' };
    const empty = { practitioners: [], organizations: [], encounters: [], procedures: [] };
    await openWith({
      MedicalMeasurementsAgent: scripted([
        JSON.stringify({ measurements: [measured, { ...measured, experiencer: 'family' }] }),
      ]),
      MedicalContextAgent: scripted([JSON.stringify({ ...empty, medications: [nonsense] })]),
    });
    const reply = await clinic.ask('My A1c came back at 7.0 today', 'Elena');
    expect(reply.facts).toMatchObject([
      { kind: 'measurement', name: 'hemoglobin A1c (HbA1c)', value: 7, start: 3, end: 23 },
    ]);
    const last = readObservationHistory(clinic.reader('Elena'), { type: '4548-4' }).at(-1);
    expect(last).toMatchObject({ value: 7, unit: '%' });
  });

  test('an extractor that fails or answers nonsense takes nothing from the others', async () => {
    const held = async () => readMedications(clinic.reader('Elena')).length;
    await openWith({ MedicalContextAgent: scripted(['no JSON', 'still no JSON']) });
    const count = await held();
    const reply = await clinic.ask('My weight was 83 kg today. When is my next appointment?', 'Elena');
    expect(reply).toMatchObject({ outcome: 'answered', facts: [{ kind: 'measurement' }] });
    expect(reply.text).toContain('Your next visit is on 8 Dec 2026');
    expect(await held()).toBe(count);
  });

  test('a Cypher that would look beyond the patient is refused, and the model is told the rule', async () => {
    const seen: string[] = [];
    const cypher = scripted((options, turn) => {
      if (turn === 0) return { call: 'query_graph', input: { query: 'MATCH (t:ConditionType) RETURN t.name' } };
      seen.push(JSON.stringify(options.prompt.at(-1)));
      return '{"columns": [], "rows": []}';
    });
    await openWith({ CypherAgent: cypher });
    await clinic.ask('When is my next appointment?', 'Elena');
    expect(seen.join()).toContain('type_direct');
  });
});
