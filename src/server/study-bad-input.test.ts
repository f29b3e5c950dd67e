/** What learners bring that is not fit to learn from, over HTTP: each is taken or refused in words, and nothing stands still. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { type Fixture, openGateway } from './fixture.ts';

let house: Fixture;
let large: string;
beforeAll(() => {
  large = join(tempDir('large-course'), 'course');
  mkdirSync(large);
  house = openGateway({ indexRoots: [large] });
});
afterAll(() => house.close());

async function bring(name: string, body: string | Uint8Array<ArrayBuffer>, title: string) {
  const query = new URLSearchParams({ title, name });
  const response = await house.gateway.request(`http://localhost/v1/study/files?${query}`, { method: 'POST', body });
  return { status: response.status, json: (await response.json()) as Record<string, never> };
}

/** One page with a picture on it and no letter. */
function scannedPdf(): Uint8Array<ArrayBuffer> {
  const picture = 'q 500 0 0 700 50 50 cm /Im1 Do Q';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /XObject << /Im1 5 0 R >> >> >>',
    `<< /Length ${picture.length} >>\nstream\n${picture}\nendstream`,
    '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream',
  ];
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, at) => {
    const start = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const end = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

test('a scanned PDF is said to have no text, and makes no course of nothing', async () => {
  const { json } = await bring('scan.pdf', scannedPdf(), 'Scan');
  expect(JSON.stringify(json)).toMatch(/no text|scanned/i);
  const { json: listed } = await house.get('/v1/study/materials');
  expect(listed.materials.map(({ title }: { title: string }) => title)).not.toContain('Scan');
  expect((await house.post('/v1/study/quizzes', { material: 'Scan', count: 3 })).json.error.code).toBe(
    'MATERIAL_UNKNOWN',
  );
});

test('material in another language is read, and that no questions are made of it is said', async () => {
  const text =
    '# Das Herz\n\nDer Sinusknoten ist der Taktgeber des Herzens. Er liegt im rechten Vorhof und schlägt 60- bis 100-mal in der Minute. Die Erregung läuft über den AV-Knoten und das His-Bündel in die Kammern. Der Herzmuskel wird von den Koronararterien versorgt.';
  const { json } = await bring('herz.md', text, 'Herz');
  expect(json).toMatchObject({ material: { passages: 1 } });
  const quiz = await house.post('/v1/study/quizzes', { material: 'Herz', count: 3 });
  expect(JSON.stringify(quiz.json)).toMatch(/language|English|German/i);
});

test('a file of Anki with scripts, links and drawings is brought as plain words, once', async () => {
  const text = [
    '#separator:tab\n#html:true',
    '<img src=x onerror="alert(1)"><b>Renin</b>\t<a href="javascript:alert(2)">from the kidney</a>',
    '<svg onload=alert(3)><style>*{}</style></svg>{{c1::Aldosterone}} keeps sodium\t',
    'ADH<iframe src="https://example.org"></iframe>\tkeeps water',
  ].join('\n');
  const first = await house.post('/v1/study/anki', { text, course: 'hormones' });
  expect([first.status, first.json.added]).toEqual([200, 3]);
  const cards = JSON.stringify((await house.get('/v1/study/cards?course=hormones')).json);
  expect(cards).toContain('Renin');
  expect(cards).not.toMatch(/script|onerror|onload|iframe|<(?:b|a|svg|style|img)\b|alert/i);
  expect((await house.post('/v1/study/anki', { text, course: 'hormones' })).json.added).toBe(0);
  expect((await house.get('/v1/study/anki?course=hormones')).text).not.toMatch(/onerror|iframe|alert/i);
});

test('a card that was rated since it was shown is not counted again under another key', async () => {
  const { json: card } = await house.post('/v1/study/cards', { front: 'GFR?', back: '125 mL/min', course: 'renal' });
  const review = (key: string) => house.post('/v1/study/reviews', { card: card.id, rating: 'good', key, shown: 0 });
  expect((await review('the first key')).json).toMatchObject({ counted: true });
  expect((await review('another key, the same card')).json).toMatchObject({ counted: false });
});

test('a course of 2,000 pages is read, asked about by chapter and as a whole, and explained', async () => {
  for (let part = 0; part < 20; part++) {
    const pages = Array.from({ length: 100 }, (_, at) => {
      const n = part * 100 + at;
      return `## Protein ${n}\n\nProtein ${n}A is an inhibitor of kinase K${n}. Protein ${n}B activates receptor R${n}. The normal concentration of protein ${n}A is ${n + 10} to ${n + 30} mg/L. Lack of protein ${n}B is caused by a mutation of gene G${n}.`;
    });
    writeFileSync(join(large, `part-${part}.md`), `# Part ${part}\n\n${pages.join('\n\n')}\n`);
  }
  const added = await house.post('/v1/study/materials', { title: 'Proteins', paths: [large] });
  expect(added.status).toBe(200);
  expect(added.json.material.passages).toBeGreaterThanOrEqual(2000);
  const quiz = await house.post('/v1/study/quizzes', { material: added.json.material.id, count: 10 });
  expect([quiz.status, quiz.json.questions.length]).toEqual([200, 10]);
  const told = await house.get(
    `/v1/study/explain?${new URLSearchParams({ material: added.json.material.id, topic: 'protein 1234A' })}`,
  );
  expect(JSON.stringify(told.json)).toContain('K1234');
}, 240_000);
