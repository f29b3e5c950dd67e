import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../kernel/index.ts';
import {
  auditAnswer,
  auditRun,
  formatFootnote,
  numberSources,
  readCitations,
  renderFootnotes,
  settleAnswer,
  toSource,
} from './index.ts';

const told: Record<string, Json>[] = [
  { marker: '1', source_type: 'record', title: 'HbA1c', uuid: 'u-1', label: 'ObservationNode', date: '2026-09-15' },
  { marker: '2', source_type: 'knowledge', title: 'Asthma', id: 'asthma', sources: ['GINA 2024'] },
  { marker: '3', source_type: 'web', title: 'Gout explained', url: 'https://www.gout.example/water' },
];

describe('citations as teams leave them', () => {
  test('become sources with footnotes of one style', () => {
    expect(renderFootnotes(readCitations(told).citations)).toBe(
      [
        '[^1]: Health record, *HbA1c* (September 15, 2026), observation.',
        '[^2]: *Asthma* (GINA 2024).',
        '[^3]: “Gout explained,” gout.example, <https://www.gout.example/water>.',
      ].join('\n'),
    );
  });

  test('of a model keep the title that it wrote, and an id without it', () => {
    const source = toSource({ marker: '1', source_type: 'knowledge', title: 'ADA Standards of Care' })!;
    expect(formatFootnote(source)).toBe('*ADA Standards of Care*.');
    expect(source.id).toMatch(/^work-[0-9a-f]{16}$/);
    const entry = { marker: '1', source_type: 'record', title: 'Your record: HbA1c', uuid: 'u', label: 'Observation' };
    expect(toSource(entry)).toMatchObject({ title: 'HbA1c', entry_type: 'Observation' });
  });

  test('may be numbered sources of this room already', () => {
    const numbered = numberSources([{ source: toSource(told[1]!)!, score: 0.7 }]);
    expect(readCitations(numbered as never)).toEqual({ citations: numbered, unread: 0 });
  });

  test.each([
    null,
    'x',
    7,
    [],
    {},
    { source_type: 'rumour', title: 'x' },
    { source_type: 'record', title: 'x' },
  ])('of no known shape (%j) are none', (odd) => {
    expect(toSource(odd as never)).toBeUndefined();
    expect(readCitations([odd as never])).toEqual({ citations: [], unread: 1 });
  });
});

describe('an answer as it is shown', () => {
  const text =
    'Your HbA1c fell.[^1] Some say otherwise.[^7] Gout affects 4 % of adults.\n\n*Information, not a diagnosis.*\n\n[^1]: Your record: HbA1c.\n[^7]: A work that nobody wrote.\n\nNoted: cough.';

  test('has its footnotes in Chicago style where it brought them, and none that leads nowhere', () => {
    const settled = settleAnswer(text, [told[0]!]);
    expect(settled.text).toBe(
      'Your HbA1c fell.[^1] Some say otherwise. Gout affects 4 % of adults.\n\n*Information, not a diagnosis.*\n\n[^1]: Health record, *HbA1c* (September 15, 2026), observation.\n\nNoted: cough.',
    );
    expect(settled.warnings).toEqual(['A marker [^7] that leads to no source was removed.']);
    expect(settled.citations).toEqual([
      { ...told[0], footnote: 'Health record, *HbA1c* (September 15, 2026), observation.' },
    ]);
  });

  test('says which of its statements nothing supports, and where they stand', () => {
    const { text: shown, unsupported } = settleAnswer(text, [told[0]!]);
    expect(unsupported).toMatchObject([{ kind: 'uncited', text: 'Gout affects 4 % of adults.' }]);
    for (const { start, end, text: said } of unsupported) expect(shown.slice(start, end)).toBe(said);
  });

  test('gets the footnotes that it did not bring, and keeps those that only it knows', () => {
    expect(settleAnswer('Asthma varies.[^2]', told).text).toBe('Asthma varies.[^2]\n\n[^2]: *Asthma* (GINA 2024).');
    const own = 'Asthma affects 4 % of adults.[^a]\n\n[^a]: GINA 2024.';
    expect(settleAnswer(own, [{ marker: 'a' }])).toMatchObject({
      text: own,
      unsupported: [],
      warnings: ['1 of the citations could not be read as a source.'],
    });
  });

  test('of a team that tells no citations is left as it is', () => {
    const plain = 'Asthma affects 4 % of adults.[^1] It matches `[^a]`. It causes 5 % of it.\n\n[^1]: GINA 2024.';
    expect(settleAnswer(plain, undefined)).toMatchObject({
      text: plain,
      citations: [],
      unsupported: [{ text: 'It causes 5 % of it.' }],
      warnings: [],
    });
  });

  test('is the same when it is put right again, whatever it holds', () => {
    const piece = fc.constantFrom(
      'Gout causes ',
      '4 %. ',
      '[^1]',
      '[^7]',
      '[^1, 7]',
      '\n',
      '\n\n',
      '[^1]: x',
      '`',
      '- ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const once = settleAnswer(pieces.join(''), told as Json);
        const twice = settleAnswer(once.text, told as Json);
        expect(twice.text).toBe(once.text);
        for (const { start, end, text: said } of once.unsupported) expect(once.text.slice(start, end)).toBe(said);
      }),
      { seed: 7 },
    );
  });
});

test('a chat answer becomes an audit entry of ids and counts', () => {
  const settled = settleAnswer('Your HbA1c fell.[^1] Some say so.[^7] Gout affects 4 % of adults.', [
    told[0]!,
    { marker: 'x' },
  ]);
  const entry = auditAnswer({
    session_id: 's',
    invocation_id: 'i',
    team: 'health',
    ...settled,
    speakers: ['offline', 'offline'],
  });
  expect(entry).toEqual({
    conversation_id: 's',
    message_id: 'i',
    citations_used: [{ id: 'u-1', source_type: 'record', marker: 1 }],
    retrieval_scores: [null],
    warnings: 2,
    unsupported: 1,
    team: 'health',
    engine: 'offline',
  });
});

test('a run of a function is audited where its output cites something', () => {
  const citations = numberSources([{ source: toSource(told[1]!)!, score: 0.7 }]);
  const output = { summary: 'Asthma varies.[^1] It affects 4 % of adults.', code: 'wait(5 /* 5 % */);', citations };
  expect(auditRun('r1', 'summarize_content', output, ['offline'])).toEqual({
    conversation_id: 'r1',
    message_id: 'r1',
    citations_used: [{ id: 'asthma', source_type: 'knowledge', marker: 1 }],
    retrieval_scores: [0.7],
    warnings: 0,
    unsupported: 1,
    team: 'summarize_content',
    engine: 'offline',
  });
  for (const none of [{ summary: 'x' }, { citations: [] }, 'x', null])
    expect(auditRun('r1', 'summarize_content', none, [])).toBeUndefined();
});
