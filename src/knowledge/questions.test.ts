import { describe, expect, test } from 'vitest';
import { searchKnowledge } from './index.ts';

/** Question → the entry that must come first, and the section where the question asks for one. */
const answered: [question: string, id: string, section?: string][] = [
  // Plain questions
  ['What is type 2 diabetes?', 'type-2-diabetes', 'what it is'],
  ['What does eGFR mean?', 'egfr', 'what it is'],
  ['What are the symptoms of a heart attack?', 'heart-attack', 'symptoms'],
  ['how is high blood pressure treated', 'hypertension', 'treatment'],
  ['What causes gout?', 'gout', 'causes'],
  ['What is a normal HbA1c?', 'hba1c', 'normal values'],
  ['What is a normal blood pressure?', 'blood-pressure', 'normal values'],
  ['normal resting heart rate for adults', 'heart-rate', 'normal values'],
  ['What does a high TSH mean?', 'tsh', 'high values'],
  ['what does low ferritin mean', 'ferritin', 'low values'],
  ['Is a potassium of 5.8 dangerous?', 'potassium-test'],
  ['how can I prevent kidney stones', 'kidney-stones', 'prevention'],
  ['how long does the flu last', 'influenza', 'outlook'],
  ['When should I worry about a headache?', 'headache', 'when to seek care'],
  // Drugs
  ['side effects of metformin', 'metformin', 'side effects'],
  ['Can I drink alcohol with metformin?', 'metformin', 'interactions'],
  ['What is lisinopril used for?', 'ace-inhibitors', 'used for'],
  ['lisinopril cough', 'ace-inhibitors', 'side effects'],
  ['does amlodipine cause swollen ankles', 'amlodipine', 'side effects'],
  ['how do I take levothyroxine', 'levothyroxine', 'how it is taken'],
  ['Can I eat grapefruit with atorvastatin?', 'statins', 'interactions'],
  ['maximum dose of tylenol per day', 'paracetamol', 'how it is taken'],
  ['is ibuprofen safe with kidney disease', 'ibuprofen', 'cautions'],
  ['ibuprofen and warfarin interaction', 'warfarin', 'interactions'],
  ['ozempic side effects', 'glp1-agonists', 'side effects'],
  ['What is Eliquis for?', 'doacs', 'used for'],
  ['missed a dose of my birth control pill', 'contraceptive-pill', 'how it is taken'],
  ['how does an EpiPen work', 'adrenaline-pen'],
  ['is amoxicillin ok for a penicillin allergy', 'amoxicillin'],
  ['prednisone long term side effects', 'steroids', 'side effects'],
  ['can I stop taking sertraline suddenly', 'ssris'],
  // Lay words
  ['why am I so tired all the time', 'fatigue', 'causes'],
  ['sugar diabetes', 'type-2-diabetes'],
  ['I keep throwing up, what can I do at home?', 'nausea', 'self-care'],
  ['my tummy hurts', 'abdominal-pain'],
  ['water infection symptoms', 'urinary-tract-infection', 'symptoms'],
  ['pins and needles in my hands', 'numbness'],
  ['room is spinning when I roll over in bed', 'dizziness'],
  ['heart skips a beat', 'palpitations'],
  ["can't sleep at night", 'insomnia'],
  ['blood in my poop', 'blood-in-stool'],
  ['it burns when I pee', 'painful-urination'],
  ['swollen feet and ankles', 'swollen-legs'],
  ['piles treatment', 'haemorrhoids', 'treatment'],
  ['mini stroke', 'transient-ischaemic-attack'],
  ['blood clot in the leg', 'deep-vein-thrombosis'],
  ['pink eye', 'conjunctivitis'],
  ['bad cholesterol', 'ldl-cholesterol'],
  ['morning after pill how long', 'emergency-contraception'],
  ['stomach bug', 'gastroenteritis'],
  ['ringing in the ears', 'hearing-loss'],
  ['hot flashes', 'menopause'],
  // Abbreviations
  ['A1c 7.2 what does it mean', 'hba1c'],
  ['what is LDL', 'ldl-cholesterol', 'what it is'],
  ['signs of MI', 'heart-attack', 'symptoms'],
  ['what is COPD', 'copd', 'what it is'],
  ['UTI treatment', 'urinary-tract-infection', 'treatment'],
  ['BP normal range', 'blood-pressure', 'normal values'],
  ['what is GERD', 'reflux-disease', 'what it is'],
  ['high CRP', 'crp', 'high values'],
  ['WBC high', 'white-blood-cells', 'high values'],
  ['what is AFib', 'atrial-fibrillation', 'what it is'],
  ['CBC meaning', 'full-blood-count'],
  ['low B12 symptoms', 'vitamin-b12-deficiency', 'symptoms'],
  ['PSA normal range', 'psa', 'normal values'],
  ['what is an EKG', 'ecg', 'what it is'],
  // Misspellings
  ['diabetis type 2 treatment', 'type-2-diabetes', 'treatment'],
  ['metforman side effects', 'metformin', 'side effects'],
  ['what is hypertention', 'hypertension'],
  ['cholestrol test', 'ldl-cholesterol'],
  ['astma attack what to do', 'asthma'],
  ['pnuemonia symptoms', 'pneumonia', 'symptoms'],
  ['atorvastatine muscle pain', 'statins'],
  ['diahrrea remedies', 'diarrhoea'],
  ['migrane triggers', 'migraine', 'causes'],
  ['levothyroxin with coffee', 'levothyroxine'],
  ['hemmorhoids', 'haemorrhoids'],
  // British and American
  ['what is anemia', 'anaemia', 'what it is'],
  ['esophageal reflux', 'reflux-disease'],
  ['hypoglycemia what to do', 'hypoglycaemia', 'what to do'],
  // Topics
  ['do I need to fast before a blood test', 'fasting-blood-test'],
  ['how do I measure my blood pressure at home', 'home-blood-pressure', 'what to do'],
  ['when should I call 911', 'emergency-services', 'what to do'],
  ['which medicines are safe in pregnancy', 'medicines-in-pregnancy'],
  ['what can diabetics eat', 'diet-and-diabetes'],
  ['which vaccines do adults need', 'vaccines-adults'],
  ['how to quit smoking', 'stop-smoking', 'what to do'],
  ['convert mmol/L to mg/dL', 'unit-conversion'],
  ['how much water should I drink a day', 'fluid-balance'],
  ['someone is choking', 'choking'],
];

