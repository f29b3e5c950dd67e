import { expect, test } from 'vitest';
import { readAnki, writeAnki } from './anki.ts';

test('a deck that the file names once is that of all its notes, where no column names another', () => {
  const file = '#separator:tab\n#deck:Step 1\n#deck column:3\nGFR\t120 mL/min\t\nRBF\t1.2 L/min\tRenal\n';
  expect(readAnki(file).notes.map(({ deck }) => deck)).toEqual(['Step 1', 'Renal']);
});

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

test('a drawing that is never closed takes nothing with it', () => {
  const { notes } = readAnki('#html:true\nCalcium\t<svg width="9">2.2 to 2.6 mmol/L\nSodium\t<math>135 to 145\n');
  expect(notes.map(({ back }) => back)).toEqual(['2.2 to 2.6 mmol/L', '135 to 145']);
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
    ['**Sodium**', '135–145 mmol/L\nlow: _hyponatraemia_'],
    ['[image: x] Potassium', '<script>alert(3)</script> 3.5 < x'],
    ['Calcium', '2.2 < 2.6 mmol/L'],
  ]);
  expect(skipped).toEqual([{ line: 4, why: 'The front is empty.' }]);
});

test('each number of a note with gaps is a card, on which the others are filled; what stands beside it is kept', () => {
  const text = 'The {{c1::loop of Henle}} makes the medulla {{c2::salty::taste}}, the {{c1::vasa recta}} keep it so';
  const { notes } = readAnki(`#separator:tab\n${text}\tSee chapter 3\n`);
  expect(notes.map(({ front, back }) => [front, back])).toEqual([
    ['The […] makes the medulla salty, the […] keep it so', 'loop of Henle; vasa recta\n\nSee chapter 3'],
    ['The loop of Henle makes the medulla [taste], the vasa recta keep it so', 'salty\n\nSee chapter 3'],
  ]);
  const written = writeAnki([...notes, { front: 'a', back: 'b', tags: [] }]);
  expect(written).toContain(`${text}\tSee chapter 3\t\t\tCloze`);
  expect(written.match(/c1::loop/g)).toHaveLength(1);
  expect(readAnki(written).notes).toEqual([...notes, { front: 'a', back: 'b', tags: [] }]);
});

test('gaps within gaps are cards too; one that never closes is text', () => {
  expect(
    readAnki('{{c1::The {{c2::left}} ventricle}} ejects\tx\n').notes.map(({ front, back }) => [front, back]),
  ).toEqual([
    ['[…] ejects', 'The left ventricle\n\nx'],
    ['The […] ventricle ejects', 'left\n\nx'],
  ]);
  expect(readAnki('{{c1::never\tx\n').notes).toEqual([{ front: '{{c1::never', back: 'x', tags: [] }]);
  expect(readAnki(`${'{{c1::'.repeat(30_000)}\tx\n`).notes).toHaveLength(1);
});

test.each([
  ['10<sup>9</sup>/L', '10⁹/L'],
  ['H<sub>2</sub>O and Ca<sup>2+</sup>', 'H₂O and Ca²⁺'],
  ['mL min<sup>&minus;1</sup>', 'mL min⁻¹'],
  ['&ge; 5 &micro;g of &Delta; &plusmn; 1', '≥ 5 µg of Δ ± 1'],
  ['T<sub>max</sub>, e<sup>k t</sup>', 'T_max, e^(k t)'],
  ['the 4<sup>th</sup> nerve', 'the 4th nerve'],
  ['<span style="vertical-align: super">14</span>C', '¹⁴C'],
  ['give <s>amoxicillin</s> doxycycline', 'give ~~amoxicillin~~ doxycycline'],
  ['<span style="text-decoration:line-through">8 g</span> 4 g', '~~8 g~~ 4 g'],
  ['<ol><li>airway</li><li>breathing</li></ol>', '1. airway\n\n2. breathing'],
  ['<ul><li>one</li></ul>', '• one'],
  ['<table><tr><th>Na</th><td>140</td></tr><tr><td>K</td><td>4</td></tr></table>', 'Na | 140\n\nK | 4'],
  ['<img src="heart.png"> labelled', '[image: heart.png] labelled'],
  ['<img alt="ECG" src="data:image/png;base64,AAAA">', '[image: ECG]'],
  ['[sound:murmur.mp3]', '[sound: murmur.mp3]'],
  ['<b>first-line</b>: <em>E. coli</em> cover', '**first-line**: _E. coli_ cover'],
  ['<b>two<br>lines </b>here', '**two**\n**lines** here'],
  ['T_max, snake_case_name, HLA-B*57 and 2 ** 3', 'T_max, snake_case_name, HLA-B*57 and 2 ** 3'],
])('markup that carries meaning stays: %s', (html, words) => {
  const { notes } = readAnki(`#html:true\nq\t"${html.replaceAll('"', '""')}"\n`);
  expect(notes[0]?.back).toBe(words);
  expect(readAnki(writeAnki(notes)).notes).toEqual(notes);
});

test('a card of a note with gaps that was taken away does not come back', () => {
  const { notes } = readAnki(
    'The {{c1::sinus node}} beats {{c2::60 to 100::how often}} times, the {{c3::AV {{c4::node}}}} 40.\t\n',
  );
  expect(notes).toHaveLength(4);
  const left = notes.filter((_, at) => at !== 1 && at !== 2);
  const written = writeAnki(left);
  expect(written).toContain('The {{c1::sinus node}} beats 60 to 100 times, the AV {{c4::node}} 40.');
  expect(readAnki(written).notes.map(({ front, back }) => ({ front, back }))).toEqual(
    left.map(({ front, back }) => ({ front, back })),
  );
  const renamed = { ...notes[0]!, front: 'What beats first?' };
  expect(writeAnki([renamed, notes[1]!])).toContain('{{c1::sinus node}} beats {{c2::60 to 100::how often}}');
});

test('nested and unclosed markup is read in the time of its length', () => {
  expect(readAnki(`q\t${'<sup>1</sup>'.repeat(16_000)}\n`).notes[0]?.back).toBe('¹'.repeat(16_000));
  expect(readAnki(`q\t${'<sup>'.repeat(20_000)}1\n`).notes).toHaveLength(1);
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

test('a note is of the type that its column says: reversed is two cards, and comes out as one note', () => {
  const file = [
    '#separator:tab\n#html:true\n#notetype column:3',
    'GFR\t120 mL/min\tBasic (and reversed card)',
    'Write {{c1::x}} for a gap\tso\tBasic',
    'a\tb\tBasic (optional reversed card)\ty',
    'c\td\tBasic (optional reversed card)\t',
    'The {{c1::nephron}}\t\tCloze\n',
  ].join('\n');
  const { notes } = readAnki(file);
  expect(notes.map(({ front, back }) => [front, back])).toEqual([
    ['GFR', '120 mL/min'],
    ['120 mL/min', 'GFR'],
    ['Write {{c1::x}} for a gap', 'so'],
    ['a', 'b'],
    ['b', 'a'],
    ['c', 'd'],
    ['The […]', 'nephron'],
  ]);
  const written = writeAnki(notes);
  expect(written.match(/GFR/g)).toHaveLength(1);
  expect(written).toContain('GFR\t120 mL/min\t\t\tBasic (and reversed card)');
  expect(readAnki(written).notes).toEqual(notes);
});
