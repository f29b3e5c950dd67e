import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flagUnsupported, numberSources, type SourceMetadata } from './index.ts';

const source = (id: string, excerpt?: string): SourceMetadata => ({
  id,
  source_type: 'knowledge',
  entry_id: id,
  ...(excerpt && { excerpt }),
});
const citations = numberSources([
  source(
    'gout',
    'Gout is a kind of arthritis. About 4 % of adults have it, five times more men than women. Treated since 1,966.',
  ),
  source('silent'),
]);
const flagged = (text: string) =>
  flagUnsupported(text, citations).map(({ start, end, kind, terms }) => [kind, text.slice(start, end), ...terms]);

describe('statements without a source', () => {
  test('are flagged where they claim what could be looked up, with their place', () => {
    const text =
      'Gout is common.[^2] It affects 4 % of adults, e.g. men.\n\n- Allopurinol reduces the risk of attacks.\n- Cherries taste nice to many people.';
    expect(flagged(text)).toEqual([
      ['uncited', 'It affects 4 % of adults, e.g. men.', '4 %'],
      ['uncited', 'Allopurinol reduces the risk of attacks.', 'reduces'],
    ]);
  });

  test('are those that no marker of their paragraph stands behind', () => {
    expect(flagged('It affects 4 % of adults. It is a kind of arthritis.[^1] It is safe in 9 % of cases.')).toEqual([
      ['uncited', 'It is safe in 9 % of cases.', 'is safe', '9 %'],
    ]);
    expect(flagged('It affects 14 % of adults. It is a kind of arthritis.[^1]')).toEqual([
      ['figure_not_in_source', 'It affects 14 % of adults.', '14'],
    ]);
  });

  test('in a list are held by what introduces it', () => {
    const list = '\n- Uric acid causes pain in joints.\n- Beer raises it in most.';
    expect(flagged(`What is known of it:[^2]\n${list}`)).toEqual([]);
    expect(flagged(`What is known of it:${list}\n\nThen it causes pain again.`)).toHaveLength(3);
  });

  test.each([
    'Ibuprofen is safe in the third trimester.',
    'Note that turmeric cures most infections.',
    'Metformin interacts with grapefruit juice.',
    'Take 4000 mg of it twice a day.',
    'This means that you have lupus.',
    'In short, statins lead to dementia.',
  ])('are claims about health such as "%s"', (claim) => {
    expect(flagged(claim)).toEqual([expect.arrayContaining(['uncited', claim])]);
  });

  test.each([
    ['headings', '# Gout causes pain in 4 % of adults\n\n**In 2020 it causes pain**'],
    ['questions', 'Do 4 % of adults have gout? Is pain caused by "purines"?'],
    ['greetings', 'Hello Ana, I hope 5 % is better today! Thank you for the 20 mg note.'],
    ['notices', '*Information, not a diagnosis, which causes nothing.* Call 911 if 30 mg leads to trouble.'],
    ['introductions of lists', 'According to the record of 2020 there are these:'],
    [
      'code and tables',
      '`gout causes 4 % of it all`\n\n```\nGout causes 4 % of it all.\n```\n\n| Gout causes 4 % | of it |',
    ],
    ['footnotes', 'Gout hurts.[^1]\n\n[^1]: According to Roe, 4 % of adults since 1966.'],
    ['what the app did', 'Noted: weight 82 kg. I have kept 20 mg as the dose of it. You told me of 5 % before.'],
    ['calls for help', 'Call an ambulance if it leads to fainting. Go to the emergency department above 40 mg.'],
    ['talk about oneself', 'I found no entry since 2019 in your record. Let me look at the 5 % again.'],
  ])('%s are no statements', (_what, text) => {
    expect(flagged(text)).toEqual([]);
  });
});

describe('cited statements', () => {
  test('may use what the source says, however it writes its numbers', () => {
    expect(flagged('Gout affects 4.0 % of adults, men 5 times as often, treated since 1966.[^1]')).toEqual([]);
  });

  test('are flagged where a figure is not in the source', () => {
    expect(flagged('Gout affects 14 % of adults.[^1] It is arthritis.[^1]')).toEqual([
      ['figure_not_in_source', 'Gout affects 14 % of adults.[^1]', '14'],
    ]);
  });

  test('are flagged where the source speaks of something else', () => {
    const text = 'Repositories hide queries behind collections.[^1]';
    expect(flagged(text)).toEqual([
      ['unrelated_source', text, 'repositories', 'hide', 'queries', 'behind', 'collections'],
    ]);
  });

  test('are left alone where the words of the source are not at hand', () => {
    expect(flagged('Gout affects 99 % of adults.[^2] And 98 % of robots.[^1][^2]')).toEqual([]);
  });
});

test('flags of any text lie in it, in order, and are the same each time', () => {
  const piece = fc.constantFrom(
    'Gout causes ',
    '4 %',
    '. ',
    '[^1]',
    '[^7]',
    '\n',
    '\n\n',
    '- ',
    '# ',
    '`',
    'Dr. ',
    '? ',
    'of adults',
    ' since 1999',
    '*',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const flags = flagUnsupported(text, citations);
      let at = 0;
      for (const { start, end } of flags) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(end).toBeGreaterThan(start);
        at = end;
      }
      expect(at).toBeLessThanOrEqual(text.length);
      expect(flagUnsupported(text, citations)).toEqual(flags);
    }),
    { seed: 5 },
  );
});
