import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConsiliumError } from '../../kernel/index.ts';
import { openBench } from '../fixture.ts';
import { countTokens } from '../tokens.ts';

interface Output {
  summary: string;
  invariants: string[];
  compression_ratio: number;
  audit_hash: string;
  footnotes?: string[];
}

const { functions } = openBench();

async function summarize(given: object): Promise<Output & { warnings: readonly string[] }> {
  const { output, meta } = await functions.run('summarize_content', given);
  return { ...(output as Output), warnings: meta.warnings };
}

const SUBJECTS = [
  'The scheduler',
  'A worker',
  'The write-ahead log',
  'Each replica',
  'The gateway',
  'A circuit breaker',
  'The query planner',
  'Every tenant',
];
const DEEDS = [
  'retries failed jobs',
  'keeps entries in order',
  'rejects stale leases',
  'measures latency',
  'limits the rate of requests',
  'moves cold rows to disk',
  'answers within its deadline',
];
const ENDS = [
  'after 30 seconds',
  'unless the quorum is lost',
  'before the next checkpoint',
  'for at most 5 attempts',
  'while the lock is held',
  'under heavy load',
];

const sentence = fc
  .tuple(fc.constantFrom(...SUBJECTS), fc.constantFrom(...DEEDS), fc.constantFrom(...ENDS), fc.nat(999))
  .map(([who, what, when, n]) => `${who} ${what} ${when}, see case ${n}.`);
const prose = fc.array(sentence, { minLength: 1, maxLength: 60 }).map((sentences) => sentences.join(' '));

