import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRedFlags } from '../danger/redflags.ts';
import { readSet } from '../eval/examples.ts';
import { triage } from '../triage/triage.ts';
import { checkLanguageFiles } from './language-schema.ts';
import { languageWithin, readForeign, sayEmergency } from './languages.ts';

const read = (file: string) => readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8');

describe('the files of the languages', () => {
  test('are in order', () => {
    expect(checkLanguageFiles()).toEqual([]);
  });

  test.each([
    ['languages.yml', 'es: Spanish', 'es: spanish', /languages\.yml:\d+: A name is/],
    ['languages.yml', 'words: |', 'words: |\n  qq: yes', /languages\.yml:\d+: No language is named "qq"/],
    ['language-es.yml', 'lists: |', 'lists: |\n  lost: nada', /language-es\.yml:\d+: "lost" is used nowhere/],
    ['language-es.yml', 'lists: |', 'lists: |\n  burn: <fuego>', /language-es\.yml: No list is named "fuego"/],
    ['language-fr.yml', 'advice:', 'advise:', /language-fr\.yml: The advice with its/],
  ])('%s: a mistake is told with its place', (file, from, to, message) => {
    const mistakes = checkLanguageFiles((name) => (name === file ? read(name).replace(from, to) : read(name)));
    expect(mistakes).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });
});

test.each(readSet('dev/triage-languages').map(({ text, label }) => [label, text]))('%s: %s', (label, text) => {
  expect(triage(text!).rule).toBe(label);
});

test('a danger told in another language says what to do in that language too', () => {
  expect(findRedFlags('ayuda, mi bebé no respira')).toMatchObject([
    {
      rule: 'not_breathing',
      text: 'no respira',
      advice: expect.stringMatching(/^Llame.*\. Call your local emergency/),
    },
  ]);
});

test('the language is told where most of a message is in it', () => {
  expect(triage('me duele la cabeza desde ayer').language).toEqual({ code: 'es', name: 'Spanish' });
  expect(triage('у меня болит голова').language?.name).toBe('Russian');
  expect(triage('my knee hurts since yesterday').language).toBeUndefined();
});

test.each([
  'mein Handy reagiert nicht mehr',
  'mon ordinateur ne répond plus',
  '我的电脑没有反应',
  'la bourse s’est effondrée',
])('a machine or a market in trouble is none of health: %s', (text) => {
  expect(triage(text).rule).toBe('non_health');
});

test('a plural of English is no word of a language that begins it alike', () => {
  for (const text of ['medicines', 'my medicines?', 'Allergies?', 'vaccines?', 'my infections'])
    expect(languageWithin(text), text).toBeUndefined();
  expect(languageWithin('hvilken medicin tager jeg')?.name).toBe('Danish');
});

test('plain English is not looked at further', () => {
  for (const text of ['I have chest pain', 'what was my last hba1c', 'play some jazz', 'How is anaphylaxis treated?'])
    expect(readForeign(text)).toBeUndefined();
});

test('marks and letters may be left out', () => {
  for (const text of ['mi bebe no respira', 'MI BEBÉ NO RESPIRA', 'mi bebe\u0301 no respira'])
    expect(findRedFlags(text).map(({ rule }) => rule)).toContain('not_breathing');
});

