import { expect, test } from 'vitest';
import { ask } from '../answers/fixture.ts';
import { lengthened, openOwnShort } from './own-short.ts';

const view = {
  medicines: ['drug:metformin', 'drug:pioglitazone', 'drug:levothyroxine', 'drug:levofloxacin'].map((id) => ({
    concepts: [id],
  })),
} as unknown as Parameters<typeof openOwnShort>[0];

test('a word that begins the name of just one own medicine is that name', () => {
  const lengthen = openOwnShort(view);
  expect(lengthened('Metf (diarrhea, 2012), pio (edema)', lengthen).map(({ name }) => name)).toEqual([
    'metformin',
    'pioglitazone',
  ]);
  // Two begin so; an ordinary word; three letters in a sentence; a slip of the last letters.
  expect(lengthened('levo stopped, met with the team, pioglitazon', lengthen)).toEqual([]);
});

test('of a list with a reason each, each is told its own, and a pen is a medicine', () => {
  const said = ask(
    {
      has: ['type 2 diabetes'],
      stopped: ['metformin 500 mg tablet', 'pioglitazone 30 mg tablet', 'dulaglutide 1.5 mg pen'],
      notes: ['Tried/failed: metf IR+XR (diarrhea, 2012), pio (edema +14 lb, 2016), dula (pancreatitis).'],
    } as never,
    'list every diabetes medicine I already tried and why each one was stopped',
  );
  expect(said).toMatch(/3 courses/);
  expect(said.match(/courses/g)).toHaveLength(1);
  expect(said).toMatch(/Metformin[^\n]*diarrhea/);
  expect(said).toMatch(/Pioglitazone[^\n]*edema/);
  expect(said).toMatch(/Dulaglutide[^\n]*pancreatitis/);
});