/** Everyday requests, some with words that also have a clinical sense; and health that the base does not hold. */
const unanswered = [
  'Book me a flight to Paris',
  'What is the capital of France?',
  'Write me a React component',
  'What is the weather in London tomorrow?',
  'Who won the world cup in 2018?',
  'How do I improve my golf stroke?',
  'my laptop has a virus',
  'how do I iron a linen shirt',
  'the great depression of 1929',
  'tell me a joke',
  'recommend a good movie',
  'how do I change a tire on my car',
  'chess openings for beginners',
  'recipe for apple pie',
  'what is the temperature in Madrid',
  'lead singer of the Rolling Stones',
  'translate this sentence into Spanish',
  'how do I boil pasta',
  'stock market crash explained',
  'what time is it in Tokyo',
  'best restaurants near me',
  'solve 3x + 5 = 20',
  'cold war history',
  'heart of darkness summary',
  'how do I train my dog to sit',
  'plan my wedding',
  'shock absorbers for a Honda Civic',
  'what does Fabry disease look like',
  'is zolgensma effective',
  'hello',
  '',
];

describe('questions that people ask', () => {
  test.each(answered)('%s → %s', (question, id, section) => {
    const [first] = searchKnowledge(question);
    expect(first?.id).toBe(id);
    if (section) expect(first?.section).toBe(section);
  });
});

describe('questions that the base does not cover get nothing', () => {
  test.each(unanswered)('%s', (question) => {
    expect(searchKnowledge(question).map((result) => result.id)).toEqual([]);
  });
});
