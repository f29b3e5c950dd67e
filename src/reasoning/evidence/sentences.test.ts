import { expect, test } from 'vitest';
import { isSentence, type SentenceKind, sentenceRows } from './sentences.ts';

const rows = (Object.keys(sentenceRows) as SentenceKind[]).flatMap((kind) =>
  sentenceRows[kind].map((row) => ({ kind, ...row })),
);

test.each(rows)('$kind $id: "$example", not "$counter"', ({ kind, example, counter }) => {
  expect(isSentence(kind, example)).toBe(true);
  expect(isSentence(kind, counter)).toBe(false);
});
