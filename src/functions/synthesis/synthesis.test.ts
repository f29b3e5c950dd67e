import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openBench } from '../fixture.ts';

interface Output {
  synthesized: string;
  agreement_score: number;
  conflicts: { topic: string; positions: { artifact: string; text: string }[]; resolution: string }[];
  provenance: {
    spans: { start: number; end: number; artifacts: string[]; kind: string }[];
    artifacts: Record<string, number>;
  };
}

const { functions } = openBench();

async function synthesize(
  artifacts: unknown[],
  synthesis_strategy = 'merge',
  conflict_policy = 'flag',
): Promise<Output> {
  const { output } = await functions.run('synthesize_outputs', { artifacts, synthesis_strategy, conflict_policy });
  return output as Output;
}

const A = { id: 'a', content: 'The server listens on port 8080. It stores sessions in SQLite.' };
const B = { id: 'b', content: 'The server listens on port 9090. Batches hold 20 items.' };
const C = { id: 'c', content: 'The server listens on port 9090. Sessions are stored in SQLite.' };

describe('merge', () => {
  test('says once what is said twice, in the order of the first, and adds what the others add', async () => {
    const { synthesized, conflicts } = await synthesize([
      'Caches are fast. Disks are slow.',
      'Disks are slow. Tapes are slower.',
    ]);
    expect(synthesized).toBe('Caches are fast. Disks are slow.\n\nTapes are slower.');
    expect(conflicts).toEqual([]);
  });

  test('what a later artifact adds to a section stands in that section', async () => {
    const { synthesized } = await synthesize([
      '# Setup\n\nInstall Node.\n\n# Use\n\nRun it.',
      '# Setup\n\nClone the project.',
    ]);
    expect(synthesized).toBe('# Setup\n\nInstall Node.\n\nClone the project.\n\n# Use\n\nRun it.');
  });
});

describe('conflicts', () => {
  test.each([
    ['first_wins', 'port 8080', 'port 9090'],
    ['consensus', 'port 9090', 'port 8080'],
  ])('%s keeps "%s"', async (policy, kept, dropped) => {
    const { synthesized, conflicts, agreement_score } = await synthesize([A, B, C], 'reconcile', policy);
    expect(synthesized).toContain(kept);
    expect(synthesized).not.toContain(dropped);
    expect(conflicts).toHaveLength(1);
    expect(conflicts[0]!.positions).toEqual([
      { artifact: 'a', text: 'The server listens on port 8080.' },
      { artifact: 'b', text: 'The server listens on port 9090.' },
      { artifact: 'c', text: 'The server listens on port 9090.' },
    ]);
    expect(conflicts[0]!.resolution).toContain(policy);
    expect(agreement_score).toBeLessThan(1);
  });

  test('flag keeps all positions, marked', async () => {
    const { synthesized, conflicts } = await synthesize([A, B], 'reconcile', 'flag');
    expect(synthesized).toContain('port 8080. [disputed: a]');
    expect(synthesized).toContain('port 9090. [disputed: b]');
    expect(conflicts[0]!.resolution).toContain('flagged');
  });

  test('a tie under consensus stays open and is said to be', async () => {
    const { synthesized, conflicts } = await synthesize([A, B], 'reconcile', 'consensus');
    expect(synthesized).toContain('8080');
    expect(synthesized).toContain('9090');
    expect(conflicts[0]!.resolution).toContain('tie');
  });

  test('a denial and another value are conflicts, another subject is none', async () => {
    expect((await synthesize(['The backup was encrypted.', 'The backup was not encrypted.'])).conflicts).toHaveLength(
      1,
    );
    expect(
      (await synthesize(['The default database is Postgres.', 'The default database is MySQL.'])).conflicts,
    ).toHaveLength(1);
    expect((await synthesize(['Port 80 is open on the router.', 'Disk 3 is full on the printer.'])).conflicts).toEqual(
      [],
    );
  });
});