describe('an emergency in each of the newer languages, in the words of the street too', () => {
  test.each([
    ['Danish', 'min far trækker ikke vejret', 'jeg har stærke smerter i brystet', 'min søn har slugt et batteri'],
    ['Norwegian', 'mamma puster ikke', 'eg får ikkje puste', 'munnviken henger og han snakker utydelig'],
    ['Swedish', 'jag får ingen luft', 'min fru blöder kraftigt och det slutar inte', 'jag vill inte leva längre'],
    ['Finnish', 'vauva ei hengitä', 'rintaan sattuu kovasti', 'äiti on tajuton eikä herää'],
    ['Greek', 'ο πατέρας μου δεν αναπνέει', 'πονάει το στήθος μου πολύ', 'θέλω να πεθάνω'],
    ['Czech', 'manžel nedýchá', 'bolí mě na hrudi a do ruky', 'spolkla celou krabičku prášků, 30 tablet'],
    ['Slovak', 'dieťa sa dusí', 'otec je v bezvedomí', 'má kŕče a neprestáva to'],
    ['Romanian', 'soția mea nu respiră', 'mă doare pieptul foarte tare', 'bunicul are gura strâmbă și nu poate vorbi'],
    ['Hungarian', 'a babám nem kap levegőt', 'apám összeesett és nem reagál', 'erősen vérzik és nem áll el a vérzés'],
    ['Ukrainian', 'мій син не дихає', 'у мами перекосило обличчя', 'не хочу жити'],
    ['Bulgarian', 'бебето не диша', 'имам силна болка в гърдите', 'изпи белина'],
    ['Croatian', 'beba ne diše', 'otac se srušio, bez svijesti je', 'popila je previše tableta'],
    ['Serbian', 'дете не дише', 'муж има бол у грудима', 'хоћу да умрем'],
    ['Thai', 'ลูกไม่หายใจ', 'พ่อปากเบี้ยวพูดไม่ชัด', 'กินยาฆ่าแมลงเข้าไป'],
    ['Indonesian', 'anak saya kejang kejang', 'bapak saya sakit dada dan keringat dingin', 'saya ingin bunuh diri'],
    ['Swahili', 'mtoto wangu hapumui', 'mke wangu anatokwa na damu nyingi', 'ameumwa na nyoka'],
    ['Hebrew', 'התינוק לא נושם', 'לוחץ לי בחזה', 'אני רוצה למות'],
    ['Persian', 'نوزاد نفس نمی‌کشد', 'پدرم سکته کرده و دهنش کج شده', 'می‌خوام خودمو بکشم'],
    ['Urdu', 'میرے بیٹے کو سانس نہیں آ رہی', 'سینے میں شدید درد ہے', 'سانپ نے کاٹ لیا'],
    ['Bengali', 'আমার বাচ্চা শ্বাস নিচ্ছে না', 'amar baba buke betha, ghamche', 'মা অজ্ঞান হয়ে গেছে'],
    ['Tamil', 'என் குழந்தை மூச்சு விடவில்லை', 'appa nenju vali romba', 'பாம்பு கடித்துவிட்டது'],
  ])('%s', (name, ...messages) => {
    for (const text of messages) {
      const [flag] = findRedFlags(text);
      expect(flag, text).toBeDefined();
      expect(flag!.spoken, text).toMatch(/\d{3}/);
      expect(triage(text).rule).toBe('emergency');
    }
    expect(triage(messages[0]!).language?.name).toBe(name);
  });

  test.each([
    'jag hade hjärtinfarkt för tio år sedan, vad betyder mitt blodtryck?',
    'hva er symptomer på hjerneslag?',
    'mám horečku a kašel',
    'ai febră și tuse, ce pastile să iau',
    'saya demam dan batuk sejak kemarin',
    'ปวดหัวนิดหน่อย',
    'כואב לי הראש קצת',
  ])('and none where there is none: %s', (text) => {
    expect(findRedFlags(text)).toEqual([]);
    expect(triage(text).rule).not.toBe('non_health');
  });
});

test.each([
  'mano tėvas serga ir labai silpnas',
  'მკერდი მტკივა',
  'abban yana jin zafi sosai a kirji',
])('what is in a language that is not read is never turned away: %s', (text) =>
  expect(triage(text)).toMatchObject({ rule: 'general', language: { name: expect.any(String) } }));

test('the sentence names the number of the place, else the one usual for the language', () => {
  expect(sayEmergency('sv')).toBe('Ring 112 nu.');
  expect(sayEmergency('sv', '911')).toBe('Ring 911 nu.');
});

test('any text is read without failing, and places lie inside it', () => {
  const words = fc.constantFrom(
    'no respira',
    'нет',
    '胸が痛い',
    'ماء',
    'saans nahi',
    ',',
    '.',
    'hola',
    '\u0301',
    '가슴이 아파요',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(text, (any) => {
      for (const { start, end } of readForeign(any)?.dangers ?? []) {
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(any.length);
      }
    }),
  );
});
