import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareText } from '../../web/src/chat/markdown.ts';

const ANSWER = `**Yes: LDL fell from 4.2 to 3.1 mmol/L.**[^1][^2] It is still high.

| date | LDL |
| --- | --- |
| 12 Jan | 4.2 |
| 3 Mar | 3.1 |

Worth asking[^2].

*Information, not a diagnosis.*

[^1]: Your record: LDL, 12 Jan 2025.
[^2]: Your record: LDL, 3 Mar 2026.`;

describe('an answer’s text', () => {
  test('has its footnotes as links, and their list and notice taken off', () => {
    const { text, notes } = prepareText(ANSWER, true);
    expect(text).toContain('3.1 mmol/L.**[1](#cite-1)[2](#cite-2)');
    expect(text).not.toMatch(/\[\^|Information|Your record/);
    expect(notes).toEqual([
      { marker: '1', text: 'Your record: LDL, 12 Jan 2025.' },
      { marker: '2', text: 'Your record: LDL, 3 Mar 2026.' },
    ]);
  });

  test('is never shown half: no bare marks at any moment of its coming', () => {
    fc.assert(
      fc.property(fc.nat(ANSWER.length), (at) => {
        const { text } = prepareText(ANSWER.slice(0, at), false);
        expect(text).not.toMatch(/\[\^|\]:|Your record/);
        expect((text.match(/\*\*/g)?.length ?? 0) % 2).toBe(0);
        const table = text.split('\n').filter((line) => line.startsWith('|'));
        if (table.length > 0) expect(table[1]).toMatch(/^\| ---/);
      }),
      { numRuns: 500 },
    );
  });
});
