import { describe, expect, test } from 'vitest';
import { readArtifact } from '../artifact.ts';
import { judgeData } from './data.ts';
import { readDemand } from './demand.ts';
import { judgeForm } from './judge.ts';

const form = async (text: string, criterion: string, path?: string) =>
  (await judgeForm((await readArtifact({ artifact: text, path })).artifact, criterion))?.holds;
const data = async (text: string, criterion: string) =>
  judgeData((await readArtifact({ artifact: text, path: 'a.json' })).artifact, criterion)?.holds;

const LIST = '# Plan\n\n1. Pack.\n2. Go.\n3. Rest.\n\nThat is all.\n';

describe('what is asked of the form', () => {
  test.each([
    ['A numbered list of three items', true],
    ['Contains a numbered list of four items', false],
    ['Two sentences, no more', false],
    ['Keep it under 60 words', true],
    ['The first line ends with a full stop', false],
    ['Every line has at most 12 characters', true],
    ['No line is longer than 8 characters', false],
    ['There is a line beginning "That"', true],
    ['No exclamation marks', true],
    ['Contains more than one Markdown heading', false],
    ['No line may be longer than 120 characters', true],
    ['Sentences are no longer than 20 words', true],
    ['Fits on ten lines', true],
    ['Contains neither tables nor images', true],
    ['The text is free of URLs', true],
    ['Has a section headed "Rollback"', false],
    ['Opens with a level-one heading', true],
    ['Must not contain the word "pack"', false],
  ])('%s', async (criterion, holds) => {
    expect(await form(LIST, criterion)).toBe(holds);
  });

  test('a word that was not understood leaves it open', () => {
    for (const one of [
      'Handles up to 1,000 lines of input',
      'Three lines of business',
      'No table was booked',
      'Two steps ahead',
    ])
      expect(readDemand(one)).toBeUndefined();
  });
});

describe('what is asked of data', () => {
  const text = '{"tls": {"enabled": true}, "hosts": [{"name": "a"}, {"name": "b", "port": 80}]}';
  test.each([
    ['The object under `tls` contains a field `enabled` that is a boolean.', true],
    ['`hosts` is an array with exactly two entries.', true],
    ['Each object in `hosts` has the field `port`.', false],
    ['Every element of `hosts` carries a `name`.', true],
    ['There is a top-level field called `port`.', false],
    ['Top level is an array.', false],
    ['`tls` has the keys `enabled` and `version`.', false],
    ['`enabled` is not true.', false],
    ['`port` is present.', true],
    ['`password` is missing.', true],
    ['There is no `tls` field.', false],
    ['The hosts are reachable.', undefined],
  ])('%s', async (criterion, holds) => {
    expect(await data(text, criterion)).toBe(holds);
  });
});

test('cells are parted by what the file parts them by', async () => {
  const people = 'name;phone;aid\nRuth;"079; 12";yes\nAli;;no\nCorinne;078\n';
  expect(await form(people, 'Each row has the same number of columns', 'people.csv')).toBe(false);
  expect(await form(people.replace('078', '078;no'), 'Each row has the same number of columns', 'people.csv')).toBe(
    true,
  );
  expect(await form('a,b\n1,2\n', 'Has two columns', 'a.csv')).toBe(true);
});

test('the title of a plain text is its first line', async () => {
  expect(await form('LEASE OF UNIT 7\n\nIt begins in May.\n', 'The title is in capital letters')).toBe(true);
  expect(await form('Lease of Unit 7\n\nIt begins in May.\n', 'The title is in capital letters')).toBe(false);
});

const MIXED =
  'The kitchen closes at eleven at night, and the label is on the food.\n\nLa porte est fermée à minuit; après cette heure, utilisez le code qui figure sur la clé.\n\nBreakfast is from seven to nine in the hall.\n';

test('a paragraph in another language is seen, one of a few words is none', async () => {
  expect(await form(MIXED, 'The house rules are written in English throughout.')).toBe(false);
  expect(await form(MIXED.replace(/La porte[^\n]*/, 'Bon appétit!'), 'The rules are written in English.')).toBe(true);
});

test('the first line is what stands first, whatever is read of it', async () => {
  expect(await form('<!-- generated -->\n# Plan\n\nGo.\n', 'The very first line is a level-one heading.')).toBe(false);
  expect(await form('# Plan\n\nGo.\n', 'The first line of the file is a level-one heading.')).toBe(true);
});

test('what stands before the noun for the artifact asks nothing', async () => {
  const asked = 'The settings file parses as JSON without an error.';
  expect(await form('{"a": 1,}', asked, 'settings.json')).toBe(false);
  expect(await form('{"a": 1}', asked, 'settings.json')).toBe(true);
  expect(readDemand('The first entry parses as JSON.')).toBeUndefined();
});

test('a field by the kind of its value', async () => {
  const asked = 'The top-level object has a field `retries` whose value is a number.';
  expect(await data('{"retries": "3"}', asked)).toBe(false);
  expect(await data('{"retries": 3}', asked)).toBe(true);
});