describe('vote', () => {
  test('the majority of answers wins, the minority is reported', async () => {
    const { synthesized, conflicts, agreement_score } = await synthesize(
      ['Paris', 'paris.', 'Lyon'],
      'vote',
      'consensus',
    );
    expect(synthesized).toBe('Paris');
    expect(conflicts[0]!.positions.map(({ text }) => text)).toEqual(['Paris', 'paris.', 'Lyon']);
    expect(agreement_score).toBe(0.67);
  });

  test('a statement needs more than half', async () => {
    const { output, meta } = await functions.run('synthesize_outputs', {
      artifacts: ['Fire is hot. Ice is cold.', 'Fire is hot. Steam rises.', 'Fire is hot. Ice is cold.'],
      synthesis_strategy: 'vote',
    });
    expect((output as Output).synthesized).toBe('Fire is hot. Ice is cold.');
    expect(meta.warnings.join()).toContain('1 statements had no majority');
  });

  test('where nothing has a majority, the policy decides and that is a conflict', async () => {
    const artifacts = ['Red is warm. Blue is calm.', 'Green grows. Grey fades.'];
    const first = await synthesize(artifacts, 'vote', 'first_wins');
    expect(first.synthesized).toBe('Red is warm. Blue is calm.');
    expect(first.conflicts[0]!.resolution).toContain('no majority');
  });
});

describe('code', () => {
  const x =
    "import { a } from './m.ts';\nimport fs from 'node:fs';\n\n/** Adds. */\nexport function add(x, y) {\n  return x + y;\n}\n";
  const y =
    "import { b, a } from './m.ts';\nimport fs from 'node:fs';\n\nexport function add(x, y) {\n  return x + y;\n}\n\nexport class Repo {\n  get(id) {\n    return id;\n  }\n}\n";

  test('imports once, definitions once, in order', async () => {
    const { synthesized } = await synthesize([
      { id: 'x', code: x },
      { id: 'y', code: y.replace('export function add', '/** Adds. */\nexport function add') },
    ]);
    expect(synthesized.match(/node:fs/g)).toHaveLength(1);
    expect(synthesized).toContain("import { a, b } from './m.ts';");
    expect(synthesized.match(/function add/g)).toHaveLength(1);
    expect(synthesized.indexOf('function add')).toBeLessThan(synthesized.indexOf('class Repo'));
  });

  test('two definitions of one name are a conflict, and only one is kept', async () => {
    const { synthesized, conflicts } = await synthesize([
      { id: 'x', code: x },
      { id: 'y', code: y.replace('x + y', 'x - y') },
    ]);
    expect(conflicts.map(({ topic }) => topic)).toEqual(['add']);
    expect(synthesized.match(/function add/g)).toHaveLength(1);
  });

  test('files with names of their own stay files', async () => {
    const { synthesized } = await synthesize([
      { id: 'x', code: x, path: 'add.js' },
      { id: 'y', code: y, path: 'repo.js' },
    ]);
    expect(synthesized).toContain('// file: add.js\n');
    expect(synthesized).toContain('// file: repo.js\n');
  });

  test('a name that two files define differently is told', async () => {
    const { conflicts, synthesized } = await synthesize([
      { id: 'a', path: 'a.py', content: 'def total(xs):\n    return sum(xs)\n' },
      { id: 'b', path: 'b.py', content: 'def total(xs):\n    return len(xs)\n\ndef main():\n    pass\n' },
      { id: 'c', path: 'c.py', content: 'def main():\n    total([])\n' },
    ]);
    expect(conflicts.map(({ topic, positions }) => [topic, positions.map(({ artifact }) => artifact)])).toEqual([
      ['total', ['a', 'b']],
    ]);
    expect(synthesized).toContain('len(xs)');
  });
});

