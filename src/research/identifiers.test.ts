import { expect, test } from 'vitest';
import { identifiersIn, withoutIdentifiers, withoutThese } from './identifiers.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');

test.each([
  [
    'Is mesalazine safe in ulcerative colitis for my patient Elena Marsh, born 1968-03-04, MRN 4471123, HIV positive? Ask the expert prof.x@uni.example by mail.',
    'Is mesalazine safe in ulcerative colitis for my patient, a 58-year-old, HIV positive? Ask the expert prof.x@uni.example by mail.',
  ],
  [
    'Patient Elena Marsh (DOB 4 March 1968, phone +49 170 1234567, elena@mail.example) has gout. Does Elena need colchicine?',
    'Patient, a 58-year-old, has gout. Does the patient need colchicine?',
  ],
  [
    'Follow gout for Mrs. Okafor, NHS number 943 476 5919. Check every Monday at 8.',
    'Follow gout for Mrs. Check every Monday at 8.',
  ],
  ['What helps Tom Baker, MRN: A-99812, with severe asthma?', 'What helps the patient, with severe asthma?'],
  [
    'Is it safe for my patient Bartholomew Quill, 12.03.1961, MRN 448812, tel 0171 5558812, with gout?',
    'Is it safe for my patient, a 65-year-old, with gout?',
  ],
  ['Is it safe for my patient (12 March 1961)?', 'Is it safe for my patient, a 65-year-old?'],
  ['Is it safe? My patient is Elena Marsh, born 1974-05-03.', 'Is it safe? My patient, a 52-year-old.'],
  ['My patient Jonas Krug lives at 12 High Street, Leeds and takes warfarin.', 'My patient and takes warfarin.'],
])('%s', (given, left) => {
  const told = withoutIdentifiers(given, NOW);
  expect(told).toBe(left);
});

// A word is tried once, from its beginning: tried from each of its letters these are never done.
test.each(['Aa', 'AaB', "O'a", 'É', 'Aa-'])('a word of %s without end holds nobody', (part) => {
  const word = part.repeat(40_000);
  expect(withoutIdentifiers(`Gout. ${word}`, NOW)).toBe(`Gout. ${word}`);
  expect(withoutIdentifiers(`Elena ${word}, born 1974-05-03, has gout.`, NOW)).not.toContain('1974');
});

test('a text of nothing but room is given back as it is', () => {
  const room = `Gout.${' '.repeat(200_000)}Born.`;
  expect(withoutIdentifiers(room, NOW)).toBe(room);
  expect(identifiersIn(room)).toEqual({ names: [], others: [] });
});

test.each([
  "Is mesalazine safe for patients with Crohn's disease?",
  'Follow NCT09990003 every Monday at 8 until 2027-06-01.',
  'What is new for patients with gout since 12.03.2026?',
  'Compare Dorsemab and Kolvarin for ulcerative colitis. Randomised trials with more than 100 patients only.',
  'Was the patient Duchenne registry of 2019 published? https://example.org/2026-04-01/paper',
  'Email Dr. Weber at weber@uni.example and ask whether givinostat helps adults with Duchenne.',
])('%s names no patient', (given) => {
  expect(withoutIdentifiers(given, NOW)).toBe(given);
});

/** Patients of the house, as the record tells of them. */
const roster = (words: readonly string[]) =>
  [
    ['zsofia', 'quill'],
    ['rose', 'young'],
  ]
    .map((name) => name.filter((part) => words.includes(part)))
    .filter((name) => name.length > 0);

