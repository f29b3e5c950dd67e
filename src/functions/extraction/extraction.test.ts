import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument, tidy } from '../../reading/index.ts';
import { openBench } from '../fixture.ts';
import { countTokens } from '../tokens.ts';

interface Output {
  extracted: {
    text: string;
    kind: string;
    confidence: number;
    mentions: number;
    level?: number;
    definition?: string;
  }[];
  raw_positions: { item: number; start: number; end: number; line: number; text: string }[];
  compressed_summary: string;
}

const { functions } = openBench();
const TYPES = ['keywords', 'concepts', 'entities', 'outline'] as const;

async function extract(content: string, extraction_type: string, domain?: string): Promise<Output> {
  const { output } = await functions.run('extract_structure', { content, extraction_type, ...(domain && { domain }) });
  return output as Output;
}

const texts = async (content: string, type: string, domain?: string) =>
  (await extract(content, type, domain)).extracted.map(({ text }) => text);

const RAFT = `# Consensus

Raft is a consensus algorithm that manages a replicated log. A replicated log keeps the state machines of all servers
in step. Leader election chooses one server; the leader then accepts log entries from clients.

## Safety

Log replication is safe as long as a majority of servers answers. A write-ahead log (WAL) makes entries durable.
Leader election takes longer when the network partition lasts. Log replication resumes afterwards.
`;

const NEWS = `On 12 March 2024 Dr. Helena Fischer of the University of Leipzig released toolkit v2.4.1, with help by Acme Corp.
and Margaret Hamilton. Write to h.fischer@example.org or see https://example.org/toolkit?x=1. The call
\`open_store()\` took 35 ms instead of 1,200 ms, a drop of 97%. It reads settings.json and MAX_RETRIES. In 2019 it cost $3.5 million.`;

describe('keywords', () => {
  test('finds the terms of several words that a text keeps coming back to', async () => {
    const found = await texts(RAFT, 'keywords');
    expect(found.slice(0, 8)).toEqual(expect.arrayContaining(['Leader election', 'Log replication']));
    expect(found).not.toContain('the');
    expect(found.map((text) => text.toLowerCase())).not.toContain('election');
  });

  test("a domain's terms rise when that domain is asked for", async () => {
    const content = 'The window panes are here, and gradient descent is there.';
    expect((await texts(content, 'keywords', 'web'))[0]).toBe('window panes');
    expect((await texts(content, 'keywords', 'ai-ml'))[0]).toBe('gradient descent');
  });

  test('addresses are not taken apart', async () => {
    const found = await texts(
      'See https://example.org/deep/path and mail a.b@example.org about caches. Caches help.',
      'keywords',
    );
    expect(found.join(' ')).not.toMatch(/https|example|path/);
    expect(found).toContain('caches');
  });
});

describe('concepts', () => {
  test('what is defined comes first, with its definition; acronyms with their long form', async () => {
    const { extracted } = await extract(RAFT, 'concepts', 'systems');
    const defined = extracted.filter(({ kind }) => kind === 'defined');
    expect(defined.map(({ text }) => text)).toEqual(expect.arrayContaining(['Raft', 'write-ahead log']));
    expect(defined.find(({ text }) => text === 'Raft')?.definition).toContain('is a consensus algorithm');
    expect(extracted[0]!.kind).toBe('defined');
  });

  test('pronouns and half sentences are no concepts', async () => {
    const found = await texts(
      'This is a test. It is the best. There are a few. These are the rules that apply.',
      'concepts',
    );
    expect(found).not.toEqual(expect.arrayContaining(['This']));
    expect(found).not.toEqual(expect.arrayContaining(['It']));
  });
});

describe('entities', () => {
  test('a name does not go on in the next paragraph', async () => {
    const found = await texts('See you there,\n\nAnna\n\n> Is the hall booked?\n\nAnna Berg, Acme Ltd', 'entities');
    expect(found).toContain('Anna Berg');
    expect(found).not.toContain('Anna Is');
  });

  test('finds each kind by how it is written', async () => {
    const { extracted } = await extract(NEWS, 'entities');
    const byKind = (kind: string) => extracted.filter((item) => item.kind === kind).map(({ text }) => text);
    expect(byKind('date')).toEqual(['12 March 2024', '2019']);
    expect(byKind('person')).toEqual(['Helena Fischer', 'Margaret Hamilton']);
    expect(byKind('organization')).toEqual(['University of Leipzig', 'Acme Corp']);
    expect(byKind('version')).toEqual(['v2.4.1']);
    expect(byKind('email')).toEqual(['h.fischer@example.org']);
    expect(byKind('url')).toEqual(['https://example.org/toolkit?x=1']);
    expect(byKind('code')).toEqual(['open_store()', 'settings.json', 'MAX_RETRIES']);
    expect(byKind('quantity')).toEqual(['35 ms', '1,200 ms', '97%', '$3.5 million']);
  });

  test('ordinary words at the start of sentences are nobody', async () => {
    const text =
      'Every morning the river rises. Several people walk there. When rain falls, Nothing Else Matters to them.';
    expect((await extract(text, 'entities')).extracted).toEqual([]);
  });
});

