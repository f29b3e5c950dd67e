import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { ask } from './fixture.ts';
import { remedies } from './remedies.ts';

test('every row is about complaints and medicines that the catalogue knows, and names a kind of medicine in words', () => {
  const catalogue = openCatalogue();
  for (const { for: complaints, take, called } of remedies) {
    for (const id of [...complaints, ...take]) expect(catalogue.get(id), id).toBeDefined();
    if (complaints.some((id) => id.startsWith('class:'))) expect(called).toBeDefined();
  }
  const all = remedies.flatMap((row) => row.for);
  expect(new Set(all).size).toBe(all.length);
});

test('what can be taken is weighed against the record, each by itself', () => {
  const said = ask(
    { age: 60, has: ['chronic kidney disease'], takes: ['losartan'] },
    'I have a sore throat, what can I take?',
  );
  expect(said).toMatch(/^For sore throat paracetamol/);
  expect(said).toMatch(/(?:Not ibuprofen|Ibuprofen only after asking): .*(?:kidney|losartan)/i);
  expect(said).toContain('When to be seen: drooling');
});

test('nothing in the record speaks against it: both are named, with no invented worry', () => {
  const said = ask({ age: 30 }, 'What can I take for a headache?');
  expect(said).toMatch(/^For headache paracetamol \(acetaminophen\) and ibuprofen are usual/);
  expect(said).not.toMatch(/only after asking|^Not /m);
});

test('an allergy to what is usual is told', () => {
  const said = ask({ age: 30, allergic: ['ibuprofen'] }, 'Which painkiller is best for me?');
  expect(said).toMatch(/^For pain paracetamol/);
  expect(said).toMatch(/Not ibuprofen gel and ibuprofen: your record lists an allergy to ibuprofen/);
});

test('a child is offered nothing that is for adults, and a dose by weight', () => {
  const said = ask({ age: 6 }, 'What can I give her for a cough?');
  expect(said).not.toMatch(/guaifenesin|dextromethorphan/i);
  expect(said).toContain('by weight');
});

test('a question that follows what is told without a stop keeps its first word', () => {
  expect(ask({ age: 30 }, 'my head hurts what can i take')).toMatch(/For headache paracetamol/);
});

test('what is taken for a condition is still a list, not a remedy', () => {
  expect(ask({ age: 60, has: ['hypertension'], takes: ['losartan'] }, 'What do I take for blood pressure?')).toMatch(
    /losartan/i,
  );
});