test.each([
  [
    'What is new in ulcerative colitis for Elena Marsh, who has tried infliximab?',
    'What is new in ulcerative colitis for the patient, who has tried infliximab?',
  ],
  ['Is vedolizumab safe for my patient elena marsh?', 'Is vedolizumab safe for my patient?'],
  [
    'Marsh, Elena: what helps in severe colitis? Does Marsh need surgery?',
    'The patient: what helps in severe colitis? Does the patient need surgery?',
  ],
  [
    'Treatment for Oluwadamilola Ekwueme, who has sickle cell disease',
    'Treatment for the patient, who has sickle cell disease',
  ],
  ['Ekwueme, who has gout, needs a new drug.', 'The patient, who has gout, needs a new drug.'],
  ['For Raghunathan, 34, find trials in angioedema.', 'For the patient, 34, find trials in angioedema.'],
  ["Elena Marsh's colitis is refractory; what next?", "The patient's colitis is refractory; what next?"],
  ['What about Anna van der Berg with lupus?', 'What about the patient with lupus?'],
  ['Tom Parkinson has Parkinson disease; what is new?', 'The patient has Parkinson disease; what is new?'],
  ['It is for Hendrik Sutherland. J. K. Marsh has it too.', 'It is for the patient. The patient has it too.'],
  ['Is it safe for Mrs. Young? Young adults took it.', 'Is it safe for Mrs.? Young adults took it.'],
  [
    'Colitis for Zoltan Kárpáthy, who has failed infliximab; Sarah Malone has it too.',
    'Colitis for the patient, who has failed infliximab; the patient has it too.',
  ],
  ['Give Elena Velsoritide?', 'Give the patient Velsoritide?'],
  ['Dupilumab for Nguyen Thi Lan?', 'Dupilumab for the patient?'],
  ['For Elena and her sister Ana: screening?', 'For the patient and her sister: screening?'],
  ['SMITH, JOHN with severe asthma: biologics?', 'The patient with severe asthma: biologics?'],
  ['is semaglutide good for zsofia quill', 'is semaglutide good for the patient'],
  [
    'What helps Rose Young with migraine? Young adults only.',
    'What helps the patient with migraine? Young adults only.',
  ],
])('%s: a name without a word that says so', (given, left) => {
  expect(withoutIdentifiers(given, NOW, roster)).toBe(left);
  expect(withoutIdentifiers(left, NOW, roster)).toBe(left);
});

test.each([
  'What is new in Guillain Barré syndrome, Hodgkin lymphoma and Charcot Marie Tooth disease?',
  'Is Dorsemab safe in Parkinson disease? Does Kolvarin help in Halden myopathy?',
  'Is Efsitora Alfa better than Insulin Glargine for Type 2 Diabetes?',
  'What did the Lancet publish on Idiopathic Pulmonary Fibrosis? Does the Victoria trial change care in Germany?',
  'The trial by Anna Weber on gout; Smith et al. found otherwise.',
  'Email Anna Weber at weber@uni.example and ask whether givinostat helps.',
  "Is St John's wort safe with sertraline? What of Zollinger Ellison and Budd Chiari?",
  'Evidence from Johns Hopkins and Novo Nordisk on Lewy body dementia in Burkina Faso and San Marino',
  'Welche neuen Therapien gibt es bei Morbus Bechterew? Bitte jeden Montag um 8 prüfen.',
  'Is treatment with Elexacaftor Tezacaftor Ivacaftor safe? Gene therapy for Leber Congenital Amaurosis?',
  'Look again: Halden myopathy. Limits: for children; told only if a guideline changes. See what changed in NCT09990003.',
  'Follow gout for my patient. Check every Monday at 8. Is this for the patient? Compare both.',
  'Tirolimab Versus Adalimumab In Ulcerative Colitis: A Randomized Trial',
])('%s: nobody is named', (given) => {
  expect(withoutIdentifiers(given, NOW, roster)).toBe(given);
});

test('what repeats a request loses the same words, and no author', () => {
  const found = identifiersIn('Is it safe for Elena Marsh, born 1968-03-04, MRN 4471123?', roster);
  const report = 'Asked for Elena Marsh, MRN 4471123 (born 1968-03-04). Anna Weber and colleagues found it safe.';
  expect(withoutThese(report, found)).toBe('Asked for the patient. Anna Weber and colleagues found it safe.');
});

test('a long text written to be slow is read all the same', () => {
  for (const part of ['a', 'A ', 'Aa ', '1.', 'a1', 'Elena ', 'Aa, ', 'for Aa Bb '])
    expect(typeof withoutIdentifiers(part.repeat(5_000), NOW)).toBe('string');
});
