import { expect, test } from 'vitest';
import { sortPapers, strangerIn } from './misfiled.ts';

const born = '1997-04-18';

test.each([
  [
    'Patient: Mrs Tamsyn ROSEVEAR, born 3 August 1968, 12 Quarry Lane\nALLERGY: PENICILLIN.',
    /ROSEVEAR, born 3 August 1968/,
  ],
  ['Cardiology\nRe: Ms A. Example      Born 19/06/1961      Leeds\nSeen today.', /Example {2,}Born 19\/06\/1961/],
  [
    'Coumadin Clinic, Rio Rancho. Patient: Dora QUINT, DOB 11/30/1952, MRN 88\n\nDear Ms. Quint',
    /QUINT, DOB 11\/30\/1952/,
  ],
  ['To: Mr T. Siddiq, born 3 June 1949, Keighley. Dear Mr Siddiq, your blood test', /Siddiq, born 3 June 1949/],
  ['LAB SLIP - RE: BOYD, Nino, female, born 30/11/1991, clinic\nBooking bloods', /BOYD, Nino, female, born/],
  ['Yellow slip.\nName ACKERSLEY, Thurston. Born 3 February 1958. Reason: valve', /ACKERSLEY, Thurston\. Born/],
  ['Dear parents of Ansel FAIR, born 02.12.2019, number ending 4471\nThank you', /FAIR, born 02\.12\.2019/],
])('the heading of a paper names another: %s', (text, who) => expect(strangerIn(text, born)).toMatch(who));

test.each([
  'Re: Tamsin ROSEWARNE, born 18.04.1997\nSeen today.',
  'Her sister, born 2014, has asthma.',
  'Re: blood results\nAll fine.',
  'Patient: born 1997',
])('no other is named: %s', (text) => expect(strangerIn(text, born)).toBeUndefined());

test('without a birth date nobody is a stranger', () => {
  expect(strangerIn('Re: X Y, born 1 May 1950', null)).toBeUndefined();
});

test('a second sheet in the same envelope is of somebody else; a relative by birth is none', () => {
  const text =
    'Flyer of the hearing fair.\nSecond sheet: LEONARD TANSLEY, born 3 May 1939, Craven Arms. Warfarin 4 mg, allergic to codeine.';
  const { own, misfiled } = sortPapers([{ text } as never], '1947-02-08');
  expect(own.map((paper) => paper.text)).toEqual(['Flyer of the hearing fair.']);
  expect(misfiled).toMatchObject([{ who: expect.stringMatching(/LEONARD TANSLEY, born 3 May 1939/) }]);
  const kin = 'Seen today.\nHer brother Leonard Tansley, born 3 May 1939, has diabetes.';
  expect(sortPapers([{ text: kin } as never], '1947-02-08').misfiled).toEqual([]);
});

test('a letter whose heading stands on its second line is set aside whole', () => {
  const text =
    'Clotting Service.\nRe: Mr Howard POCKTON, born 2 December 1951, Whitby.\nDear Mr Pockton, your INR was 2.8.';
  const { own, misfiled } = sortPapers([{ text } as never], '1974-03-09', 'Hereward Pocklington');
  expect(own).toEqual([]);
  expect(misfiled.map((paper) => paper.text)).toEqual([text]);
});

test('under another name a birth a year apart is another person, under the own name a slip of the pen', () => {
  const heading = 'born 11 February 2019, Welshpool.';
  expect(strangerIn(`Re: Ismay TARBELL, ${heading}`, '2020-02-11', 'Ismenia Tarkowska-Bell')).toMatch(/TARBELL/);
  expect(strangerIn(`Re: Ismenia BELL, ${heading}`, '2020-02-11', 'Ismenia Tarkowska-Bell')).toBeUndefined();
  expect(strangerIn(`Re: Ismay TARBELL, ${heading}`, '2020-02-11')).toBeUndefined();
});

test('a paper that begins with somebody and their birth is headed by them, however alike the name', () => {
  const text = 'OSBORN TREVANNION, born 30.9.1948, Hayle. Colonoscopy: two polyps removed. He takes apixaban.';
  expect(strangerIn(text, '1966-02-08', 'Osbern Trevanion')).toMatch(/OSBORN TREVANNION/);
  expect(strangerIn('Osbern Trevanion, born 8.2.1966, Hayle. Seen today.', '1966-02-08', 'Osbern Trevanion')).toBe(
    undefined,
  );
});

test('a paragraph of a sheet that is about another, by name and year of birth, is theirs', () => {
  const text =
    'Week 2 to 8 Nov. Warfarin signed every evening.\nFERGAL PENNINGTON (room 6, b. 1971) - copied here: Epilim 500 mg twice a day.';
  const { own, misfiled } = sortPapers([{ text } as never], '1985-03-02', 'Fulbert Pettigrew');
  expect(own.map((paper) => paper.text)).toEqual(['Week 2 to 8 Nov. Warfarin signed every evening.']);
  expect(misfiled.map((paper) => paper.text).join()).toMatch(/Epilim/);
});