describe('the size of a summary', () => {
  test('never exceeds its target, whatever the text, the target and the style', async () => {
    await fc.assert(
      fc.asyncProperty(
        prose,
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom('technical', 'executive', 'bullets'),
        async (content, target_tokens, style) => {
          const { summary, compression_ratio } = await summarize({ content, target_tokens, style });
          expect(countTokens(summary)).toBeLessThanOrEqual(target_tokens);
          expect(compression_ratio).toBeCloseTo(countTokens(summary) / countTokens(content), 3);
        },
      ),
      { seed: 5, numRuns: 60 },
    );
  });

  test('comes close to its target where there is enough text', async () => {
    const content = fc.sample(prose, { numRuns: 12, seed: 7 }).join('\n\n');
    for (const target_tokens of [60, 150, 400, 1000])
      for (const style of ['technical', 'bullets']) {
        const { summary } = await summarize({ content, target_tokens, style });
        expect(countTokens(summary)).toBeGreaterThan(target_tokens * 0.85);
      }
  });

  test('of nothing there is no summary, and that is said', async () => {
    await expect(summarize({ content: ' \n ', target_tokens: 50 })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  test('a text that is not longer than the target is its own summary', async () => {
    const { summary, warnings } = await summarize({ content: 'One fact. Two facts.', target_tokens: 100 });
    expect(summary).toBe('One fact. Two facts.');
    expect(warnings.join()).toContain('its own summary');
  });
});

describe('what must be kept', () => {
  test('every concept that the text holds is in the summary, at any target that can hold it', async () => {
    const concepts = fc.subarray(['circuit breaker', 'QUORUM', 'cold rows', 'stale leases', 'Tenant'], {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(prose, concepts, fc.integer({ min: 40, max: 200 }), async (content, preserve, target_tokens) => {
        const { summary, warnings } = await summarize({ content, target_tokens, preserve });
        expect(countTokens(summary)).toBeLessThanOrEqual(target_tokens);
        for (const concept of preserve) {
          const there = content.toLowerCase().includes(concept.toLowerCase());
          if (there) expect(summary.toLowerCase()).toContain(concept.toLowerCase());
          else expect(warnings.join()).toContain(`"${concept}"`);
        }
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  test('a concept comes with the sentence that speaks of it', async () => {
    const filler = 'The gateway measures latency under heavy load. '.repeat(20);
    const content = `${filler}The zebra protocol forbids retries. ${filler}`;
    const { summary } = await summarize({ content, target_tokens: 40, preserve: ['zebra protocol'] });
    expect(summary).toContain('The zebra protocol forbids retries.');
  });

  test('what the text does not hold is told and not invented', async () => {
    const content = 'The gateway measures latency. '.repeat(30);
    const { summary, warnings, invariants } = await summarize({ content, target_tokens: 30, preserve: ['unicorns'] });
    expect(summary).not.toContain('unicorns');
    expect(invariants).not.toContain('unicorns');
    expect(warnings.join()).toContain('does not hold "unicorns"');
  });

  test('a target without room for the sentences keeps the words and says so; without room for the words it is refused', async () => {
    const content =
      'The alpha subsystem, which nobody had measured before the great migration of services, handles the beta channel. Gamma is elsewhere entirely, in another building.';
    const short = await summarize({ content, target_tokens: 10, preserve: ['alpha subsystem', 'Gamma'] });
    expect(countTokens(short.summary)).toBeLessThanOrEqual(10);
    expect(short.summary.toLowerCase()).toContain('alpha subsystem');
    expect(short.summary).toContain('Gamma');
    expect(short.warnings.join()).toContain('no room for the whole sentence');
    const error = await summarize({
      content,
      target_tokens: 2,
      preserve: ['alpha subsystem', 'Gamma', 'beta channel'],
    }).catch((thrown: ConsiliumError) => thrown);
    expect(error).toMatchObject({ code: 'TARGET_TOO_SMALL', details: { path: 'target_tokens' } });
  });

  test('every invariant really stands in the summary', async () => {
    await fc.assert(
      fc.asyncProperty(prose, fc.integer({ min: 20, max: 300 }), async (content, target_tokens) => {
        const { summary, invariants } = await summarize({ content, target_tokens, preserve: ['quorum'] });
        for (const fact of invariants) expect(summary.toLowerCase()).toContain(fact.toLowerCase());
      }),
      { seed: 5, numRuns: 40 },
    );
  });
});

describe('the text of a summary', () => {
  const content = `# Storage\n\nThe engine stores rows in pages. Pages are 8 kB. It never overwrites a page in place.\n\n- Reads use snapshots\n- Writes go to the log\n\n| mode | speed |\n|---|---|\n| fast | 9 ms |\n\n\`\`\`sql\nSELECT 1;\n\`\`\`\n\nTherefore recovery is quick. Backups must be tested every month by the operators on duty.`;

  test('bullets are lines that each begin with a dash', async () => {
    const { summary } = await summarize({ content, target_tokens: 40, style: 'bullets' });
    for (const line of summary.split('\n')) expect(line).toMatch(/^- \S/);
  });

  test('prose says nothing that the text does not say', async () => {
    const { summary } = await summarize({ content, target_tokens: 40 });
    const said = content.replace(/\s+/g, ' ');
    for (const one of summary.split(/(?<=[.!?])\s+/)) expect(said).toContain(one.replace(/\.$/, ''));
  });

  test('the hash depends on the input and on nothing else', async () => {
    const one = await summarize({ content, target_tokens: 40 });
    expect((await summarize({ content, target_tokens: 40 })).audit_hash).toBe(one.audit_hash);
    expect((await summarize({ content, target_tokens: 41 })).audit_hash).not.toBe(one.audit_hash);
    expect((await summarize({ content: `${content}!`, target_tokens: 40 })).audit_hash).not.toBe(one.audit_hash);
  });

  test('what an earlier attempt was missing comes in', async () => {
    const filler = Array.from(
      { length: 40 },
      (_, at) => `The engine stores rows of table ${at} in pages of the engine.`,
    ).join(' ');
    const whole = `${filler} Operators test the backups.`;
    expect((await summarize({ content: whole, target_tokens: 30 })).summary).not.toContain('backups');
    const again = await summarize({
      content: whole,
      target_tokens: 30,
      preserve: ['backups'],
      feedback: ['Backups are missing.'],
    });
    expect(again.summary).toContain('Operators test the backups.');
  });

  test('a sentence that a source supports carries its marker, and the footnote is there', async () => {
    const sources = [
      {
        id: 'b1',
        source_type: 'book',
        author: 'Gray, Jim',
        title: 'Transaction Processing',
        year: 1993,
        excerpt: 'A storage engine never overwrites a page in place; it writes the page anew.',
      },
      { id: 'b2', source_type: 'book', title: 'Gardening', excerpt: 'Roses need sun.' },
    ];
    const { summary, footnotes } = await summarize({ content, target_tokens: 60, sources, preserve: ['in place'] });
    expect(summary).toContain('It never overwrites a page in place.[^1]');
    expect(summary).not.toContain('[^2]');
    expect(footnotes).toEqual(['[^1]: Gray, Jim, *Transaction Processing* (1993).']);
  });
});

describe('a summary by models', () => {
  const content = 'The engine stores rows in pages. Pages are 8 kB. It never overwrites a page in place. '.repeat(10);
  const given = { content, target_tokens: 30, preserve: ['pages'], style: 'executive' };

  test('markers without a source are taken out, invented invariants too', async () => {
    const reply = {
      summary: 'Rows live in pages.[^7] Pages are 8 kB.',
      invariants: ['Pages are 8 kB.', 'Pages are 4 kB.'],
    };
    const bench = openBench({ '*': [JSON.stringify(reply)] });
    const { output } = await bench.functions.run('summarize_content', { ...given, sources: [] });
    expect(output).toMatchObject({
      summary: 'Rows live in pages. Pages are 8 kB.',
      invariants: ['pages', 'Pages are 8 kB.'],
    });
  });

  test('a summary that is too long or lacks a concept is sent back with the reason', async () => {
    const long = { summary: `pages ${'and more '.repeat(40)}`, invariants: [] };
    const lacking = { summary: 'Rows are stored.', invariants: [] };
    const good = { summary: 'Rows are stored in pages.', invariants: ['stored in pages'] };
    for (const [bad, reason] of [
      [long, 'at most 30'],
      [lacking, 'lacks what must be preserved: pages'],
    ] as const) {
      const bench = openBench({ '*': [JSON.stringify(bad), JSON.stringify(good)] });
      const { output } = await bench.functions.run('summarize_content', given);
      expect(output).toMatchObject({ summary: good.summary });
      expect(JSON.stringify(bench.played['llama-3.2-3b']!.seen[1]!.prompt)).toContain(reason);
    }
  });
});

test('what frames a mail is in no summary of it', async () => {
  const head = 'From: Ruth Okafor <ruth@example.org>\nTo: team@example.org\nSubject: The archive\n\nDear all,\n\n';
  const body = SUBJECTS.map((one) => `${one} moves to the new store on 4 April and is then read from there only.`);
  const content = `${head}${body.join(' ')}\n\nBest wishes\nRuth\n\n-- \nRuth Okafor\nHead of records\n`;
  for (const target_tokens of [40, 80, 400]) {
    const { summary } = await summarize({ content, target_tokens });
    expect(summary).toContain('moves to the new store');
    expect(summary).not.toMatch(/Ruth|Dear|wishes|records/);
  }
});
