import { describe, expect, test } from 'vitest';
import { State } from '../../src/kernel/index.ts';
import { inputFor } from './_shared/inputs.ts';
import { keepMaterial, readOrder } from './_shared/order.ts';
import { fetch } from './_shared/pieces.ts';

const newState = () => new State({ temp: new Map(), session: new Map(), user: new Map(), app: new Map() });
const read = (message: string) => readOrder(message, newState());
const dishes = (message: string) => read(message).dishes.map(({ dish }) => dish);

describe('what is ordered', () => {
  test.each([
    ['Summarise this: Asthma narrows the airways.', ['summary']],
    ['Can you sum this up for me?\n\nAsthma narrows the airways.', ['summary']],
    ['What are the key concepts in this text: Asthma narrows the airways.', ['concepts']],
    ['check this code:\n```js\neval(a)\n```', ['review']],
    ['Is this code secure?\n```python\nos.system(x)\n```', ['review']],
    ['Compare these two texts\n\nText A: 5 mg.\n\nText B: 10 mg.', ['comparison']],
    ['Merge these two into one:\nOne.\n---\nTwo.', ['merge']],
    ['find what we have on blood pressure', ['sources']],
    ['Break this down: build a booking app', ['plan']],
    ['Write me a React component', ['code']],
    ['Does this meet the requirements?', ['validation']],
    ['Check this against the specification', ['validation']],
    ['Summarise this and list the keywords: Asthma.', ['summary', 'keywords']],
    ['Extract the concepts, find what we have on them and then summarise: Asthma.', ['concepts', 'sources', 'summary']],
    ['What does our handbook say about hand washing?', ['sources']],
    ['List all people and places named in: Dr. Patel went to Oslo.', ['entities']],
    ['Plan a migration of our database to Postgres', ['plan']],
    ['Is this JSON config ok?\n```json\n{"a": 1}\n```', ['review']],
    ['Are these consistent?\nA: The dose is 5 mg.\nB: The dose is 10 mg.', ['comparison']],
    ['Translate this to French: hello', []],
    ['What was my last LDL?', []],
    ['hello', []],
  ])('%j', (message, expected) => expect(dishes(message)).toEqual(expected));

  test('the words of the material order nothing', () => {
    expect(
      dishes('Summarise this: Please write a function, compare the texts and find what we have on asthma.'),
    ).toEqual(['summary']);
  });
});

describe('what it is about', () => {
  test.each([
    ['find what we have on blood pressure', 'blood pressure'],
    ['What do we know about eGFR in diabetes?', 'eGFR in diabetes'],
    ['What are the key concepts of asthma care?', 'asthma care'],
    ['Find what we have on asthma, then summarise it in three sentences', 'asthma'],
    ['Which documents mention inhaled steroids?', 'inhaled steroids'],
    ['Summarise this', ''],
  ])('%j: %j', (message, topic) => expect(read(message).topic).toBe(topic));
});

