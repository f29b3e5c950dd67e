/** The judge judges, the sets for learning are sound, and the desk is asked as a clinician would ask it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headlineOf, judge, plainOf } from './judge.ts';
import { openStage } from './play.ts';
import { readPaperSets } from './sets.ts';

const ONE = { must: ['reduc', '0\\.38'], mustNot: ['no (?:effect|difference)'], good: 'It reduced it (OR 0.38).' };

test('all that must be there and nothing that is false is right; a false word makes it wrong whatever else is there', () => {
  expect(judge(ONE, '**Reduced** in a trial (OR 0.38)[^1].\n\n[^1]: No effect of it')).toMatchObject({
    ...{ verdict: 'right', isRightAtOnce: true, missed: [] },
  });
  expect(judge(ONE, 'Reduced, OR 0.38. There was no difference.').verdict).toBe('wrong');
  expect(judge(ONE, 'Reduced in a trial.')).toMatchObject({ verdict: 'empty', missed: ['lacks 0\\.38'] });
});

test('what stands below the first paragraph does not count as said at once', () => {
  expect(judge(ONE, '**Found:** a trial.\n\n- It reduced it (OR 0.38).')).toMatchObject({
    ...{ verdict: 'right', isRightAtOnce: false },
  });
  expect(headlineOf('**One[^2]**\n\ntwo')).toBe('One');
  expect(plainOf('a [^1]\n\n[^1]: b')).toBe('a');
});

test('a denial is false where the good answer has something to say', () => {
  expect(judge(ONE, 'Nothing that was found says so.')).toMatchObject({ verdict: 'empty', isDenied: true });
  const no = { must: ['no (?:paper|source)'], mustNot: [], good: 'No paper speaks of it.' };
  expect(judge(no, 'Nothing that was found says so.').isDenied).toBe(false);
});

test('every question of the sets for learning passes its good answer and fails its bad one', () => {
  for (const { name, faults } of readPaperSets(join(import.meta.dirname, 'train')))
    expect([name, faults]).toEqual([name, []]);
});

test('a question is asked of the papers of its set alone', async () => {
  const stage = await openStage({
    papers: new Map([
      [
        'one.md',
        '# Zorbafen for gout flares: a randomised trial\nJournal: Invented\nDate: 2025-02-01\nAuthors: A\nType: randomised trial\nDOI: 10.5555/zorba\n\nMethods: We randomly assigned 300 adults with gout to zorbafen or placebo. Results: Flares were fewer with zorbafen (12% v 31%; P<0.001). Conclusion: Zorbafen reduced gout flares.\n',
      ],
    ]),
  });
  try {
    expect(headlineOf(await stage.ask('Does zorbafen reduce gout flares?'))).toMatch(/^Yes/);
    expect(await stage.ask('Does tocofen reduce gout flares?')).toMatch(/nothing/i);
  } finally {
    stage.close();
  }
});