describe('outlines', () => {
  test.each([
    [
      'Markdown',
      '# A\n\ntext\n\n## B\n\n```\n# not this\n```\n\n# C',
      [
        ['A', 1],
        ['B', 2],
        ['C', 1],
      ],
    ],
    [
      'underlined',
      'Title\n=====\n\nText here.\n\nPart\n----\n\nMore.',
      [
        ['Title', 1],
        ['Part', 2],
      ],
    ],
    [
      'reStructuredText',
      'Guide\n=====\n\nIntro\n~~~~~\n\nText.\n\nUse\n~~~\n\nMore.',
      [
        ['Guide', 1],
        ['Intro', 2],
        ['Use', 2],
      ],
    ],
    [
      'HTML',
      '<html><h1>Top</h1><p>x</p><h2 class="a">Sub</h2></html>',
      [
        ['Top', 1],
        ['Sub', 2],
      ],
    ],
    [
      'numbered',
      '1 Introduction\n\nWords follow here.\n\n1.1 Scope\n\nMore words.\n\n2 Method\n\nEnd.',
      [
        ['1 Introduction', 1],
        ['1.1 Scope', 2],
        ['2 Method', 1],
      ],
    ],
    [
      'code',
      "import x from 'y';\n\nexport class Store {\n    get(id) {\n        return id;\n    }\n}\n\nexport function open(path) {\n    return new Store(path);\n}\n",
      [
        ['Store', 1],
        ['get', 2],
        ['open', 1],
      ],
    ],
    [
      'Python',
      'import os\n\nclass Repo:\n    def get(self, id):\n        return id\n\ndef main():\n    return Repo()\n',
      [
        ['Repo', 1],
        ['get', 2],
        ['main', 1],
      ],
    ],
  ] as [string, string, [string, number][]][])('%s', async (_name, content, expected) => {
    const { extracted } = await extract(content, 'outline');
    expect(extracted.map(({ text, level }) => [text, level])).toEqual(expected);
  });

  test('without headings, the places where the subject changes', async () => {
    const cats = 'Cats hunt mice at night. Cats sleep by day. A cat purrs when stroked. Young cats play with mice. ';
    const rust =
      'Rust checks ownership at compile time. The compiler rejects data races. Ownership rules shape Rust code. The Rust compiler is strict. ';
    const { extracted } = await extract(cats.repeat(2) + rust.repeat(2), 'outline');
    expect(extracted.length).toBeGreaterThan(1);
    expect(extracted[0]!.text.toLowerCase()).toMatch(/cat|mice/);
    expect(extracted.at(-1)!.text.toLowerCase()).toMatch(/rust|compiler|ownership/);
  });
});

describe('what holds for every text', () => {
  const bits = [
    'Raft is a log. ',
    'the Leader Election ',
    '# Head\n\n',
    'a@b.org ',
    '12 March 2024 ',
    'x_y ',
    '\n',
    '😀 ',
    'RAG (Retrieval) ',
    '- item\n',
    '```\ncode\n```\n',
    '<h1>T</h1>',
    '5 % ',
    'Dr. Jane Roe ',
  ];
  const content = fc.array(fc.constantFrom(...bits), { minLength: 1, maxLength: 40 }).map((parts) => parts.join(''));

  test.each(TYPES)('every position of %s is where the item stands, on the line it names', async (type) => {
    await fc.assert(
      fc.asyncProperty(content, async (text) => {
        if (text.trim() === '') return;
        const { extracted, raw_positions } = await extract(text, type);
        for (const { item, start, end, line, text: words } of raw_positions) {
          expect(text.slice(start, end)).toBe(words);
          expect(line).toBe(text.slice(0, start).split('\n').length);
          const folded = (one: string) => one.replace(/\s+/g, ' ').toLowerCase().replace(/s\b/g, '').replace(/-/g, ' ');
          const shown = type === 'outline' ? tidy(readDocument(text).words.slice(start, end)) : words;
          expect(folded(shown)).toBe(folded(extracted[item]!.text));
        }
        for (const [index, { confidence }] of extracted.entries()) {
          expect(confidence).toBeGreaterThan(0);
          expect(confidence).toBeLessThan(1);
          expect(raw_positions.some(({ item }) => item === index)).toBe(true);
        }
      }),
      { seed: 5, numRuns: 40 },
    );
  });

  test.each(['a', '.', '(', 'aB', '_a', '<h1 ', 'é'])('a run of "%s" without end is read past', async (sign) => {
    const content = `The cache keeps rows. ${sign.repeat(20_000 / sign.length)} The cache keeps pages.`;
    for (const type of TYPES) expect(await extract(content, type)).toBeDefined();
    expect(await texts(content, 'keywords')).toContain('cache');
  });

  test('the summary has at most 500 tokens and the whole stays within its budget, however long the text', async () => {
    const long = Array.from(
      { length: 400 },
      (_, at) => `## Part ${at}\n\nSubsystem ${at} is a module that handles request number ${at}.`,
    ).join('\n\n');
    for (const type of TYPES) {
      const { output, meta } = await functions.run('extract_structure', { content: long, extraction_type: type });
      expect(countTokens((output as Output).compressed_summary)).toBeLessThanOrEqual(500);
      expect(meta.budget.output.tokens).toBeLessThanOrEqual(2048);
    }
    const { meta } = await functions.run('extract_structure', { content: long, extraction_type: 'outline' });
    expect(meta.warnings.join()).toMatch(/\d+ of 400 items fit/);
  });
});
