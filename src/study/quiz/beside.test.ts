/** What stands beside the right option: of its class, surely wrong, of what the heading names; or another kind of question. */
import { expect, test } from 'vitest';
import { openCorpus } from '../facts/corpus.ts';
import { makeCards } from '../making-cards.ts';
import type { Passage, Question, QuestionKind } from '../types.ts';
import { openChance } from './chance.ts';
import { makeMatch } from './matching.ts';
import { makeQuestions } from './quiz.ts';

const DIURETICS = `Furosemide, bumetanide and torasemide are loop diuretics. Hydrochlorothiazide and indapamide are thiazide-type diuretics. Mannitol is an osmotic diuretic that acts mainly in the proximal tubule and the descending limb. Thiazides inhibit the sodium-chloride cotransporter NCC in the distal convoluted tubule.`;
const SHOCK = `Noradrenaline is the first-choice vasopressor in septic shock. Dopamine is not recommended, because it causes more arrhythmias. Vasopressin is added later. Broad-spectrum antibiotics are given within 1 hour in septic shock. Crystalloid is given at 30 mL per kilogram within the first 3 hours.`;
const PREGNANCY = `Warfarin is replaced by heparin in early pregnancy. Insulin moves potassium into cells. Propranolol controls the adrenergic symptoms.`;

function passageOf(topic: string, text: string): Passage {
  return {
    ...{ id: topic, material: 'm', chapter: '1.1', chapter_title: topic, topic, text },
    source: { source_type: 'internal_doc', id: topic, service: 'm' } as Passage['source'],
  };
}

async function ask(topic: string, text: string, ...kinds: QuestionKind[]): Promise<Question[]> {
  const passage = passageOf(topic, text);
  const corpus = await openCorpus([passage]);
  const rounds = ['a', 'b', 'c'].map((seed) =>
    makeQuestions({ corpus, passages: [passage], all: [passage], count: 20, kinds, seed }),
  );
  return (await Promise.all(rounds)).flat();
}

const optionsOf = (questions: readonly Question[], stem: RegExp) =>
  questions.filter((question) => stem.test(question.stem)).flatMap(({ options }) => options.map(({ text }) => text));

test('a medicine stands beside those of its class that the course tells apart', async () => {
  const chosen = await ask('Diuretics', DIURETICS, 'choice');
  const osmotic = optionsOf(chosen, /osmotic diuretic/);
  expect(osmotic).toContain('Mannitol');
  expect(osmotic.join()).toMatch(/furosemide|torasemide|hydrochlorothiazide|indapamide/i);
  expect(osmotic.join()).not.toMatch(/metoprolol|diltiazem|lisinopril|valsartan|amlodipine/i);
  expect(optionsOf(chosen, /NCC/).join()).not.toMatch(/anticoagulant|beta|statin/i);
});

test('of a role others of the class are offered, and no hormone of another kind', async () => {
  const options = optionsOf(await ask('Septic shock', SHOCK, 'choice'), /first-choice vasopressor/);
  expect(options).toContain('Noradrenaline');
  expect(options.join()).not.toMatch(/cortisol|thyroxine|insulin/i);
});

test('what is done with one is done with others too: it is not asked with a choice', async () => {
  const asked = (await ask('Medicines', PREGNANCY, 'choice')).map(({ stem }) => stem).join('\n');
  expect(asked).not.toMatch(/replaced by|into cells|adrenergic symptoms/);
  const shock = (await ask('Septic shock', SHOCK, 'choice', 'cloze')).map(({ stem }) => stem).join('\n');
  expect(shock).not.toMatch(/1 hour in (?:____|which)/);
});

