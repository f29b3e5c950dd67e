/** What papers tie to a value, a form, a size, a flyer or a day, beside what the record holds today. */
import { expect, test } from 'vitest';
import { findRedFlags } from '../../clinical/index.ts';
import { emptyChart } from '../chart.ts';
import { consult } from '../index.ts';
import { viewNodes } from '../viewing.ts';
import { ask, talk } from './fixture.ts';

test('a condition on a value that is quoted stands beside the last value', () => {
  const person = {
    age: 60,
    values: { eGFR: 27 },
    notes: ['Malaria tablets: Malarone only if eGFR is 30 or more. Mefloquine no.'],
  };
  expect(ask(person, 'what did they say about malaria tablets?')).toMatch(
    /value of .*GFR was 27.*below the 30 named there/i,
  );
});

test('the strength of a pen is tied to the weight by the paper, not to an allergy test', () => {
  const person = {
    age: 7,
    takes: ['adrenaline auto-injector 150 micrograms'],
    values: { weight: 21.4 },
    notes: ['Pens: adrenaline 150 micrograms. Change to 300 micrograms when he reaches 25 kg, not before.'],
  };
  expect(ask(person, 'is my adrenaline pen still the right strength?')).toMatch(/25 kg.*21\.4 kg/s);
});

test('a medicine by its form is found among those that were stopped, too', () => {
  const person = {
    age: 8,
    takes: ['salbutamol 100 micrograms inhaler'],
    stopped: ['montelukast 5 mg chewable tablet'],
    notes: ['Montelukast was stopped for good after nightmares.'],
  };
  expect(ask(person, 'why was I taken off the chewy night tablet?')).toMatch(/montelukast.*nightmares/is);
});

test('how big something is, is no value of the organ; and of another year the same paper tells', () => {
  const person = {
    age: 70,
    has: ['COPD'],
    values: { 'oxygen saturation': 90 },
    notes: ['The spot in the right lung was 7 mm in October 2024, and now is 11 mm.'],
  };
  const [now, then] = talk(person, ['how big is the spot on my lung now?', 'and two years ago?']);
  expect(now).toMatch(/11 mm/);
  expect(now).not.toMatch(/saturation/);
  expect(then).toMatch(/7 mm in October 2024/);
});

test('a word that is written in parts is the word of the record', () => {
  const person = { age: 50, has: ['antiphospholipid syndrome'], notes: ['Antiphospholipid syndrome since 2021.'] };
  const said = ask(person, 'what is this anti phospho lipid thing?');
  expect(said).toMatch(/clot/);
  expect(said).not.toMatch(/lipid profile/);
});

test('what a flyer sells under a name of its own is weighed by what is in it', () => {
  const person = {
    age: 29,
    sex: 'female' as const,
    has: ['pregnancy'],
    notes: [
      'Flyer: BumpGlow shop @30 | Our Green Mama capsules with vitamin A (retinol 3000 micrograms) and senna, three for two!',
    ],
  };
  const said = ask(person, 'I bought the green mama capsules from that bumpglow paper, ok to start?');
  expect(said).toMatch(/Vitamin A: no/);
  expect(said).toMatch(/By "Flyer: BumpGlow shop" it holds/);
});

test('a change without the name of the medicine is of the one whose value the paper speaks of', () => {
  const person = {
    age: 44,
    takes: ['warfarin @600'],
    notes: [
      'Anticoagulation note @12 | INR 2.8 today. He was on 7 mg every evening; from tonight 6 mg and 7 mg on Sundays.',
      'Anticoagulation letter @300 | Above 5.0: leave out that evening and ring. INR goal 2.5.',
    ],
  };
  expect(ask(person, 'how much warfarin am I on now?')).toMatch(/from tonight 6 mg/);
});

test('a change without a name is not of warfarin where the sentence before speaks of another medicine that is taken', () => {
  const person = {
    age: 44,
    takes: ['warfarin @600', 'furosemide 40 mg @600'],
    notes: ['Heart clinic letter @12 | INR 2.8 on warfarin. Furosemide was too weak. From today 80 mg every morning.'],
  };
  expect(ask(person, 'how much warfarin am I on now?')).not.toMatch(/A newer paper changes/);
});

test('a complaint that an illness of the record brings is treated by its plan', () => {
  const person = {
    age: 73,
    has: ['gout'],
    takes: ['allopurinol 100 mg', 'colchicine 500 micrograms'],
    notes: ['Gout flare plan: colchicine 500 micrograms twice a day, no more than 6 tablets a course.'],
  };
  const said = ask(person, 'my toe is on fire again, what am I supposed to take?');
  expect(said).toMatch(/no more than 6 tablets/);
  expect(said).not.toMatch(/There is no joint pain/);
});

test('when a medicine is to be stopped is told from the paper', () => {
  const person = {
    age: 29,
    takes: ['adalimumab 40 mg'],
    notes: ['Adalimumab: last dose before birth planned at 36 weeks, about 7 March 2027.'],
  };
  expect(ask(person, 'when do I stop the humira before the birth?')).toMatch(/7 March 2027/);
});

test('of two sides each has its value, the one that was asked for first', () => {
  const now = '2026-11-15T10:00:00Z';
  const nodes = (['right', 'left'] as const).map((side, at) => ({
    uuid: side,
    label: 'Observation',
    properties: { name: `Intraocular pressure ${side} eye`, value: 18 + at, unit: 'mmHg', time: '2026-10-14' },
  }));
  const view = viewNodes(
    'p',
    [{ uuid: 'p', label: 'Patient', properties: { birth_date: '1959-07-01' } }, ...nodes],
    now,
  );
  const property = (uuid: string, name: string) =>
    nodes.find((each) => each.uuid === uuid)?.properties[name as 'name' | 'value'];
  const chart = { ...emptyChart(now), view, property };
  const { text } = consult({ chart, message: 'what was the pressure in my left eye last time?', now }).answer;
  expect(text).toMatch(/left eye 19 mmHg.*right eye 18 mmHg/);
});

test('a name that is begun is the one of this record; a no of the record goes before what was filed by mistake', () => {
  const person = { age: 67, takes: ['methotrexate 2.5 mg'], has: ['rheumatoid arthritis'] };
  expect(ask(person, 'I have taken the metho tablets every day since monday by mistake')).toMatch(/once a WEEK/);
});

test('when something is done to a part of the body is no wish for all about it', () => {
  const person = {
    age: 67,
    has: ['glaucoma'],
    notes: ['Laser iridotomy LEFT eye is booked for Friday 27 November 2026.'],
  };
  const said = ask(person, 'when is my eye laser and which eye?');
  expect(said).toMatch(/LEFT eye is booked for Friday 27 November/);
});

test('fumes are met with fresh air, and not with the package of a medicine', () => {
  expect(findRedFlags('lit the stove this morning and now a thumping head, sick and woozy')).toMatchObject([
    { rule: 'fumes' },
  ]);
  expect(findRedFlags('the carbon monoxide alarm went off')).toMatchObject([{ rule: 'fumes' }]);
  expect(findRedFlags('we have a log burner, is that bad for my asthma?')).toEqual([]);
});
