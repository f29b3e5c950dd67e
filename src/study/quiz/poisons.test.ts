/** A course on poisons, asked as an examiner would: of what, under which heading, and with no answer in the question. */
import { beforeAll, expect, test } from 'vitest';
import { openCorpus } from '../facts/corpus.ts';
import type { Passage, Question } from '../types.ts';
import { makeQuestions } from './quiz.ts';

const CHAPTERS: Readonly<Record<string, string>> = {
  Salicylate:
    'Salicylate uncouples oxidative phosphorylation. Tinnitus, vomiting and hyperventilation are early signs. It is found in many ointments.',
  'Anticholinergic toxidrome':
    'Tachycardia, dry skin, mydriasis and delirium are its signs. Bowel sounds are absent. The urine is retained for hours.',
  'Sympathomimetic toxidrome':
    'Beta blockers alone are avoided, since unopposed alpha stimulation may follow. Cooling comes before everything else.',
  'Beta blockers':
    'Glucagon is the antidote of beta blockers. Propranolol blocks sodium channels; sotalol prolongs the QT interval. Potassium and glucose are checked every 30 minutes during it.',
  Digoxin: 'Digoxin inhibits the Na-K-ATPase of the myocardium. The rhythm is watched for a day.',
  Organophosphates:
    'Organophosphates inhibit acetylcholinesterase irreversibly. The bond between organophosphates and the enzyme ages.',
  Iron: 'Iron poisoning has five stages: gastrointestinal, latent, shock, hepatic failure and scarring. Desferrioxamine chelates the iron of the plasma.',
  Naloxone:
    'Naloxone displaces morphine from the mu receptor. The starting dose of naloxone is 40 micrograms in people who depend on opioids.',
};

let questions: Question[];
const stems = () => questions.map(({ stem }) => stem);

beforeAll(async () => {
  const passages = Object.entries(CHAPTERS).map(([topic, text], at) => ({
    ...{ id: `p${at}`, material: 'm', chapter: `1.${at + 1}`, chapter_title: topic, topic, text },
    source: { source_type: 'internal_doc', id: `p${at}`, service: 'm' },
  })) as Passage[];
  const corpus = await openCorpus(passages);
  const asked = (['choice', 'which_not', 'short', 'cloze'] as const).map((kind) =>
    makeQuestions({ corpus, passages, all: passages, count: 40, kinds: [kind], seed: 'a' }),
  );
  questions = (await Promise.all(asked)).flat();
});

test('signs under the name of a substance are asked under it, and not of it', () => {
  expect(stems()).toContain('Salicylate: What are the signs that the material names?');
  expect(stems().filter((stem) => /signs of salicylate/i.test(stem))).toEqual([]);
});

test('"its signs" are those of what the heading names', () => {
  expect(stems()).toContain('Anticholinergic toxidrome: What are the signs that the material names?');
});

test('why a thing is avoided is asked with in what', () => {
  expect(stems()).toContain('Sympathomimetic toxidrome: Why should beta blockers alone be avoided?');
});

test('what a sentence says of something that stands elsewhere is not asked', () => {
  expect(stems().filter((stem) => /during it/.test(stem))).toEqual([]);
});

test('a word that the text writes small is small in a question, and how it is done is no part of the answer', () => {
  const asked = questions.find(({ stem }) => stem === 'What do organophosphates inhibit?');
  expect(asked?.key).toMatchObject({ text: 'acetylcholinesterase' });
});

test('what can be counted in the question, and of whom something is told, is not asked', () => {
  expect(stems().filter((stem) => /____ stages/.test(stem))).toEqual([]);
  const keys = questions.map(({ key }) => ('text' in key ? key.text.toLowerCase() : ''));
  expect(keys.filter((key) => key === 'opioids')).toEqual([]);
});

test('a chapter with one statement has a choice: what the material says of it, among what it says of others of its kind', () => {
  const told = questions.filter(({ stem }) => stem.startsWith('Which of the following does the material say of '));
  expect(told.length).toBeGreaterThan(0);
  const digoxin = told.find(({ stem }) => stem.includes('digoxin'));
  expect(digoxin?.key).toMatchObject({ kind: 'option', text: 'Inhibits the Na-K-ATPase of the myocardium' });
  expect(digoxin?.options).toHaveLength(4);
});