test('a figure is asked of what its heading names, and without a heading only where it says so itself', async () => {
  const stems = (await ask('Sepsis', SHOCK, 'cloze')).map(({ stem }) => stem);
  expect(stems).toContain('Sepsis: Crystalloid is given at ____ within the first 3 hours.');
  const bare = 'Typical findings are tachycardia and, in about 25 % of patients, orbitopathy.';
  expect(await ask('notes.txt', bare, 'cloze')).toEqual([]);
  expect((await ask('Graves disease', bare, 'cloze')).map(({ stem }) => stem)).toContain(
    'Graves disease: Typical findings are tachycardia and, in about ____ of patients, orbitopathy.',
  );
});

test('hours stand in their number, and no option is a part of one', async () => {
  const options = optionsOf(await ask('Sepsis', SHOCK.replace('in septic shock. C', '. C'), 'choice'), /antibiotics/);
  expect(options.filter((text) => /^(?!1 )\d+ hour$|0\.\d hour/.test(text))).toEqual([]);
});

test('cards say of what: reasons behind their heading, nothing "of both drugs" as a definition', async () => {
  const text = `${SHOCK} Agranulocytosis is a rare but serious adverse effect of both drugs. Furosemide, bumetanide and torasemide are loop diuretics.`;
  const passage = passageOf('Septic shock', text);
  const fronts = makeCards(await openCorpus([passage]), [{ passages: [passage] }], 40, 'a').map(({ front }) => front);
  expect(fronts).toContain('Septic shock: Why is dopamine not recommended?');
  expect(fronts).toContain('What are furosemide, bumetanide and torasemide?');
  expect(fronts.join('\n')).not.toMatch(/agranulocytosis/i);
  const more =
    'A raised jugular venous pressure is the most specific sign. Calcium gluconate is the antidote. Loss of the patellar reflexes is the first sign of magnesium toxicity. A type I error is the rejection of a true null hypothesis.';
  const headed = passageOf('Heart failure', more);
  const asked = makeCards(await openCorpus([headed]), [{ passages: [headed] }], 40, 'a').map(({ front }) => front);
  expect(asked).toContain('What is a type I error?');
  expect(asked.join('\n')).toMatch(/^Heart failure: What is the most specific sign\?$/m);
  expect(asked.join('\n')).not.toMatch(/antidote\?|What is loss of/);
});

test('a role is asked of what it is for, and an antidote only of its poison', async () => {
  const text =
    'Oxytocin is the first-line drug. Calcium gluconate is the antidote. Uterine atony is the most common cause.';
  const headed = (await ask('Postpartum haemorrhage', text, 'cloze', 'short')).map(({ stem }) => stem).join('\n');
  expect(headed).toMatch(/postpartum haemorrhage/i);
  expect(headed).not.toMatch(/^(?:What is the first-line drug\?|____ is the first-line drug\.)$/m);
  expect(headed).not.toContain('antidote');
  expect(await ask('notes.txt', text, 'cloze', 'short', 'choice')).toEqual([]);
});

test('headings within plain text say what stands below them is about; points below a line are its list', async () => {
  const text = `Hypertension in pregnancy is common.\n\nPostpartum haemorrhage\nTranexamic acid reduces death from bleeding when it is given within 3 hours of birth. Oxytocin is the first-line drug.\n\nRisk factors for pre-eclampsia are:\n- first pregnancy\n- diabetes\n- chronic kidney disease\n- multiple pregnancy`;
  const asked = await ask('Obstetrics', text, 'cloze', 'short');
  const stems = asked.map(({ stem }) => stem);
  expect(stems.filter((stem) => stem.startsWith('Postpartum haemorrhage: '))).not.toEqual([]);
  const risks = asked.find(({ stem }) => stem === 'What are the risk factors for pre-eclampsia?');
  expect(risks?.key).toMatchObject({ text: expect.stringContaining('chronic kidney disease') });
});

test('in a normal distribution the median is the mean', async () => {
  const text = 'In a normal distribution 95 % of values lie within 1.96 standard deviations of the mean.';
  expect(optionsOf(await ask('Statistics', text, 'choice'), /deviations of/).join()).not.toMatch(/median|mode/i);
});

