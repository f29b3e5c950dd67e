import { describe, expect, test } from 'vitest';
import { readDocument, tidy, unitsOf } from './index.ts';

const said = (source: string, path?: string) =>
  unitsOf(readDocument(source, { path })).map(({ kind, text }) => `${kind}: ${text}`);

describe('markup is no word', () => {
  test.each([
    [
      'links',
      'See [the manual](https://x.org "M") and [more][ref].\n\n[ref]: https://y.org',
      ['sentence: See the manual and more.'],
    ],
    ['badges', '[![Build](https://b.svg)](https://ci) ![npm](https://n.svg)\n\nWords.', ['sentence: Words.']],
    ['comments', 'One.\n\n<!-- hidden\n\nstill hidden -->\n\nTwo.', ['sentence: One.', 'sentence: Two.']],
    [
      'anchors',
      '## Use {#use}\n\n<a name="x"></a>It works.[^1]\n\n[^1]: A note here.',
      ['heading: Use', 'sentence: It works.', 'sentence: A note here.'],
    ],
    ['quotes', '> **Note:** in beta\n> for now.', ['sentence: Note: in beta for now.']],
    [
      'emphasis and code',
      'Call `do_it()` with *care* and __thought__, not snake_case.',
      ['sentence: Call do_it() with care and thought, not snake_case.'],
    ],
    ['tables', '| a | b |\n| --- | :-: |\n| 1x | 2y |', ['row: a, b', 'row: 1x, 2y']],
    ['ASCII tables', '+-----+-----+\n| one | two |\n+-----+-----+', ['row: one, two']],
    ['front matter', '---\ntitle: x\n---\n\nText here.', ['sentence: Text here.']],
    [
      'HTML in Markdown',
      '<h1 align="center">Title</h1>\n\n<p>Some <b>bold</b> words &amp; more.</p>',
      ['heading: Title', 'sentence: Some bold words & more.'],
    ],
  ])('%s', (_name, source, expected) => {
    expect(said(source, 'x.md')).toEqual(expected);
  });

  test('HTML: scripts, styles and menus are not read', () => {
    const page =
      '<html><head><title>T</title><style>p{}</style></head><body><nav>Home</nav><h2>Top</h2><p>One &lt; two.</p><ul><li>Item a</li></ul><script>x()</script></body></html>';
    expect(said(page)).toEqual(['heading: Top', 'sentence: One < two.', 'item: Item a']);
  });

  test('reStructuredText: roles, directives and underlines', () => {
    const source =
      'Guide\n=====\n\n.. _label:\n\nUse :func:`open` and `docs <https://x.org>`_.\n\n.. code-block:: python\n\n   x = 1\n\n.. note::\n\n   Mind this.\n';
    expect(said(source, 'x.rst')).toEqual([
      'heading: Guide',
      'sentence: Use open and docs.',
      'code: x = 1',
      'sentence: Mind this.',
    ]);
  });

  test.each([
    ['markdown', '# a\n\n'],
    ['html', '<h2>a</h2>'],
  ] as const)('%s: of headings without number', (format, heading) => {
    const { blocks } = readDocument(heading.repeat(150_000), { format });
    expect([blocks.length, blocks[0]!.level]).toEqual([150_000, 1]);
  });

  test('a place in the words is the same place in the source', () => {
    const source = '# A [b](c) **d**\n\n- x `y`\n';
    const { words } = readDocument(source);
    expect(words).toHaveLength(source.length);
    expect(tidy(words)).toBe('A b d x y');
    expect(words.indexOf('y')).toBe(source.indexOf('y'));
  });
});

test('a numbered title right above its paragraph is a heading, an item that goes on is none', () => {
  const long = 'Jonas reported that the pump at the lower gate has failed three times since April.';
  expect(said(`Minutes\n\n1. Pump\n${long}\n\n2. Water budget\n${long}\n`)).toEqual([
    'sentence: Minutes',
    'heading: 1. Pump',
    `sentence: ${long}`,
    'heading: 2. Water budget',
    `sentence: ${long}`,
  ]);
  expect(said('1. Add salt\nand stir.\n2. Serve\n')[0]).toMatch(/^item/);
});
