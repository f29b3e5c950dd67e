import { expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { type EvidenceRow, makeRow } from '../evidence/table.ts';
import { chooseQuotes } from './choosing.ts';
import { clippedIn, isClipOf } from './clips.ts';
import { cueRows, cuesAsked } from './cues.ts';
import { echoOf, isContradicted } from './echo.ts';
import { withWords } from './index.ts';
import { readSentence } from './naming.ts';
import { termsIn } from './terms.ts';

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
    /^\*\*In the words of the sources:\*\* A randomised trial .*, n = 248, 2025: “.*Zorbafen reduced gout flares/,
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
    /^\*\*Not studied in those who are asked about:\*\* .*“Pregnant women were excluded\.”\[\^1\] Of others: \*\*Yes/,
  );
});

test('a subject to look into is surveyed, not quoted; of what was taken back only that is told', () => {
  expect(withWords('Research new treatments for gout.', undefined, [TRIAL], mark)).toBeUndefined();
  const taken = { ...TRIAL, notices: [{ kind: 'retraction' as const, by: 'index' as const }] };
  expect(withWords('Does zorbafen help in gout?', undefined, [taken], mark)).toBe(
    '**Retracted, not to be relied on:** “Zorbafen in new-onset gout: randomised trial”, retracted[^1].',
  );
});

test('names are known as clinicians cut them, and no word of the language is cut into one', () => {
  expect(isClipOf('vanc', 'vancomycin')).toBe(true);
  expect(isClipOf('stud', 'studying')).toBe(false);
  const { reading } = readSentence('Doxycycline post-exposure prophylaxis was taken within 72 hours.');
  expect(clippedIn('doxypep', reading)).toBe(true);
  expect(clippedIn('doxyzone', reading)).toBe(false);
});

test('a thing is named by itself, by its kinds, and less surely by what it is a kind of', () => {
  const [sertraline] = termsIn('How fast should I taper sertraline?');
  expect(sertraline).toMatchObject({ said: 'sertraline', kind: 'medicine', isNeeded: true });
  expect(sertraline!.inside(readSentence('Sertraline was stopped.'))).toBe(1);
  expect(sertraline!.inside(readSentence('Antidepressants were stopped.'))).toBe(0.5);
  expect(sertraline!.inside(readSentence('Lithium was stopped.'))).toBe(0);
  expect(termsIn('first line for simple cystitis, dose and days?').map(({ said }) => said)).not.toContain('line');
});

test('papers beside the table answer where they name all that is asked about, and not else', () => {
  const denied = '**On zorbafen nothing was found in what could be looked at.**';
  const sources = { rows: [], near: [TRIAL], all: [] };
  expect(withWords('Does zorbafen reduce flares in gout?', denied, sources, mark)).toMatch(
    /^\*\*In the words of the sources:\*\* .*Zorbafen reduced gout flares/,
  );
  expect(
    withWords(
      'Does tocofen reduce flares in gout?',
      '**On tocofen nothing was found in what could be looked at.**',
      sources,
      mark,
    ),
  ).toMatch(/^\*\*On tocofen nothing was found/);
  expect(withWords('Has anyone compared zorbafen with tocofen in gout?', undefined, sources, mark)).toMatch(
    /^\*\*No source that was found speaks of tocofen/,
  );
});

test('what is concluded of a study under a concern is not repeated; the notice speaks', () => {
  const notice = paper(
    '2',
    'Expression of concern: Zorbafen in new-onset gout: randomised trial',
    'The editors cannot vouch for the results and advise caution while an inquiry goes on.',
  );
  const doubted = { ...TRIAL, notices: [{ kind: 'concern' as const, by: 'index' as const }] };
  const told = withWords('Does zorbafen help in gout?', undefined, { rows: [doubted], all: [doubted, notice] }, mark)!;
  expect(told).not.toContain('Zorbafen reduced gout flares');
  expect(told).toMatch(/not to be relied on as it stands.*cannot vouch/);
});