test('a match asks for what the material says; what is true of many, or of kin, stands in none', async () => {
  const text =
    'Carboprost should be avoided in asthma. Ergometrine should be avoided in hypertension. Oxytocin should be avoided in heart failure. Atosiban inhibits the oxytocin receptor.';
  expect(await ask('Uterine drugs', text, 'match')).toEqual([]);
  const table =
    '| Toxin | Mechanism |\n| --- | --- |\n| Tetanospasmin | prevents the release of glycine |\n| Shiga toxin | inactivates the 60S subunit |\n| Exotoxin A | inactivates elongation factor 2 |\n';
  const stems = (await ask('Toxins', table, 'match')).map(({ stem }) => stem);
  expect(stems).toContain('Match each toxin with what the table gives as “mechanism”.');
});

test('what raises and what lowers are each other’s strangers', async () => {
  const text =
    'Drugs that increase the INR:\n\n- amiodarone\n- metronidazole\n- fluconazole\n- clarithromycin\n\nDrugs that lower the INR:\n\n- rifampicin\n- carbamazepine\n- phenytoin\n';
  const asked = await ask('Warfarin', text, 'which_not');
  const [raised] = asked.filter(({ stem }) => /drugs that increase the INR/.test(stem));
  expect(raised?.key).toMatchObject({ text: expect.stringMatching(/rifampicin|carbamazepine|phenytoin/i) });
});

test('a habit stands beside habits, a dose beside doses that are given', async () => {
  const text =
    'Smoking is the strongest modifiable risk factor for Graves orbitopathy. The dose of apixaban in atrial fibrillation is 5 mg twice daily. Levothyroxine is taken on an empty stomach.';
  const asked = await ask('Drugs', text, 'choice');
  expect(optionsOf(asked, /orbitopathy/).join()).not.toMatch(/mania|autism|delirium|depression/i);
  expect(optionsOf(asked, /apixaban/).join()).not.toMatch(/\b[6789] mg/);
  expect(optionsOf(asked, /empty ____/)).toEqual([]);
  expect(optionsOf(asked, /empty stomach/).join()).not.toMatch(/hormone|gastrin|secretin/i);
});

test('a question is asked of what its paragraph is about', async () => {
  const text =
    'Factor V Leiden is a point mutation that makes factor V resistant to activated protein C. Heterozygotes have a fivefold risk of venous thrombosis.\n\nHeparin-induced thrombocytopenia is an immune reaction to heparin. Platelets fall by more than 50 % between day 5 and day 10.';
  const stems = (await ask('2.2 Thrombophilia', text, 'choice', 'cloze')).map(({ stem }) => stem);
  expect(stems.filter((stem) => stem.includes('fivefold')).every((stem) => stem.startsWith('Factor V Leiden: '))).toBe(
    true,
  );
  expect(stems.some((stem) => stem.startsWith('Heparin-induced thrombocytopenia: '))).toBe(true);
});

test('in a match nothing stands that is known of another row too', () => {
  const pair = (left: string, right: string) => ({ left, right, passage: passageOf('x', ''), words: right });
  const pairs = [
    pair('Metformin', 'Is given for type 2 diabetes'),
    pair('Gliclazide', 'Makes the pancreas release insulin'),
    pair('Warfarin', 'Inhibits vitamin K epoxide reductase'),
    pair('Allopurinol', 'Lowers uric acid by way of xanthine oxidase'),
  ];
  const match = makeMatch(pairs, openChance('x'));
  expect(match?.items?.map(({ text }) => text)).toEqual(['Gliclazide', 'Warfarin', 'Allopurinol']);
});

test('what all of a class do is not asked with others of the class', async () => {
  const text =
    'Timolol blocks beta receptors and thereby reduces the production of aqueous humour. Latanoprost increases the outflow.';
  const options = optionsOf(await ask('Glaucoma', text, 'choice'), /blocks beta receptors/).join();
  expect(options).not.toMatch(/atenolol|bisoprolol|metoprolol/i);
});
