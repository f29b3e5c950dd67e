import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { openGateway } from './fixture.ts';

const TEXT =
  '# Zorblax syndrome\n\nZorblax syndrome is a disorder of the quillon duct. Its typical features are fever, itching and a purple tongue. Zorblaxamine 40 mg is given once a day because it opens the duct. Quillonase is preferred over zorblaxamine in children.\n';

test('with a course go the quizzes and marks that quote it, from the disk too; the cards when that is wished', async () => {
  const house = openGateway({ home: tempDir('course-erased') });
  const onDisk = () =>
    readdirSync(house.dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .some((entry) => /zorblax|quillon/i.test(readFileSync(join(entry.parentPath, entry.name), 'latin1')));
  const bring = async () => {
    const query = new URLSearchParams({ title: 'Ducts', name: 'ducts.md' });
    const url = `http://localhost/v1/study/files?${query}`;
    const response = await house.gateway.request(url, { method: 'POST', body: TEXT });
    const { material } = (await response.json()) as { material: { id: string } };
    const quiz = (await house.post('/v1/study/quizzes', { material: material.id, count: 2 })).json;
    const [question] = quiz.questions;
    await house.post(`/v1/study/quizzes/${quiz.id}/answers`, { question: question.id, answer: 'zorblaxamine' });
    return material.id;
  };
  const first = await bring();
  expect((await house.get('/v1/study/quizzes')).text).toMatch(/zorblax/i);
  const made = (await house.post('/v1/study/cards/make', { material: first, count: 2 })).json.cards.length;
  expect(made).toBeGreaterThan(0);
  const kept = await house.delete(`/v1/study/materials/${encodeURIComponent(first)}`);
  expect(kept.json).toEqual({ removed: first, cards_left: made });
  expect((await house.get('/v1/study/quizzes')).text).not.toMatch(/zorblax|quillon/i);
  expect((await house.get('/v1/study/cards')).text).toMatch(/zorblax/i);

  const again = await bring();
  const gone = await house.delete(`/v1/study/materials/${encodeURIComponent(again)}?cards=true`);
  expect(gone.json).toEqual({ removed: again, cards_left: 0 });
  expect((await house.get('/v1/study/cards')).text).not.toMatch(/zorblax|quillon/i);
  expect(onDisk()).toBe(false);
  await house.close();
});
