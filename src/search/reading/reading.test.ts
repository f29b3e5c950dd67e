import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDocument } from '../../reading/index.ts';
import { readIgnore } from './ignore.ts';
import { findRepository, type Passage, readPassages } from './index.ts';
import { splitText } from './split.ts';

const repository = { name: 'clinic', root: '/r', commit: 'a'.repeat(40) };
const read = async (name: string, content: string | Buffer) =>
  await readPassages(Buffer.from(content), { path: `/r/${name}`, name, mtime: Date.UTC(2026, 0, 2), repository });
const passagesOf = async (name: string, content: string | Buffer) => (await read(name, content)) as Passage[];

describe('Markdown', () => {
  test('front matter says what the source is', async () => {
    const book =
      '---\nsource_type: book\ntitle: Heart\nauthor: A. Writer\npublisher: House\nyear: 2020\npages: 3-9\n---\n# One\ntext\n';
    expect((await passagesOf('b.md', book))[0]?.source).toEqual({
      ...{ source_type: 'book', title: 'Heart', author: 'A. Writer', publisher: 'House', year: 2020, pages: '3-9' },
    });
    const article = '---\nsource_type: journal\nauthors: [A, B]\njournal: BMJ\nyear: "2021"\ndoi: 10.1/x\n---\ntext';
    expect((await passagesOf('j.md', article))[0]?.source).toMatchObject({
      ...{ source_type: 'journal', authors: ['A', 'B'], journal: 'BMJ', year: 2021, doi: '10.1/x' },
    });
    const page = '---\nsource_type: web\nurl: https://x.org/a\ndate: 2024-05-06\n---\ntext';
    expect((await passagesOf('w.md', page))[0]?.source).toMatchObject({
      source_type: 'web',
      url: 'https://x.org/a',
      date: '2024-05-06',
    });
  });

  test('front matter that makes no sense is no reason to lose the text', async () => {
    for (const matter of ['a: [', 'source_type: novel', 'source_type: web', '&a [*a, *a]', 'year: soon'])
      expect((await passagesOf('x.md', `---\n${matter}\n---\ntext`))[0]).toMatchObject({
        text: 'text',
        source: { source_type: 'internal_doc', service: 'clinic', date: '2026-01-02' },
      });
  });

  test('headings nest, and what looks like one inside a code block is none', async () => {
    const passages = await passagesOf('x.md', '# A\none\n## B\ntwo\n```\n# not a heading\n```\n# C\nthree\n');
    expect(passages.map(({ title, text }) => [title, text])).toEqual([
      ['A', 'one'],
      ['A › B', 'two\n```\n# not a heading\n```'],
      ['A › C', 'three'],
    ]);
  });
});

test('code is cut where definitions begin, with lines, repository and commit', async () => {
  const body = Array.from({ length: 12 }, (_, i) => `  const step${i} = compute(${i}, 'some words');`).join('\n');
  const code = `import x from 'y';\n\n/** Adds. */\nexport function add(): void {\n${body}\n}\n\nclass Basket {\n${body}\n}\n`;
  const passages = await passagesOf('src/add.ts', code);
  expect(passages.map(({ title, lines }) => [title, lines])).toEqual([
    ['src/add.ts add', '1-17'],
    ['src/add.ts Basket', '19-32'],
  ]);
  expect(passages[0]?.source).toEqual({
    ...{ source_type: 'code', title: 'add', repo: 'clinic', file_path: 'src/add.ts', line_range: '1-17' },
    commit_hash: 'a'.repeat(40),
  });
});

test('a JSON Schema is cited as one with its version, other JSON is text', async () => {
  const schema = JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Dose',
    version: '1.2.0',
    type: 'object',
  });
  expect((await passagesOf('dose.json', schema))[0]?.source).toEqual({
    ...{ source_type: 'schema', title: 'Dose', repo: 'clinic', file_path: 'dose.json', version: '1.2.0' },
  });
  for (const other of ['{"properties":1}', '{"a": [1, 2]}', '{"$schema": broken'])
    expect((await passagesOf('other.json', other))[0]?.source.source_type).toBe('internal_doc');
});

