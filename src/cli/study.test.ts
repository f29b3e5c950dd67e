/** `consilium study`: from a folder to a quiz, cards, progress and a plan, without talking. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';
import { writeCourse } from '../../test/study/course.ts';

const home = tempDir('cli-study');
const consilium = (...args: string[]) => runHere(['study', ...args, '--home', home]);
const read = async (...args: string[]) => JSON.parse((await consilium(...args, '--json')).out);

describe('learning on the command line', { timeout: 120_000 }, () => {
  test('a folder becomes material, a quiz is made, answered and counted', async () => {
    expect(await read('add', writeCourse(), '--title', 'Renal physiology')).toMatchObject({
      material: { title: 'Renal physiology' },
      skipped: [],
    });
    expect((await consilium('materials')).out).toContain('Renal physiology');
    const quiz = await read('quiz', '--material', 'Renal physiology', '--count', '2');
    expect(quiz.questions).toHaveLength(2);
    expect(JSON.stringify(quiz)).not.toMatch(/"key"|"reason"/);
    const { out } = await consilium('answer', quiz.id, '1A', '2B');
    expect(out.match(/^(?:Right|Wrong)\. /gm)).toHaveLength(2);
    expect(await read('progress')).toMatchObject({ metrics: { answers: 2 } });
  });

  test('cards come from Anki and go there; a plan is made around a calendar', async () => {
    const file = join(tempDir('anki'), 'cards.txt');
    writeFileSync(file, 'What does <b>ADH</b> do?\tIt makes the collecting duct permeable.\n');
    expect(await read('import', file)).toMatchObject({ added: 1 });
    const { cards } = await read('cards', '--due');
    expect(await read('review', cards[0].id, 'good', '--key', 'once-only')).toMatchObject({ counted: true });
    expect(await read('review', cards[0].id, 'good', '--key', 'once-only')).toMatchObject({ counted: false });
    expect((await consilium('export')).out).toContain('permeable');
    const exam = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const { out } = await consilium('plan', '--exam', exam, '--material', 'Renal physiology');
    expect(out).toMatch(/^\d{4}-\d\d-\d\d /);
    expect((await consilium('plan', '--ics')).out).toContain('BEGIN:VCALENDAR');
  });

  test('what cannot be is said, with what to write', async () => {
    expect(await read('plan', '--exam', '2020-01-01')).toMatchObject({ error: { code: 'EXAM_PAST' } });
    expect(await read('review', 'x', 'splendid')).toMatchObject({ error: { hint: expect.stringContaining('good') } });
    expect(await read('import', '/no/such/file')).toMatchObject({ error: { code: 'FILE_UNKNOWN' } });
    expect(await read('quiz', '--material', 'no such thing')).toMatchObject({ error: { code: 'MATERIAL_UNKNOWN' } });
    expect((await consilium('forget')).code).toBe(2);
    expect(await read('forget', '--yes')).toEqual({ forgotten: true });
    expect((await read('export')).log).toEqual([]);
  });
});
