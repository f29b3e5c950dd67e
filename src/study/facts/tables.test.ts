import { expect, test } from 'vitest';
import { makeCards } from '../making-cards.ts';
import { makeQuestions } from '../quiz/quiz.ts';
import type { Passage, QuestionKind } from '../types.ts';
import { openCorpus } from './corpus.ts';
import { readTables } from './tables.ts';

const passage = {
  ...{ id: 'p', material: 'm', chapter: '1', chapter_title: 'Transport', topic: 'Transport' },
  text: [
    '| Segment | Main transporter | Note |',
    '',
    '| Thick ascending limb | NKCC2 | yes |',
    '| Distal convoluted tubule | NCC | yes |',
    '| Collecting duct | ENaC | no |',
    '| Proximal tubule | SGLT2 | no |',
  ].join('\n'),
  source: { id: 'p', source_type: 'internal_doc', title: 'Transport', service: 'course' },
} as unknown as Passage;

test('a table is read by its columns, without those that tell nothing apart', () => {
  expect(readTables(passage).map(({ head, rows }) => [head, rows.length])).toEqual([['Main transporter', 4]]);
});

test('where its lines tell of the things above them, a table is of those things', () => {
  const text = [
    '| Feature | Delirium | Dementia | Depression |',
    '',
    '| Onset | hours to days | months to years | weeks |',
    '| Attention | impaired | normal at first | slightly reduced |',
  ].join('\n');
  const [onset] = readTables({ ...passage, text });
  expect(onset?.head).toBe('Onset');
  expect(onset?.rows.map(({ subject, value }) => [subject, value])).toEqual([
    ['Delirium', 'hours to days'],
    ['Dementia', 'months to years'],
    ['Depression', 'weeks'],
  ]);
  expect(onset?.rows[0]?.words).toBe('| Onset | hours to days | months to years | weeks |');
});

test('its rows are asked about, matched and learned; the others are what is wrong', async () => {
  const corpus = await openCorpus([passage]);
  const ask = (kind: QuestionKind) =>
    makeQuestions({ corpus, passages: [passage], all: [passage], count: 9, kinds: [kind], seed: 'x' });
  const choices = await ask('choice');
  const limb = choices.find(({ stem }) => stem.startsWith('Thick ascending limb'));
  expect(limb?.key).toMatchObject({ text: 'NKCC2' });
  expect(limb?.options.map(({ text }) => text).sort()).toEqual(['ENaC', 'NCC', 'NKCC2', 'SGLT2']);
  const [match] = await ask('match');
  expect(match?.items).toHaveLength(4);
  const shorts = (await ask('short')).map(({ stem }) => stem);
  expect(shorts).toContain('Collecting duct: what is its “main transporter”?');
  expect(makeCards(corpus, [{ passages: [passage] }], 9, 'x').map(({ front }) => front)).toContain(
    'Proximal tubule: main transporter?',
  );
});

test('a name that the course gives once is asked for by its definition', async () => {
  const prose = {
    ...passage,
    text: 'Gitelman syndrome is an inherited defect of the transporter in the distal tubule that mimics the chronic use of thiazides. The kidneys of these patients lose salt, and the blood pressure is low.',
  };
  const order = { corpus: await openCorpus([prose]), passages: [prose], all: [prose], count: 3, seed: 'x' };
  const [asked] = await makeQuestions({ ...order, kinds: ['short'] });
  expect(asked?.key).toMatchObject({ text: 'Gitelman syndrome' });
});

const tests = {
  ...passage,
  text: [
    '| Pattern | TSH | Free T4 |',
    '',
    '| Primary hypothyroidism | high | low |',
    '| Subclinical hypothyroidism | high | normal |',
    '| Primary hyperthyroidism | low | high |',
    '| Subclinical hyperthyroidism | low | normal |',
  ].join('\n'),
};

test('where values repeat, the row is asked for by all that is said of it', async () => {
  const corpus = await openCorpus([tests]);
  const order = { corpus, passages: [tests], all: [tests], count: 9, seed: 'x' };
  const asked = await makeQuestions({ ...order, kinds: ['choice'] });
  const stems = new Map(asked.map(({ stem, key }) => [stem, key]));
  expect(stems.get('Which of the following has: TSH high; free T4 normal?')).toMatchObject({
    text: 'Subclinical hypothyroidism',
  });
});

test('a figure stands beside figures of its unit, and a row that is an adjective has its noun', async () => {
  const ranges = {
    ...passage,
    text: '| Carcinoma | Share |\n\n| Papillary | 80 % |\n| Follicular | 10 % |\n| Medullary | 4 % |\n| Anaplastic | 20 s |\n| Other | 2 % |',
  };
  const [column] = readTables(ranges);
  expect(column?.rows.map(({ subject }) => subject)).toContain('Papillary carcinoma');
  const corpus = await openCorpus([ranges]);
  const order = { corpus, passages: [ranges], all: [ranges], count: 9, seed: 'x' };
  const asked = await makeQuestions({ ...order, kinds: ['choice', 'match'] });
  const beside = asked.filter(({ stem }) => !stem.startsWith('Anaplastic')).flatMap(({ options }) => options);
  expect(beside.map(({ text }) => text)).not.toContain('20 s');
});

test('the short form of a genus is the name of a row', () => {
  const text =
    '| Species | Snail |\n\n| S. haematobium | Bulinus |\n| S. mansoni | Biomphalaria |\n| S. japonicum | Oncomelania |';
  expect(readTables({ ...passage, text }).map(({ rows }) => rows.length)).toEqual([3]);
});
