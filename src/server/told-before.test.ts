/** What was told before, elsewhere, counts when the last message asks: at the doors that bring their own history. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { loadDemoPatients } from '../record/index.ts';
import { handleOf } from '../storage/handle.ts';
import { type Fixture, openGateway } from './fixture.ts';

let house: Fixture;
let patients: string[];
beforeAll(async () => {
  house = openGateway({ home: tempDir('told-before') });
  patients = (await loadDemoPatients(handleOf(house.app.home.data)))!.patients.map(({ id }) => id);
});
afterAll(() => house.close());

const TOLD = "I'm allergic to sulfonamides, they gave me a bad rash.";
const ASKED = 'Can I take co-trimoxazole?';

async function overOpenai(before: string[], patient_id?: string): Promise<string> {
  const talk = before.flatMap((content) => [
    { role: 'user', content },
    { role: 'assistant', content: 'Noted.' },
  ]);
  const { json } = await house.post('/v1/chat/completions', {
    ...{ model: 'health', messages: [...talk, { role: 'user', content: ASKED }] },
    ...(patient_id && { metadata: { patient_id } }),
  });
  return json.choices[0].message.content;
}

async function overEnvelope(before: string[], patient_id?: string): Promise<string> {
  const conversation_history = before.map((content) => ({ role: 'user', content }));
  const { json } = await house.post('/a2a', {
    ...{ agent_name: 'health', conversation_id: crypto.randomUUID() },
    input: { action: 'ask', parameters: { message: ASKED } },
    context: { conversation_history, ...(patient_id && { patient_id }) },
  });
  return json.output.text;
}

test.each([
  ['a chat front end', overOpenai],
  ['an envelope', overEnvelope],
])('an allergy in the history of %s is weighed, with a record and without', async (_, ask) => {
  // What the reference says of anybody's allergy stands in every answer; that it is theirs only where it was told.
  const theirs = /must not be taken with sulf\w+.* allergy/i;
  for (const patient of [undefined, patients[0]!]) {
    expect(await ask([TOLD], patient)).toMatch(theirs);
    expect(await ask([], patient)).not.toMatch(theirs);
  }
});
