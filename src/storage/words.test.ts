/** Indexes of words stay sound however often what they index is written anew, and hold nothing of what is gone. */
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openShelf } from './rooms/assistant.ts';
import { openArchive } from './rooms/memory.ts';

function open(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  return db;
}

/** The same numbers each time. */
function dice(from = 1): (below: number) => number {
  let at = from;
  return (below) => {
    at = (at * 1_103_515_245 + 12_345) & 0x7fffffff;
    return Math.floor((at / 0x7fffffff) * below);
  };
}

/** As people write: few words often, many seldom; most of it short, one text long. */
const TEXTS = Array.from({ length: 130 }, (_, at) => {
  const next = dice(at === 4 ? 3 : at * 7919 + 5);
  const word = () => `w${Math.floor(4000 * (next(1_000_000) / 1_000_000) ** 3).toString(36)}`;
  return Array.from({ length: at === 4 ? 7000 : [1, 20, 120, 300, 1300][at % 5]! }, word).join(' ');
});

const soundness = (db: DatabaseSync) => db.prepare('PRAGMA quick_check').all();

test('of files', () => {
  const db = open();
  const archive = openArchive(db);
  const next = dice();
  for (let at = 0; at < 500; at++) {
    const key = `notes/${1 + next(140)}.md`;
    const content = Buffer.from(TEXTS[next(130)]!);
    archive.addVersion('space', { path: key, key, content, mtime: at, at, actor: 'ada', action: 'written' });
  }
  expect(soundness(db)).toEqual([{ quick_check: 'ok' }]);
});

test("of a person's own things", () => {
  const db = open();
  const shelf = openShelf(db, { now: () => 0 });
  const next = dice();
  for (let at = 0; at < 500; at++) {
    const id = `n${1 + next(140)}`;
    shelf.put({ user: 'ada', kind: 'note', id, body: {}, text: TEXTS[next(130)]!, what: 'x' });
  }
  // Such an index keeps no text of its own: it is held against what it indexes.
  db.exec("INSERT INTO assistant_words (assistant_words, rank) VALUES ('integrity-check', 1)");
  expect(soundness(db)).toEqual([{ quick_check: 'ok' }]);
});
