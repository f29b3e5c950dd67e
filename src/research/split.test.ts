import { expect, test, vi } from 'vitest';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { asideIn, requestsIn } from './split.ts';
import { topicOf } from './topic.ts';

test.each<[string, string[]]>([
  [
    'Follow colchicine for gout, and also high-flow oxygen in bronchiolitis; monthly, tell me only if a guideline changes.',
    [
      'Follow colchicine for gout. monthly, tell me only if a guideline changes.',
      'High-flow oxygen in bronchiolitis. monthly, tell me only if a guideline changes.',
    ],
  ],
  ['Colchicine for gout and riluzole for ALS, weekly', ['Colchicine for gout. weekly', 'Riluzole for ALS. weekly']],
  ['Look into gout. Also, follow rheumatoid arthritis.', ['Look into gout.', 'Follow rheumatoid arthritis.']],
  ['Depression and anxiety in teenagers', ['Depression and anxiety in teenagers']],
  ['Colchicine for gout and for pericarditis', ['Colchicine for gout and for pericarditis']],
  [
    'Does it help in gout? Weekly; tell me only if a trial appears.',
    ['Does it help in gout? Weekly; tell me only if a trial appears.'],
  ],
])('%s', (message, requests) => expect(requestsIn(message)).toEqual(requests));

test('a verb is no part of a name', () => {
  expect(topicOf('Follow zorbanib in lung cancer').label).toBe('Zorbanib and lung cancer');
});

test.each([
  ['Does renal denervation lower blood pressure?', 'Renal denervation'],
  ['Does embolic protection prevent stroke during TAVR?', 'Embolic protection'],
  ['Follow tarlosetinib in exon 20 lung cancer, weekly', 'Tarlosetinib and lung cancer'],
  ['The evidence for vagus nerve stimulation in epilepsy', 'Vagus nerve stimulation and epilepsy'],
  ['Prevention of flares in gout', 'Flares in gout'],
  ['Duchenne, weekly until the readout of vamorolone', 'Duchenne'],
])('%s is about %s', (text, label) =>
  expect(topicOf(text).label.toLowerCase()).toContain(label.toLowerCase().split(' in ').at(-1)!));

test('what is asked of the desk is found behind any number of sentences, without a look at what they are about', () => {
  const asked = 'Does orvanib improve pain in angioedema? '.repeat(80);
  const find = vi.spyOn(openCatalogue(), 'find');
  try {
    expect(asideIn(asked)).toEqual({ request: asked });
    expect(asideIn(`${asked}Then tell me which agents there are.`)).toMatchObject({ aside: 'about agents' });
    expect(find).not.toHaveBeenCalled();
  } finally {
    find.mockRestore();
  }
});

test('what is said twice is one subject', () => {
  const { subjects } = topicOf('Does orvanib improve pain in angioedema? '.repeat(8));
  const said = subjects.map(({ text }) => text.toLowerCase());
  expect(new Set(said).size).toBe(said.length);
});
