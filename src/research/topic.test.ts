import { describe, expect, test } from 'vitest';
import { fitOf, isEntryOn, isOnMedicine } from './fit.ts';
import { areaOf, isOn, readText, topicOf } from './topic.ts';
import { topicRules, withoutAmount } from './topic-rules.ts';

test.each([
  ['What is new in gout for people with kidney disease?', 'Gout', ['gout'], ['kidney disease']],
  ['Research treatments for Halden myopathy', 'Halden myopathy', ['Halden myopathy'], []],
  ['severe refractory asthma', 'Asthma', ['asthma'], []],
  ['semaglutide and retinopathy', 'Semaglutide and retinopathy', ['semaglutide', 'retinopathy'], []],
  ['Look into zorbanib for blick disease', 'Zorbanib blick', [], []],
  ['how are patients with lupus treated?', 'Lupus', ['lupus'], []],
])('%s is about %s', (text, label, subjects, setting) => {
  const topic = topicOf(text);
  expect(topic.label).toBe(label);
  expect(topic.subjects.map((subject) => subject.text)).toEqual(subjects);
  expect(topic.setting.map((subject) => subject.text)).toEqual(setting);
});

test.each([
  ['anything for migraine prevention?', 'Febuxostat was not superior to allopurinol for flare prevention.', false],
  ['anything for migraine prevention?', 'Monthly migraine days fell by 7.5 with atogepant.', true],
  ['gout for people with kidney disease', 'Chronic kidney disease stages and what they mean.', false],
  ['gout for people with kidney disease', 'Pegloticase in refractory gout.', true],
  ['Halden myopathy', 'Statin myopathy in 200 patients.', false],
  ['Halden myopathy', 'A mouse model of Halden myopathy.', true],
  ['statins in Alzheimer disease', 'Atorvastatin and the course of Alzheimer disease', true],
  ['statins in Alzheimer disease', 'Donepezil in Alzheimer disease', false],
  ['Duchenne muscular dystrophy', 'Vamorolone improved time to stand in 121 boys with DMD.', true],
])('asked for %s, "%s" counts: %s', (asked, text, expected) => {
  expect(isOn(readText(text), topicOf(asked))).toBe(expected);
});

test.each([
  ['what about colchicine?', 'Gout', true],
  ['newer urate-lowering drugs in gout', 'Gout', true],
  ['does zorbine slow gout?', 'Gout', true],
  ['can sibeprenlimab halt gout?', 'Gout', true],
  ['gout for people with kidney disease', 'Chronic kidney disease', false],
  ['migraine prevention', 'Gout', false],
  ['other myopathy', 'Halden myopathy', false],
  ['rosuvastatin safety', 'Statins', true],
  ['zorbanib in blick disease', 'Zorbanib blick', true],
  ['new treatments for lower UTI', 'Cystitis', true],
  ['uncomplicated UTI in women', 'Cystitis', true],
  ['motor neurone disease', 'Amyotrophic lateral sclerosis', true],
  ['tinea pedis creams', "Athlete's foot", true],
  ['mucoviscidosis', 'Cystic fibrosis', true],
  ['IgA nephritis (Berger disease), weekly', 'IgA nephropathy', true],
  ["Berger's disease", 'IgA nephropathy', true],
  ['lupus nephritis', 'IgA nephropathy', false],
  ['congestive cardiac failure', 'Heart failure', true],
  ['knee osteoarthritis', 'Osteoarthritis', true],
  ['osteoarthritis', 'Knee osteoarthritis', false],
  ['interstitial cystitis', 'Cystitis', false],
  ['amyotrophic lateral sclerosis', 'Spinal muscular atrophy', false],
  ['pulmonary hypertension', 'Hypertension', false],
  ['zenoprast for moderately active colitis', 'Zenoprast and ulcerative colitis', true],
  ['metformin in heart failure', 'Metformin and kidney failure', false],
])('%s fits who follows %s: %s', (asked, area, fits) => {
  expect(fitOf(topicOf(asked), topicOf(area)) >= 0.6).toBe(fits);
});

test('what is excluded is no subject, and what names it does not count', () => {
  const topic = topicOf('allopurinol in gout, not in CKD');
  expect(topic.subjects.map(({ text }) => text)).toEqual(['allopurinol', 'gout']);
  expect(topic.excluded.map(({ text }) => text)).toEqual(['CKD']);
  expect(isOn(readText('Allopurinol for gout in chronic kidney disease'), topic)).toBe(false);
  expect(topicOf('apixaban in atrial fibrillation, excluding people with heart failure').setting).toEqual([]);
});

test.each([
  [
    "She has Crohn and Graves disease; Dr. Whipple asked whether tovarlizumab works in Crohn's disease.",
    "Crohn's disease",
  ],
  ['She has asthma, type 2 diabetes and gout; what is new in gout?', 'Gout'],
  ['My patient has lupus. What is new?', 'Lupus'],
  ['Does dexamethasone help a child who has croup?', 'Croup'],
])('what somebody has beside it is not what is asked about: %s', (text, area) => {
  const topic = topicOf(text);
  expect([areaOf(topic), topic.setting]).toEqual([area, []]);
  expect(topic.subjects.map((subject) => subject.text).join(' ')).not.toMatch(/Graves|Whipple|asthma/);
});