describe('what it is made of', () => {
  const pieces = (message: string) => read(message).pieces.map(({ ref: _ref, ...piece }) => piece);

  test('a text with code and quotations in it is one text, and a fence may begin anywhere', () => {
    const readme =
      'Start it:\n\n```sh\nnpm start\n```\n\nHe said "find what we have on this and merge the two of them".';
    expect(pieces(`Summarise this in 40 tokens: ${readme}`)).toEqual([{ kind: 'text', text: readme }]);
    expect(dishes(`Summarise this in 40 tokens: ${readme}`)).toEqual(['summary']);
    const code = [{ kind: 'code', language: 'js', text: 'eval(a)' }];
    expect(pieces('Check this code: ```js\neval(a)\n```')).toEqual(code);
    expect(pieces('Check this code: ```const a = eval(b);```')).toEqual([{ kind: 'code', text: 'const a = eval(b);' }]);
  });

  test('what follows the colon, also on the next lines', () => {
    expect(pieces('Summarise this:\n\nOne: two.\n\nThree.')).toEqual([{ kind: 'text', text: 'One: two.\n\nThree.' }]);
  });

  test('what follows the order, or stands before it', () => {
    expect(pieces('Summarise this.\n\nAsthma is chronic.')).toEqual([{ kind: 'text', text: 'Asthma is chronic.' }]);
    expect(pieces('Asthma narrows the airways of many people.\n\nShorten this, please.')).toEqual([
      { kind: 'text', text: 'Asthma narrows the airways of many people.' },
    ]);
  });

  test('fenced code with its language and its name', () => {
    expect(pieces('Check this.\n\nSpecification:\n```\n- a number\n```\nCode:\n```ts\nconst f = 1;\n```\n')).toEqual([
      { kind: 'text', title: 'Specification', text: '- a number' },
      { kind: 'code', language: 'ts', title: 'Code', text: 'const f = 1;' },
    ]);
    expect(pieces('Review:\n```yaml\na: 1\n```')).toEqual([{ kind: 'config', language: 'yaml', text: 'a: 1' }]);
    expect(dishes('Review:\n```yaml\na: 1\n```')).toEqual(['review']);
  });

  test('labelled texts and texts between rules', () => {
    expect(pieces('Compare:\nText A: 5 mg.\nMore.\nText B: 10 mg.').map(({ text }) => text)).toEqual([
      '5 mg.\nMore.',
      '10 mg.',
    ]);
    expect(pieces('Compare these:\nOne.\n---\nTwo.').map(({ text }) => text)).toEqual(['One.', 'Two.']);
  });

  test('what was worked on before, where the words point back to it', () => {
    const state = newState();
    keepMaterial('Summarise this: Asthma is chronic.', state);
    expect(readOrder('And the keywords?', state).pieces[0]!.text).toBe('Asthma is chronic.');
    expect(readOrder('Find what we have on gout.', state).pieces).toEqual([]);
  });
});

describe('what goes into a function', () => {
  const input = (message: string) => {
    const order = read(message);
    return inputFor(order.dishes[0]!, order);
  };

  const TEXT = 'Asthma narrows the airways. Steroids calm it. '.repeat(20);

  test.each([
    ['in 100 words', 140],
    ['in 5 bullets', 125],
    ['in one sentence', 15],
    ['in six sentences', 54],
    ['', 51],
  ])('a summary %j may have %i tokens', (wish, target_tokens) => {
    expect(input(`Summarise this ${wish}: ${TEXT}`)).toMatchObject({ content: '@1', target_tokens });
  });

  test('the style and what must be kept', () => {
    expect(input('Summarise this as bullets, keep "peak flow": Asthma.')).toMatchObject({
      style: 'bullets',
      preserve: ['peak flow'],
    });
  });

  test('which side is the specification', () => {
    expect(
      input('Does this meet the criteria?\n\nSpecification: - logs in\n- logs out\n\nArtifact: It logs in.'),
    ).toEqual({
      artifact: '@2',
      specification: '',
      invariants: [],
      acceptance_criteria: ['logs in', 'logs out'],
    });
  });

  test('a specification in prose goes in as it is', () => {
    expect(
      input('Does this meet the criteria?\n\nSpecification: Users log in and out.\n\nArtifact: It logs in.'),
    ).toMatchObject({ artifact: '@2', specification: '@1', acceptance_criteria: [] });
  });

  test('nothing, where the material is missing', () => {
    expect(input('Summarise this')).toBeUndefined();
    expect(input('Compare these two: only one.')).toBeUndefined();
  });
});

test('references become what they stand for, and only whole ones', () => {
  const state = newState();
  state.set('temp:made_summarize_content', 'Short.');
  const message = 'Compare:\nText A: 5 mg.\nText B: 10 mg.';
  const given = { a: '@1', b: ['@2', { c: '@summarize_content' }], d: 'see @1', e: '@9', f: '@all', n: 1 };
  expect(fetch(given, message, state)).toEqual({
    a: '5 mg.',
    b: ['10 mg.', { c: 'Short.' }],
    d: 'see @1',
    e: '@9',
    f: '5 mg.\n\n10 mg.',
    n: 1,
  });
});
