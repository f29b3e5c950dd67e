import { expect, test } from 'vitest';
import { noteUnseen, sinceWhen, stillUnseen, tellUnseen, unseenKeys, unseenOf } from './unseen.ts';

const DAY = 86_400_000;
const START = Date.parse('2027-01-04T08:00:00Z');
const watching = { watches: ['NCT09911999'], addresses: [] };
const missing = [
  { source: 'NCT09911999', reason: 'ClinicalTrials.gov answered 503.', code: 'REMOTE_DOWN' },
  { source: 'PubMed', reason: 'PubMed answered 500.', code: 'REMOTE_DOWN' },
  { source: 'Europe PMC', reason: 'the web is off' },
];

test('what could not be seen is not said to be unchanged, and is told once it lasts; what is off is off by choice', () => {
  const kept = noteUnseen({}, missing, watching, START);
  expect(Object.keys(kept)).toEqual(['NCT09911999', 'PubMed']);
  const unseen = unseenOf(missing, kept, watching);
  expect(tellUnseen(unseen, false)).toEqual([
    '**NCT09911999 could not be looked at (ClinicalTrials.gov answered 503): whether anything changed there since 4 Jan 2027 is not known.**',
  ]);
  expect(unseenKeys(unseen, START + DAY)).toEqual([]);
  const [first] = unseenKeys(unseen, START + 7 * DAY);
  expect(first).toContain('NCT09911999');
  expect(unseenKeys(unseen, START + 15 * DAY)).toHaveLength(2);
  // A week later it is the same loss, and no other news.
  const later = noteUnseen(kept, missing, watching, START + 7 * DAY);
  expect(unseenKeys(unseenOf(missing, later, watching), START + 14 * DAY)[0]).toBe(first);
});

test('seen again, what changed is told from when it was seen last', () => {
  const kept = noteUnseen(noteUnseen({}, missing, watching, START), [], watching, START + 7 * DAY);
  expect(sinceWhen(START + 7 * DAY, kept)).toBe(START);
  expect(stillUnseen(kept)).toEqual({});
  expect(sinceWhen(START + 7 * DAY, stillUnseen(kept))).toBe(START + 7 * DAY);
});
