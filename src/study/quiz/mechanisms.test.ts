import { expect, test } from 'vitest';
import { openCorpus } from '../facts/corpus.ts';
import type { Passage } from '../types.ts';
import { makeQuestions } from './quiz.ts';

function chapter(topic: string, text: string): Passage {
  const source = { source_type: 'internal_doc', service: 'x', id: topic, title: topic, excerpt: text };
  return {
    id: topic,
    file: 'x.md',
    topic,
    chapter: topic,
    text,
    start: 0,
    end: text.length,
    source,
  } as unknown as Passage;
}

async function matchesOf(passages: Passage[]): Promise<string[]> {
  const corpus = await openCorpus(passages);
  const order = { corpus, passages, all: passages, count: 3, kinds: ['match'] as const, seed: 'x' };
  return (await makeQuestions(order)).map(({ reason }) => reason);
}

test('medicines of one illness are matched where of each is told what it acts on', async () => {
  const [reason = ''] = await matchesOf([
    chapter(
      'Gout',
      'Colchicine binds to tubulin and its first sign of overdose is diarrhoea. Canakinumab is an antibody against interleukin-1β. Febuxostat, a tablet for every day, inhibits xanthine oxidase.',
    ),
  ]);
  expect(reason).toContain('Colchicine: Binds to tubulin');
  expect(reason).toContain('Canakinumab: Is an antibody against interleukin-1β');
  expect(reason).toContain('Febuxostat: Inhibits xanthine oxidase');
});

test('of one class what the one does otherwise the other may do as well', async () => {
  expect(
    await matchesOf([
      chapter(
        'Statins',
        'Simvastatin causes a painful myopathy. Atorvastatin raises the transaminases slightly. Rosuvastatin lowers the triglycerides too little.',
      ),
    ]),
  ).toEqual([]);
});
