import { expect, test } from 'vitest';
import { readAnki, writeAnki } from './anki.ts';

test('headers say how fields are parted, where tags and decks are', () => {
  const file = '#separator:semicolon\n#html:true\n#tags column:3\n#deck column:4\nGFR;120 mL/min;renal exam;Renal\n';
  expect(readAnki(file).notes).toEqual([{ front: 'GFR', back: '120 mL/min', tags: ['renal', 'exam'], deck: 'Renal' }]);
});

test('quoted fields hold tabs, quotes and lines; lines are counted on', () => {
  const { notes, skipped } = readAnki('#separator:tab\n"a ""b""\tc"\t"one\ntwo"\n\tno front\nx\t\n');
  expect(notes).toEqual([{ front: 'a "b" c', back: 'one\ntwo', tags: [] }]);
  expect(skipped).toEqual([
    { line: 4, why: 'The front is empty.' },
    { line: 5, why: 'The back is empty.' },
  ]);
});

test('markup and scripts leave nothing but words', () => {
  const hostile = [
    '<b>Sodium</b><script>alert(1)</script>\t135–145&nbsp;mmol/L<br>low: <i>hyponatraemia</i>',
    '<img src=x onerror="alert(2)">Potassium\t&lt;script&gt;alert(3)&lt;/script&gt; 3.5 &lt; x',
    '<style>p{}</style><!-- x -->Calcium\t<svg onload=alert(4)><script>alert(5)</script></svg>2.2 < 2.6 mmol/L',
    '<script>unclosed\tx',
  ].join('\n');
  const { notes, skipped } = readAnki(hostile);
  expect(notes.map(({ front, back }) => [front, back])).toEqual([
    ['Sodium', '135–145 mmol/L\nlow: hyponatraemia'],
    ['Potassium', '<script>alert(3)</script> 3.5 < x'],
    ['Calcium', '2.2 < 2.6 mmol/L'],
  ]);
  expect(skipped).toEqual([{ line: 4, why: 'The front is empty.' }]);
});

test('gaps of cloze notes become a front with a gap', () => {
  expect(readAnki('The {{c1::loop of Henle}} makes the medulla {{c2::salty::taste}}\t\n').notes).toEqual([
    { front: 'The […] makes the medulla [taste]', back: 'loop of Henle; salty', tags: [] },
  ]);
});

test('what is written is read back the same, escaped where it looks like markup', () => {
  const notes = [
    { front: 'Is 2 < 3 & "so"?', back: 'yes\n<b>sure</b>', tags: ['a_b'], deck: 'Sums' },
    { front: '#5', back: 'a\tb', tags: [] },
  ];
  const written = writeAnki(notes);
  expect(written).toContain('&lt;b&gt;sure&lt;/b&gt;');
  expect(readAnki(written).notes).toEqual([notes[0], { front: '#5', back: 'a b', tags: [] }]);
});

test('a package or a huge file is refused, and one of many lines is read in the time of its length', () => {
  expect(() => readAnki('PK\u0003\u0004\0')).toThrow(expect.objectContaining({ code: 'ANKI_INVALID' }));
  expect(() => readAnki('x'.repeat(21 * 1024 * 1024))).toThrow(expect.objectContaining({ code: 'ANKI_TOO_LARGE' }));
  const long = `${'<script></script>'.repeat(100_000)}q\ta\n`.concat('front\tback\n'.repeat(60_000));
  const { notes, skipped } = readAnki(long);
  expect(notes).toHaveLength(50_000);
  expect(skipped.at(-1)?.why).toContain('at most 50000');
});

test('a line of columns, and quotes that never close, are read in the time of their length', () => {
  expect(readAnki(`a\tb\t${'c\t'.repeat(1_000_000)}\nd\te\n`).notes).toMatchObject([{ front: 'a' }, { front: 'd' }]);
  expect(readAnki('"a\t"'.repeat(200_000)).notes.length).toBeLessThan(3);
  expect(readAnki(`${'[sound:'.repeat(500_000)}\tx\n`).notes).toHaveLength(1);
  expect(readAnki('\tx\n'.repeat(5_000)).skipped).toHaveLength(1_000);
});
