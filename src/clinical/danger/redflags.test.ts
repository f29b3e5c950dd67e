import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRedFlagFiles } from './redflag-schema.ts';
import { findRedFlags } from './redflags.ts';

const read = (file: string) => readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8');
const rulesIn = (text: string) => findRedFlags(text).map(({ rule }) => rule);

describe('the files behind the red flags', () => {
  test('are in order', () => {
    expect(checkRedFlagFiles()).toEqual([]);
  });

  test.each([
    [
      'a sign of an unknown rule',
      'signs: |',
      'signs: |\n  nonsense: <bleed>',
      /redflags\.yml:\d+: No rule is named "nonsense"/,
    ],
    [
      'a sign of an unknown list',
      'signs: |',
      'signs: |\n  bleeding: <blud>',
      /redflags\.yml:\d+: No list is named "blud"/,
    ],
    ['a broken sign', 'signs: |', 'signs: |\n  bleeding: <bleed> + <a_lot>', /redflags\.yml:\d+: A sign is/],
    ['a rule without advice', 'rules: |', 'rules: |\n  new | a new rule', /redflags\.yml:\d+: /],
    ['a broken phrase', 'words: |', 'words: |\n  broken: <cut ~ open', /redflags\.yml:\d+: Phrases are words/],
  ])('%s is told with its line', (_, from, to, message) => {
    const mistakes = checkRedFlagFiles((file) => (file === 'redflags.yml' ? read(file).replace(from, to) : read(file)));
    expect(mistakes).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });
});

describe('each kind of emergency is found and named', () => {
  test.each([
    ['chest_pain', 'crushing chest pain and my left arm is numb'],
    ['circulation', 'the box in my chest kicked me twice in ten minutes'],
    ['stroke', "mum's face has dropped on one side and she's slurring"],
    ['anaphylaxis', 'stung by a wasp, lips swelling and I am wheezing'],
    ['overdose', 'I took 30 paracetamol an hour ago'],
    ['suicide', 'I want to kill myself tonight'],
    ['not_breathing', 'he is choking on a grape and cannot breathe'],
    ['unconscious', 'my wife is unconscious'],
    ['bleeding', 'blood is spurting out of my thigh'],
    ['seizure', 'she has been fitting for more than 5 minutes'],
    ['injury', 'my friend has been stabbed'],
    ['infection', 'fever, stiff neck and a rash that does not fade under a glass'],
    ['pregnancy', '34 weeks pregnant, splitting headache and flashing lights'],
    ['circulation', 'heart going 190 for an hour, feel like passing out'],
    ['stroke', 'her face is fall down one side and she no talk good'],
    ['suicide', 'the letters are written and my tablets are lined up. how do I close my account'],
    ['injury', 'he was hit by a car and cannot move his legs'],
    ['suicide', 'sitting in the car with the garage shut and the engine on'],
    ['not_breathing', 'can only manage one word between breaths'],
    ['bleeding', "the dog bit my son in the face and it won't stop bleeding"],
    ['infection', 'she has had no wet nappy since yesterday and diarrhoea, can she have dioralyte'],
    ['not_breathing', 'my leg is swollen and hot and I am short of puff'],
    ['stroke', 'my head is bursting, the worst I have ever had'],
    ['stroke', 'my head is exploding, never had anything like it'],
    ['infection', 'temp 39.8, confused and not passed any water since yesterday, uti last week'],
  ])('%s: %s', (rule, text) => {
    expect(rulesIn(text)).toContain(rule);
  });
});

describe('what only sounds like one is none', () => {
  test.each([
    'I have no chest pain',
    'My father had a heart attack in 1998',
    'What are the signs of a stroke?',
    'when did I have my chest pain?',
    'can sertraline cause suicidal thoughts?',
    'could ibuprofen make me vomit blood?',
    'why does my chest feel tight when I am anxious',
    "why can't I feel my feet",
    'which of my tablets makes me sleepy and confused',
    'If I get chest pain, should I call you?',
    'not suicidal',
    "I can't breathe through my nose",
    'show me all my lab results',
    'this traffic is killing me',
    'our startup is haemorrhaging cash',
    'rangers drowned in their own errors',
    'my dog ate chocolate and is shaking',
    'my puppy is unconscious',
    'bp 128/79 sitting, left arm',
    'chest pain clinic 12 May: discharged, muscular',
    'found a home for the cat before we move to Spain',
    'can I roll over my 401k',
    'sales collapsed in march, make a chart',
  ])('%s', (text) => {
    expect(rulesIn(text)).toEqual([]);
  });
});

describe('an everyday complaint is none, whatever it is told with', () => {
  test.each([
    ['fever in a child that plays', 'my 4 year old has 38.9, she is playing and drinking her juice'],
    ['flu', 'fever 39 and cough for two days'],
    ['a bug', "I've been vomiting since last night, sips of water stay down"],
    ['a limb that fell asleep', 'my foot went numb from sitting on it, fine after a walk'],
    ['the dentist', 'lip still numb from the filling this morning'],
    ['a muscle', 'my chest muscles ache after press ups, hurts when I push on them'],
    ['a short dizziness', 'dizzy for a second when I stood up, fine now'],
    ['a harmless sting', 'bee sting on my hand an hour ago, just sore and a bit puffy'],
    ['one tablet more', 'took two ibuprofen instead of one'],
    ['the wrong time', 'took my levothyroxine with coffee by accident'],
    ['an ordinary pregnancy', 'pregnant, 30 weeks, my back aches after work, baby kicking loads'],
    ['a bruise', 'stubbed my toe and it is blue, I can walk'],
    ['curiosity', 'why do veins look blue'],
    ['wind', 'trapped wind under my ribs after beans'],
    ['a nail', 'ingrown toenail, a bit red at the edge'],
    ['high sugar that is no danger', 'fasting sugar 13 mmol/L this morning, type 2, feel fine'],
    ['figures beside each other', 'BP 144/78, pulse 76, temp 36.5, oxygen 95, ate all her dinner'],
    ['blood results', 'Hb 109, platelets 198, glucose 5.0 fasting and 7.1 at two hours'],
  ])('%s: %s', (_, text) => {
    expect(rulesIn(text)).toEqual([]);
  });
});

