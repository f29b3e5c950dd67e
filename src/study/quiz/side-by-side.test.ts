/** Sections of any field that tell something of several things, and classes with what they count: what is asked, and what is not. */
import { expect, test } from 'vitest';
import { openCorpus } from '../facts/corpus.ts';
import type { Passage, Question, QuestionKind } from '../types.ts';
import { makeQuestions } from './quiz.ts';

const passage = (text: string, id = 'p1', topic = 'Networks'): Passage =>
  ({
    ...{ id, file: 'net.md', title: 'Networks', chapter: `net/${id}`, topic, text, start: 0, end: text.length },
    source: { id, source_type: 'internal_doc', title: 'Networks', excerpt: text },
  }) as unknown as Passage;

async function ask(kinds: readonly QuestionKind[], ...texts: string[]): Promise<Question[]> {
  const passages = texts.map((text, at) => passage(text, `p${at + 1}`));
  return makeQuestions({ corpus: await openCorpus(passages), passages, all: passages, count: 20, kinds, seed: 's' });
}

const CELL = `The nucleus holds the chromosomal DNA. The Golgi apparatus sorts and packs proteins. The lysosome digests worn-out parts.
The peroxisome splits very long fatty acids. The rough reticulum carries ribosomes on its surface.`;

test('a section that tells one thing of each is asked for whose it is, and not matched: what one does others may do as well', async () => {
  expect(await ask(['match'], CELL)).toEqual([]);
  const choices = await ask(['choice'], CELL);
  expect(choices.length).toBeGreaterThan(0);
  for (const { options } of choices) expect(new Set(options.map(({ text }) => text)).size).toBe(4);
});

test('what is said of two of them, or of a wider one, tells none apart', async () => {
  const questions = await ask(
    ['match', 'choice'],
    `Rocks form when molten material cools. Granite rocks form when molten material cools slowly. The slate splits into thin layers.
The shale splits into thin layers too.`,
  );
  expect(questions).toEqual([]);
});

const ORCHESTRA = `The strings are the violin, the viola, the cello and the double bass. The woodwind family includes the flute, the oboe, the
clarinet and the bassoon. Brass instruments are the trumpet, the horn, the trombone and the tuba. The saxophone is not a brass instrument.`;

test('what is not one of a class is what the chapter says not to be one, or one of another class', async () => {
  const questions = await ask(['which_not'], ORCHESTRA);
  expect(questions.map(({ stem }) => stem)).toContain(
    'Which of the following is NOT named among the brass instruments?',
  );
  const brass = questions.find(({ stem }) => stem.includes('brass'));
  expect(brass?.key).toMatchObject({ text: 'Saxophone' });
  expect(brass?.reason).toContain('The saxophone is not a brass instrument.');
  const strings = questions.find(({ stem }) => stem.includes('strings'));
  expect(strings?.key.kind === 'option' && strings.key.text).not.toMatch(/violin|viola|cello|bass$/i);
});

test('of foods and the like there are always more: nothing of another list is said not to be one', async () => {
  const text = 'Common foods are liver, lentils and spinach. Common drinks are milk, tea and lemonade.';
  expect(await ask(['which_not'], text)).toEqual([]);
});

test('an object ends where the next verb begins', async () => {
  const questions = await ask(['short'], 'The smooth endoplasmic reticulum makes lipids and detoxifies drugs.');
  for (const { key } of questions) expect(key).not.toMatchObject({ text: expect.stringContaining('detoxifies') });
});

test('a mineral that is a medicine too does not stand beside medicines in a text on rocks', async () => {
  const questions = await ask(
    ['choice'],
    'Limestone consists mostly of calcium carbonate from the shells of sea creatures.',
  );
  expect(questions.flatMap(({ options }) => options.map(({ text }) => text))).not.toContain('Pantoprazole');
  expect(questions).toEqual([]);
});
