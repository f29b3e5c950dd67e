import { expect, test } from 'vitest';
import { porterStem } from './porter.ts';

/** The examples of Porter's paper, step by step, taken through all of them. */
const EXAMPLES = `
caresses caress, ponies poni, ties ti, caress caress, cats cat, feed feed, agreed agre, plastered plaster, bled bled,
motoring motor, sing sing, conflated conflat, troubled troubl, sized size, hopping hop, tanned tan, falling fall,
hissing hiss, fizzed fizz, failing fail, filing file, happy happi, sky sky, relational relat, conditional condit,
rational ration, digitizer digit, vietnamization vietnam, predication predic, operator oper, feudalism feudal,
decisiveness decis, hopefulness hope, callousness callous, formaliti formal, sensitiviti sensit, sensibiliti sensibl,
triplicate triplic, formative form, formalize formal, electriciti electr, electrical electr, hopeful hope, goodness good,
revival reviv, allowance allow, inference infer, airliner airlin, gyroscopic gyroscop, adjustable adjust,
defensible defens, irritant irrit, replacement replac, adjustment adjust, dependent depend, adoption adopt,
communism commun, activate activ, angulariti angular, homologous homolog, effective effect, bowdlerize bowdler,
probate probat, rate rate, cease ceas, controll control, roll roll, at at, be be`;

test.each(EXAMPLES.split(',').map((pair) => pair.trim().split(' ') as [string, string]))('%s → %s', (word, stem) => {
  expect(porterStem(word)).toBe(stem);
});

/** Words of health with the stems that Lucene's English analyser gives them. */
const CLINICAL = `
diabetes diabet, diabetic diabet, hypertension hypertens, hypertensive hypertens, arthritis arthriti, infections infect,
vaccination vaccin, pregnancies pregnanc, allergies allergi, allergic allerg, kidneys kidnei, breathing breath,
bleeding bleed, injuries injuri, injured injur, dizziness dizzi, tiredness tired, medically medic, therapies therapi,
therapeutic therapeut, diagnosis diagnosi, diagnoses diagnos, swollen swollen, swelling swell, headaches headach,
migraines migrain, palpitations palpit, antibiotics antibiot, asthmatic asthmat, pneumonia pneumonia,
fractures fractur, sleepiness sleepi, dehydration dehydr, vomited vomit, feverish feverish`;

test.each(
  CLINICAL.split(',').map((pair) => pair.trim().split(' ') as [string, string]),
)("%s → %s, as Lucene's", (word, stem) => {
  expect(porterStem(word)).toBe(stem);
});
