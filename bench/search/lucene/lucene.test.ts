import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readBeir, readQuestions } from '../../../src/search/eval/sets.ts';
import { openSearch } from '../../../src/search/index.ts';
import { BM25 } from '../../../src/search/keyword/postings.ts';
import { loadSynonyms } from '../../../src/search/keyword/synonyms.ts';
import { knowledgeVolumes } from '../../../src/search/knowledge.ts';
import { writeSet } from './beir.ts';
import { openLucene, readRanked } from './lucene.ts';
import { readPage } from './manual.ts';
import { indexKeywords, noSynonyms } from './ours.ts';
import { readPackages } from './packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-lucene-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('where Lucene is missing, it is said how to get it', () => {
  expect(() => openLucene(folder)).toThrow(
    expect.objectContaining({
      code: 'LUCENE_MISSING',
      hint: expect.stringContaining('apt-get install liblucene8-java'),
    }),
  );
});

test('what the Java program prints is read: settings, times in milliseconds, documents with scores', () => {
  const ranked = readRanked(
    'indexed 12\nsetting 0.9/0.4\nfound 1500000 3:2.5 1:0.25\nfound 10\nsetting 1.2/0.75\nfound 5 0:1\n',
  );
  expect(ranked.indexMs).toBe(12);
  expect(ranked.settings.get('0.9/0.4')).toEqual([
    { docs: [3, 1], scores: [2.5, 0.25], ms: 1.5 },
    { docs: [], scores: [], ms: 1e-5 },
  ]);
  expect(ranked.settings.get('1.2/0.75')).toEqual([{ docs: [0], scores: [1], ms: 5e-6 }]);
});

test('what is measured here ranks as the service does', async () => {
  const passages = knowledgeVolumes().flatMap((volume) => volume.passages);
  const index = indexKeywords(passages, BM25);
  const synonyms = loadSynonyms();
  const search = openSearch({ dir: join(folder, 'home'), embeddings: false });
  try {
    for (const { text } of (readQuestions()[0]?.queries ?? []).slice(0, 30)) {
      const { hits } = await search.search({ query: text, scopes: ['knowledge'], match: 'keyword', top: 20 });
      const { docs } = index.ask(text, 20, synonyms);
      expect(docs.map((doc) => passages[doc]?.key)).toEqual(hits.map(({ id }) => id));
    }
  } finally {
    await search.close();
  }
});

test('synonyms are what their absence leaves out', () => {
  const index = indexKeywords([{ title: '', text: 'myocardial infarction' }], BM25);
  expect(index.ask('heart attack', 5, noSynonyms).docs).toEqual([]);
  expect(index.ask('heart attack', 5, loadSynonyms()).docs).toEqual([0]);
});

describe('manual pages', () => {
  const long =
    'Prints the words of each file, one after another, until there are no more of them to be printed. '.repeat(3);

  test('in man: purpose, body without NAME and SEE ALSO, related pages', () => {
    const page = readPage(
      [
        '.\\" a comment',
        '.TH CAT 1',
        '.SH NAME',
        'cat \\- concatenate \\fIfiles\\fR and print',
        '.SH DESCRIPTION',
        '.PP',
        long,
        '.TP',
        '\\fB\\-n\\fR, \\fB\\-\\-number\\fR',
        'number all \\(aqlines\\(aq',
        '.SH "SEE ALSO"',
        '.BR tac (1),',
        '\\fBopen\\fR(2), cat(1)',
      ].join('\n'),
    );
    expect(page?.purpose).toBe('concatenate files and print');
    expect(page?.body).toContain("-n, --number\nnumber all 'lines'");
    expect(page?.body).not.toMatch(/concatenate|tac|comment/);
    expect(page?.related).toEqual(['tac(1)', 'open(2)', 'cat(1)']);
  });

  test('in mdoc', () => {
    const page = readPage(
      [
        '.Sh NAME',
        '.Nm ssh',
        '.Nd remote login client',
        '.Sh DESCRIPTION',
        long,
        '.Sh SEE ALSO',
        '.Xr scp 1 ,',
        '.Xr sshd 8',
      ].join('\n'),
    );
    expect(page).toMatchObject({ purpose: 'remote login client', related: ['scp(1)', 'sshd(8)'] });
  });

  test('a page that only points to another is none, nor one that says next to nothing', () => {
    expect(readPage('.so man3/printf.3\n')).toBeUndefined();
    expect(readPage('.SH NAME\nx \\- a thing\n.SH DESCRIPTION\nshort\n')).toBeUndefined();
  });
});

test("Debian's descriptions: one line and the rest, the same words only once", () => {
  const list = `Package: a
Description-md5: 1
Description-en: first of two
 Long words about it.
 .
 And more.

Package: b
Description-en: second of two
 Long words about it.
 .
 And more.

Package: c
Description-en: nothing more is said

`;
  expect(readPackages(list)).toEqual([
    { name: 'a', synopsis: 'first of two', description: 'Long words about it.\n\nAnd more.' },
  ]);
});

test("a set that is written is read again as BEIR's, queries without an answer left out", async () => {
  const documents = [
    { _id: 'd1', title: '', text: 'one "quoted"' },
    { _id: 'd2', title: '', text: 'two' },
  ];
  const queries = [
    { _id: 'to d1', text: 'first' },
    { _id: 'q', text: 'no answer' },
  ];
  writeSet(join(folder, 'tiny'), documents, queries, (query) => (query === 'to d1' ? ['d1', 'd2'] : []));
  const [set] = await readBeir(join(folder, 'tiny'));
  expect(set?.queries).toEqual([
    {
      id: 'to d1',
      text: 'first',
      judged: new Map([
        ['d1', 1],
        ['d2', 1],
      ]),
    },
  ]);
  expect(
    readFileSync(join(folder, 'tiny/corpus.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(documents);
});