describe('HTML', () => {
  test('words without scripts and styles, title and address', async () => {
    const html =
      '<!doctype html><title>A &amp; B</title><link rel="canonical" href="https://x.org/p"><meta name=author content="N. N.">' +
      '<style>p{color:red}</style><script>alert("x < y")</script><p>Dose &lt; 5&nbsp;mg<br>twice</p><!-- hidden --><p>caf&eacute;</p>';
    const [passage] = await passagesOf('p.html', html);
    expect(passage).toMatchObject({
      title: 'A & B',
      text: 'Dose < 5 mg\ntwice\ncafé',
      source: { source_type: 'web', url: 'https://x.org/p', author: 'N. N.', accessed: '2026-01-02' },
    });
  });

  test('a section is a passage under its heading; menus and what has no words are none', async () => {
    const html =
      '<html><head><title>Leaflet</title></head><body><nav>Home | Shop</nav><h1>Leaflet</h1><p>Read it.</p>' +
      '<h2 id="d">Dose</h2><p>Take one tablet.</p><p>***</p><a name="x"></a></body></html>';
    const passages = await passagesOf('leaflet.html', html);
    expect(passages.map(({ title, text }) => [title, text])).toEqual([
      ['Leaflet', 'Leaflet\nRead it.'],
      ['Leaflet › Dose', 'Dose\nTake one tablet.'],
    ]);
    expect(html.slice(passages[1]!.start)).toMatch(/^Dose/);
  });

  test('whatever the markup, reading it ends', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '<p',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '"',
      'word',
      '&#x;',
      '<a href="',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const page = pieces.join('');
        expect(readDocument(page, { format: 'html' }).words).toHaveLength(page.length);
      }),
      { seed: 1 },
    );
  });

  test('a script between whole tags is never shown', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<div class="a>b">',
      '<br/>',
      'word',
      '&lt;',
      '<!-- x -->',
      '<svg></svg>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const page = `${pieces.join('')}<script>evil(1)</script>`;
        expect(readDocument(page, { format: 'html' }).words).not.toContain('evil');
      }),
      { seed: 1 },
    );
  });
});

test('a PDF is read page by page', async () => {
  const passages = await passagesOf('paper.pdf', makePdf(['Aspirin on page one', 'Warfarin on page two']));
  expect(passages.map(({ text, source }) => [text, source])).toEqual([
    ['Aspirin on page one', { source_type: 'book', title: 'paper.pdf', pages: '1' }],
    ['Warfarin on page two', { source_type: 'book', title: 'paper.pdf', pages: '2' }],
  ]);
});

test('text in older encodings is read', async () => {
  expect((await passagesOf('l.txt', Buffer.from('Gef\xe4\xdf', 'latin1')))[0]?.text).toBe('Gefäß');
  expect((await passagesOf('u.txt', Buffer.from('\ufeffGefäß', 'utf16le')))[0]?.text).toBe('Gefäß');
});

test('passages cover every word of a text, in order, none too long', () => {
  const piece = fc.constantFrom('word', 'longerword', '. ', ' ', '\n', '\n\n', '😀', 'x'.repeat(50));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
      const text = pieces.join('');
      const spans = splitText(text, 0, text.length, 120);
      expect(
        spans
          .map(({ start, end }) => text.slice(start, end))
          .join('')
          .replace(/\s/g, ''),
      ).toBe(text.replace(/\s/g, ''));
      for (const { start, end } of spans) {
        expect(end - start).toBeLessThanOrEqual(160);
        expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
      }
    }),
    { seed: 1 },
  );
});

test.each([
  ['*.log', 'a/b.log', false, true],
  ['/build', 'build', true, true],
  ['/build', 'a/build', true, undefined],
  ['build/', 'build', false, undefined],
  ['a/**/z', 'a/b/c/z', false, true],
  ['**/tmp', 'x/tmp', true, true],
  ['*.log\n!keep.log', 'keep.log', false, false],
  ['a?c', 'abc', false, true],
  ['[ab].txt', 'b.txt', false, true],
  ['# note', '# note', false, undefined],
  ['a.c', 'abc', false, undefined],
  [`${'*a'.repeat(40)}b`, 'a'.repeat(200), false, undefined],
])('.gitignore %j and %s', (rules, path, isFolder, verdict) => {
  expect(readIgnore(rules)(path, isFolder)).toBe(verdict);
});

describe('repositories', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'search-git-'));
    mkdirSync(join(root, 'repo/.git/refs/heads'), { recursive: true });
    mkdirSync(join(root, 'repo/src'));
    writeFileSync(join(root, 'repo/.git/HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(root, 'repo/.git/config'), '[remote "origin"]\n\turl = git@host:team/clinic.git\n');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('name and commit come from the .git folder', () => {
    writeFileSync(join(root, 'repo/.git/packed-refs'), `# packed\n${'b'.repeat(40)} refs/heads/main\n`);
    expect(findRepository(join(root, 'repo/src'))).toEqual({
      name: 'clinic',
      root: join(root, 'repo'),
      commit: 'b'.repeat(40),
    });
    writeFileSync(join(root, 'repo/.git/refs/heads/main'), `${'c'.repeat(40)}\n`);
    expect(findRepository(join(root, 'repo/src')).commit).toBe('c'.repeat(40));
    writeFileSync(join(root, 'repo/.git/HEAD'), 'ref: refs/../../secret\n');
    expect(findRepository(join(root, 'repo/src')).commit).toBeUndefined();
  });
});

/** A small PDF, written by hand: one page a text. */
function makePdf(texts: readonly string[]): string {
  const pages = texts.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, i) => {
      const stream = `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`;
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`;
}
