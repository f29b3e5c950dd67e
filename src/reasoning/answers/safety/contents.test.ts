/** What is eaten, drunk or bought is weighed by what is in it. */
import { describe, expect, test } from 'vitest';
import { ask } from '../fixture.ts';

const NO = /^No\b/;
const ASK = /^Not without asking first/;
const YES = /^Yes/;

describe('what is in it', () => {
  test.each([
    [{ age: 30, has: ['G6PD deficiency'] }, 'ok if i taste taamiya?', NO],
    [{ age: 30, has: ['G6PD deficiency'] }, 'can i have hummus?', YES],
    [{ age: 25, has: ['phenylketonuria'] }, 'can i drink coke zero?', NO],
    [{ age: 30, has: ['celiac disease'] }, 'can i eat seitan?', ASK],
    [{ age: 30, has: ['celiac disease'] }, 'can i have tapioca?', YES],
    [{ age: 20, allergic: ['peanut: anaphylaxis'] }, 'can i have satay?', NO],
    [{ age: 20, allergic: ['milk: hives'] }, 'can i have oat milk?', YES],
    [{ age: 20, allergic: ['milk: hives'] }, 'can i have milk chocolate?', NO],
    [{ age: 70, takes: ['warfarin 5 mg'] }, 'can i have a kale smoothie?', ASK],
    [{ age: 50, takes: ['phenelzine 45 mg'] }, 'can i have pickled herring?', NO],
    [{ age: 66, values: { 'estimated GFR': 22 } }, 'can i drink coconut water?', ASK],
    [{ age: 66, takes: ['ramipril 5 mg'] }, 'can i eat bananas?', YES],
    [{ age: 66, takes: ['ramipril 5 mg'] }, 'can i use losalt?', NO],
    [{ age: 50, has: ['Graves disease'] }, 'can i take sea moss?', NO],
    [{ age: 70, takes: ['carbidopa/levodopa 100 mg'] }, 'can i take mucuna?', NO],
    [{ age: 40, takes: ['sertraline 50 mg'] }, 'can i take night nurse?', NO],
    [{ age: 40, allergic: ['aspirin: wheeze'] }, 'can i take willow bark?', NO],
    [{ age: 55, has: ['type 2 diabetes'] }, 'can i have coke zero?', YES],
  ] as const)('%j: %s', (person, message, answer) => {
    expect(ask(structuredClone(person) as never, message)).toMatch(answer);
  });

  test('is named', () => {
    expect(ask({ age: 30, has: ['G6PD deficiency'] }, 'can i have taamiya?')).toContain(
      'Taamiya (contains broad beans)',
    );
    expect(ask({ age: 30, has: ['pregnancy'] }, 'can i have ceviche?')).toContain('Ceviche (raw, undercooked');
  });

  test('a paper on what is in it is a paper on it', () => {
    const person = { age: 60, notes: ['Diet sheet | Avoid potassium-rich foods until the next blood test.'] };
    expect(ask(person, 'can i have coconut water?')).toMatch(/potassium-rich foods/);
  });
});