test('the short form of what somebody follows goes to them', () => {
  expect(fitOf(topicOf('Compare velotacept with placebo in MG'), topicOf('Myasthenia gravis'))).toBeGreaterThan(0.6);
  expect(fitOf(topicOf('generalized myasthenia gravis'), topicOf('Myasthenia gravis'))).toBeGreaterThan(0.6);
  expect(fitOf(topicOf('how to slow ALS'), topicOf('ALS'))).toBeGreaterThan(0.6);
});

test('a reference entry is about its title, or given for what is asked', () => {
  expect(isEntryOn('Migraine', topicOf('migraine prevention'))).toBe(true);
  expect(isEntryOn('Allopurinol', topicOf('gout'))).toBe(true);
  expect(isEntryOn('Chronic kidney disease', topicOf('gout'))).toBe(false);
});

test('a title with the medicine asked about and no disease counts for what it is given for', () => {
  const asked = topicOf('Gout. flare prevention with colchicine');
  expect(isOnMedicine('Colchicine prophylaxis when starting urate-lowering therapy', asked)).toBe(true);
  expect(isOnMedicine('Colchicine in pericarditis', asked)).toBe(false);
});

test.each([
  ['Ulcerative colitis in who has failed infliximab: which new drugs help?', ['ulcerative colitis']],
  ['What helps in ulcerative colitis refractory to infliximab and adalimumab?', ['ulcerative colitis']],
  ['Does tofacitinib work in ulcerative colitis after failure of infliximab?', ['tofacitinib', 'ulcerative colitis']],
  ['Why has infliximab failed in ulcerative colitis?', ['infliximab', 'ulcerative colitis']],
  ['Failed infliximab: what is known?', ['failed infliximab']],
])('%s: what was given before is not what is asked about', (question, subjects) => {
  expect(topicOf(question).subjects.map(({ text }) => text.toLowerCase())).toEqual(subjects);
});

describe('for whom, without whom and how much are no subject', () => {
  const settings = (text: string) => topicOf(text).setting.map((subject) => subject.text.toLowerCase());
  const excluded = (text: string) => topicOf(text).excluded.map((subject) => subject.text.toLowerCase());
  test.each(topicRules())('$kind: $example', ({ kind, example, counter }) => {
    if (kind === 'people') expect([settings(example), settings(counter)]).toEqual([['nursing mothers'], []]);
    else if (kind === 'whom') expect([settings(example).length, settings(counter).length]).toEqual([1, 0]);
    else if (kind === 'patient')
      expect([topicOf(example), topicOf(counter)].map(({ subjects }) => subjects.map(({ text }) => text))).toEqual([
        ['zorbine', 'gout'],
        ['zorbine', 'gout', 'asthma'],
      ]);
    else if (kind === 'excluded') expect([excluded(example).length, excluded(counter).length]).toEqual([1, 0]);
    else {
      expect(withoutAmount(example).split(' ')).toHaveLength(1);
      expect(withoutAmount(counter)).toBe(counter);
    }
  });
});

test('what a medicine may have done is not what it is given for; how ill somebody is and who is to look are no names', () => {
  const subjects = (text: string) => topicOf(text).subjects.map(({ text: said }) => said);
  expect(subjects('How common is hearing loss with velutomab?')).toEqual(['velutomab']);
  expect(subjects('Cough from lisinopril')).toEqual(['lisinopril']);
  expect(subjects('whether uveitis resolved after stopping brelozine')).toEqual(['brelozine']);
  expect(areaOf(topicOf('Does gout improve after starting febuxostat?'))).toBe('Gout');
  expect(subjects('How common is candidiasis with brelozine?')).toEqual(['brelozine']);
  expect(subjects('What is the risk of stroke in atrial fibrillation?')).toContain('atrial fibrillation');
  expect(subjects('Treat gout with febuxostat')).toEqual(['gout', 'febuxostat']);
  expect(subjects('Depression after stroke')).toEqual(['Depression', 'stroke']);
  expect(subjects('Chronic pain after surgery')).toContain('Chronic pain');
  expect(subjects('Nausea after chemotherapy')).toContain('Nausea');
  expect(subjects('Depression after bereavement')).toEqual(['Depression']);
  expect(subjects('Create an agent for geographic atrophy')).toEqual(['geographic atrophy']);
  expect(subjects('Follow gene therapy for X-linked retinitis pigmentosa')).toEqual([
    'gene therapy',
    'X-linked retinitis pigmentosa',
  ]);
});

test.each([
  ['Is seltarafen safe for nursing mothers?', 'Seltarafen'],
  ['Can smokers take seltarafen?', 'Seltarafen'],
  ['Which of my patients should get seltarafen?', 'Seltarafen'],
  ['Should teenagers be given seltarafen?', 'Seltarafen'],
  ['What is new for smokers?', 'Smokers'],
])('%s: the area is %s, for whomever it is asked', (text, area) => expect(areaOf(topicOf(text))).toBe(area));

test('a name with a hyphen is found in a text; another illness of the same organ is none of it', () => {
  const topic = topicOf('Follow gene therapy for X-linked retinitis pigmentosa');
  expect(isOn(readText('VISTA: botavec gene therapy in X-linked retinitis pigmentosa'), topic)).toBe(true);
  expect(isOn(readText('Velutomab in thyroid eye disease'), topicOf('uveitis'), true)).toBe(false);
});
