import { expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { type EvidenceRow, makeRow } from '../evidence/table.ts';
import { chooseQuotes } from './choosing.ts';
import { cueRows, cuesAsked } from './cues.ts';
import { echoOf, isContradicted } from './echo.ts';
import { withWords } from './index.ts';

const NOW = Date.parse('2026-11-18T00:00:00Z');

function paper(id: string, title: string, text: string): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id, title, url: `index:${id}`, text, date: '2025-03-28', kinds: [], where: 'scope research' },
    ...{ notices: [], seen: NOW, from: 'index:research', preprint: false },
  };
  return makeRow(item, { words: new Set(), aspects: [] }, NOW);
}

const mark = (id: string) => `[^${id}]`;
const TRIAL = paper(
  '1',
  'Zorbafen in new-onset gout: randomised trial',
  'Methods: We randomised 248 adults with gout to zorbafen 20 mg daily or placebo. Pregnant women were excluded.\nResults: Flares occurred in 28% with zorbafen and 53% with placebo (difference 25 percentage points, 95% CI 13 to 37; number needed to treat 4). In the 71 patients aged 75 or more flares occurred in 40% v 31% (P for interaction 0.14). Neutropenia occurred in 11 v 1 patients.\nConclusion: Zorbafen reduced gout flares at one year. Benefit in those aged 75 or more is uncertain.',
);

test.each(
  cueRows().map(({ slot, example, counter }) => [slot, example, counter]),
)('%s is asked by "%s", not by "%s"', (slot, example, counter) => {
  expect(cuesAsked(example!).map((cue) => cue.slot)).toContain(slot);
  expect(cuesAsked(counter!).map((cue) => cue.slot)).not.toContain(slot);
});

test.each([
  ['Zorbafen in gout: does it hold in over-75s?', 'In the 71 patients aged 75 or more'],
  ['What was the NNT of zorbafen in gout?', 'number needed to treat 4'],
  ['Does zorbafen help in gout?', 'Zorbafen reduced gout flares at one year'],
])('%s is answered by the sentence that speaks of just that', (question, sentence) => {
  const { chosen } = chooseQuotes(question, [TRIAL], '', mark);
  expect(chosen[0]!.sentences.join(' ')).toContain(sentence);
});

test('where no verdict could be read, what the source says answers; what nobody names stays denied', () => {
  const denied = '**Nothing that was found says what becomes of flares.**';
  expect(withWords('Does zorbafen reduce flares in gout?', denied, [TRIAL], mark)).toMatch(
    /^\*\*In the words of the sources:\*\* A randomised trial .*\[\^1\], n = 248, 2025: “.*Zorbafen reduced gout flares/,
  );
  const other = '**Nothing that was found says what becomes of quality of life.**';
  expect(withWords('Does zorbafen improve quality of life in gout?', other, [TRIAL], mark)).toMatch(
    /^\*\*Nothing that/,
  );
});

test('a verdict that says the opposite of what the authors conclude is not told', () => {
  const wrong = '**No, as far as this shows: more flares in a randomised trial[^1].**';
  expect(withWords('Does zorbafen reduce gout flares?', wrong, [TRIAL], mark)).not.toContain('No, as far');
  const right = '**Yes, as far as this shows: fewer flares in a randomised trial[^1].**';
  expect(withWords('Does zorbafen reduce gout flares?', right, [TRIAL], mark)).toMatch(/^\*\*Yes.* n = 248/s);
  expect(echoOf('Does it slow decline?', ['It slowed decline at 2 mg; 1 mg did not slow it.'])).toBe('both');
  expect(
    isContradicted('**Yes, as far as this shows:** x', echoOf('Does it reduce pain?', ['It did not reduce pain.'])),
  ).toBe(true);
});

test('that those who are asked about were left out is said before what came of the others', () => {
  const yes = '**Yes, as far as this shows:** a randomised trial[^1] speaks for it.';
  expect(withWords('Does zorbafen help in gout in pregnancy?', yes, [TRIAL], mark)).toMatch(
    /^\*\*Not studied in those who are asked about:\*\* .*“Pregnant women were excluded\.” Of others: \*\*Yes/,
  );
});

test('a subject to look into is surveyed, not quoted, and what was taken back is not quoted at all', () => {
  expect(withWords('Research new treatments for gout.', undefined, [TRIAL], mark)).toBeUndefined();
  const taken = { ...TRIAL, notices: [{ kind: 'retraction' as const, by: 'index' as const }] };
  expect(withWords('Does zorbafen help in gout?', undefined, [taken], mark)).toBeUndefined();
});