describe('provenance', () => {
  const statement = fc.constantFrom(
    'The cache is warm.',
    'The cache is not warm.',
    'Port 80 is open.',
    'Port 81 is open.',
    '# Head',
    '- item one',
    '- item two',
    'Logs rotate daily.',
    '```\ncode\n```',
    'Alerts go to the team on duty.',
  );
  const artifact = fc.array(statement, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('\n\n'));
  const strategy = fc.constantFrom('merge', 'reconcile', 'vote');
  const policy = fc.constantFrom('first_wins', 'consensus', 'flag');

  test('spans cover all that is written, do not overlap, and point to artifacts that say it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(artifact, { minLength: 1, maxLength: 4 }),
        strategy,
        policy,
        async (contents, how, what) => {
          const artifacts = contents.map((content, at) => ({ id: `id${at}`, content }));
          const { synthesized, provenance, conflicts, agreement_score } = await synthesize(artifacts, how, what);
          let last = 0;
          for (const { start, end, artifacts: from, kind } of provenance.spans) {
            expect(synthesized.slice(last, start).trim()).toBe('');
            expect(end).toBeGreaterThan(start);
            last = end;
            if (kind === 'note') expect(from).toEqual([]);
            if (kind === 'quoted')
              expect(artifacts.find(({ id }) => id === from[0])!.content).toContain(synthesized.slice(start, end));
            for (const id of from) expect(artifacts.map((one) => one.id)).toContain(id);
          }
          expect(synthesized.slice(last).trim()).toBe('');
          for (const { positions } of conflicts) expect(positions.length).toBeGreaterThan(1);
          expect(agreement_score).toBeGreaterThanOrEqual(0);
          expect(agreement_score).toBeLessThanOrEqual(1);
        },
      ),
      { seed: 5, numRuns: 80 },
    );
  });

  test('one artifact alone comes back whole', async () => {
    const { synthesized, agreement_score, provenance } = await synthesize([A]);
    expect(synthesized).toBe(A.content);
    expect(agreement_score).toBe(1);
    expect(provenance.artifacts['a']).toBe(A.content.length - 1);
  });

  test('artifacts that share nothing do not agree, and that is said', async () => {
    for (const artifacts of [
      ['The river rises in spring.', 'Copper conducts heat well.'],
      ['export function rise() {\n  return 1;\n}\n', 'export function fall() {\n  return 2;\n}\n'],
    ]) {
      const { output, meta } = await functions.run('synthesize_outputs', { artifacts });
      expect(output).toMatchObject({ agreement_score: 0, conflicts: [] });
      expect(meta.warnings).toEqual([expect.stringContaining('agreement_score is 0')]);
    }
  });
});

describe('a synthesis by models', () => {
  test('its segments become spans; an artifact that does not exist is sent back', async () => {
    const bad = { segments: [{ text: 'Fire is hot.', artifacts: ['z'] }], agreement_score: 1, conflicts: [] };
    const good = {
      segments: [
        { text: 'Fire is hot.', artifacts: ['p'] },
        { text: 'Both agree.', artifacts: ['p', 'q'] },
      ],
      agreement_score: 1,
      conflicts: [],
    };
    const bench = openBench({ '*': [JSON.stringify(bad), JSON.stringify(good)] });
    const { output } = await bench.functions.run('synthesize_outputs', {
      artifacts: [
        { id: 'p', content: 'Fire is hot.' },
        { id: 'q', content: 'Flames are hot.' },
      ],
    });
    expect(output).toMatchObject({
      synthesized: 'Fire is hot.\n\nBoth agree.',
      provenance: {
        spans: [
          { start: 0, end: 12, artifacts: ['p'], kind: 'quoted' },
          { start: 14, end: 25, artifacts: ['p', 'q'], kind: 'joined' },
        ],
      },
    });
    expect(JSON.stringify(bench.played['phi-4']!.seen[1]!.prompt)).toContain('No artifact is called z');
  });

  test('two artifacts of one id, or one without a text, are refused by path', async () => {
    const twice = functions.run('synthesize_outputs', { artifacts: [A, A] });
    await expect(twice).rejects.toMatchObject({ code: 'INPUT_INVALID', details: { path: 'artifacts.1.id' } });
    const empty = functions.run('synthesize_outputs', { artifacts: [A, { id: 'e' }] });
    await expect(empty).rejects.toMatchObject({ code: 'INPUT_INVALID', details: { path: 'artifacts.1.content' } });
  });
});