describe('the same complaint in danger is one', () => {
  test.each([
    ['fever in a newborn', 'my 4 week old has 38.9 and will not feed'],
    ['fever and a stiff neck', 'fever 39, stiff neck and the light hurts her eyes'],
    ['vomiting blood', "I've been vomiting blood since last night"],
    ['a cold white limb', 'my foot went numb, cold and white all of a sudden'],
    ['a face that drops', 'lip numb and her face droops on one side since this morning'],
    ['a heart', 'my chest hurts after press ups, crushing, and I am sweating and sick'],
    ['a sting with hives', 'bee sting an hour ago, hives all over and my throat is tight'],
    ['many tablets', 'took twenty ibuprofen and all my codeine'],
    ['a silent baby', 'pregnant, 30 weeks, baby has not moved since yesterday'],
    ['blue lips', 'my son is blue and not breathing properly'],
    ['a crushed leg', 'his leg is trapped under the car'],
    ['the edge of a roof', 'sitting on the edge of the roof, nobody will miss me'],
    ['very low sugar', 'sugar 1.9, he is sweating and confused'],
    ['low oxygen', 'her oxygen is 79 and she is drowsy'],
    ['a calm question', "my wife's face is drooping since lunch, is that normal?"],
  ])('%s: %s', (_, text) => {
    expect(rulesIn(text)).not.toEqual([]);
  });
});

test('a flag points at the words that show it', () => {
  const text = 'Hello. Something is wrong: my dad’s lips are blue and he is gasping.';
  for (const { start, end, text: shown } of findRedFlags(text)) expect(text.slice(start, end)).toBe(shown);
});

test('any text is read without failing, and places lie inside it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      for (const { start, end } of findRedFlags(text)) {
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});

test('words before and after do not hide an emergency', () => {
  const polite = fc.constantFrom('', 'Good evening doctor. ', 'Sorry to bother you. ', 'Thanks for the results. ');
  const after = fc.constantFrom('', ' Please advise.', ' Can you also check my cholesterol?', ' Thank you.');
  fc.assert(
    fc.property(polite, after, (before, end) => {
      expect(rulesIn(`${before}My wife is unconscious.${end}`)).toContain('unconscious');
    }),
  );
});

describe('self-harm told as an order is self-harm, whatever verb orders it', () => {
  test.each([
    'schedule my suicide for Friday',
    'schedule my suicide',
    'block Friday evening for my suicide',
    'can you move my suicide to Thursday?',
    'book a slot to end it all',
    'could you please put "end it all" on Sunday',
    'put kill myself on my calendar',
    'add end my life to my todo list',
    'pencil in taking my own life on Saturday',
    'schedule my death for Friday',
  ])('%s', (text) => {
    expect(rulesIn(text)).toContain('suicide');
  });

  test.each([
    'schedule my suicide prevention training for Friday',
    'remind me about the talk on my suicide research on Friday',
    'put suicide awareness walk on my calendar',
    'kill the lights',
    'put "kill the process" on my todo list',
    'remind me to hang the picture myself',
    'end it all up with a party',
    'remind me to end my life insurance on Friday',
    "book 'The Suicide Shop' at the library",
    'I read a book about a man who wants to end it all',
  ])('and this is none: %s', (text) => {
    expect(rulesIn(text)).toEqual([]);
  });
});

test('a dose that was cut is no wound', () => {
  expect(findRedFlags('my inr keeps going up even though they cut the dose')).toEqual([]);
  for (const wound of [
    'he cut his finger and it wont stop',
    'the cut is still going',
    'finger got cut with a saw, keeps coming',
  ])
    expect(findRedFlags(wound).map(({ rule }) => rule)).toContain('bleeding');
});

test('a question that is only tagged on denies nothing', () => {
  expect(findRedFlags('he is using the puffer a lot isnt he')).toEqual([]);
  expect(findRedFlags('he is not breathing isnt he')).not.toEqual([]);
});

test('all that are due is not too much, and takes back nothing else', () => {
  expect(findRedFlags('two lines on the test!! took all my pills as normal')).toEqual([]);
  expect(findRedFlags('took all my pills')).toMatchObject([{ rule: 'overdose' }]);
  expect(findRedFlags('took all my pills as normal, then took 30 paracetamol')).toMatchObject([{ rule: 'overdose' }]);
});

test.each([
  'took 20 tablets, 8 tablets left',
  'she swallowed them, only 3 tablets left in the box',
  'I took 30 paracetamol and there are 10 tablets left',
  'I have 30 tablets left and I want to end it all',
  'I have 30 tablets left and I am going to take them all',
  'swigged them, 20 tablets left',
  'gulped half the box, 10 tablets left in the box',
  'my toddler got into the cupboard, 8 tablets left in the bottle',
])('what is left takes back no danger: %s', (text) => expect(rulesIn(text)).not.toEqual([]));
