import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ConsiliumError } from '../../kernel/errors.ts';
import { conceptsIn, parseWhen } from './grammar.ts';
import { ruleSchema } from './reading.ts';
import { openRules, parseRules, readNames, ruleFiles } from './rules.ts';

const names = readNames(readFileSync(new URL('./sets.yml', import.meta.url), 'utf8'));
const textOf = (file: string) => readFileSync(new URL(`./rules/${file}`, import.meta.url), 'utf8');

describe('the files of rules', () => {
  test.each(ruleFiles())('%s follows the schema, and is read as the YAML library reads it', (file) => {
    const whole = parse(textOf(file)) as { family: string; rules: unknown[] };
    const rules = parseRules(textOf(file), file, names);
    expect(rules.map(({ family }) => family)).toEqual(whole.rules.map(() => whole.family));
    for (const [index, raw] of whole.rules.entries()) {
      const { id, when, severity, standing, say, do: does, first_aid, over = [], source } = ruleSchema.parse(raw);
      expect(rules[index]).toMatchObject({ id, when, severity, say, do: does, over, source });
      expect([rules[index]?.standing, rules[index]?.first_aid]).toEqual([standing, first_aid]);
    }
  });

  test('are as many as promised, across the families', () => {
    expect(openRules().length).toBeGreaterThan(400);
    expect(new Set(openRules().map(({ family }) => family)).size).toBeGreaterThan(12);
  });

  test('what is critical names who to call now or today', () => {
    for (const { id, severity, do: does } of openRules())
      if (severity === 'critical') expect([id, ['now', 'today', 'days'].includes(does.by)]).toEqual([id, true]);
  });
});

const RULE = `family: x
rules:
  - id: some-rule
    when: takes drug:apixaban as x
    severity: critical
    say: "A sentence about {x}."
    do: {what: "Something to do.", whom: a doctor, by: now}
    source: Some book
    examples: [{age: 1}]
    counter: [{age: 1}]
`;

describe('a rule that is wrong is refused with file and line', () => {
  test.each([
    [
      'an unknown concept',
      ['drug:apixaban', 'drug:apixabam'],
      /some\.yml:3 some-rule: the catalogue has no drug:apixabam/,
    ],
    ['an unknown test', ['takes drug', 'swallows drug'], /knows no test "swallows"/],
    ['a slot that is not named', ['as x', ''], /says \{x\}, which/],
    ['an unknown severity', ['critical', 'terrible'], /some\.yml:3 has the severity "terrible"/],
    ['a key nobody knows', ['source:', 'sauce:'], /some\.yml:8 knows no "sauce"/],
    ['no counter-example', ['    counter: [{age: 1}]\n', ''], /needs "counter"/],
    ['a line that is no key', ['    source: Some book', '  source Some book'], /some\.yml:8 cannot read/],
    ['an action without a time', [', by: now', ''], /`do` is/],
  ])('%s', (_, [from, to], message) => {
    expect(() => parseRules(RULE.replace(from!, to!), 'some.yml', names)).toThrow(message);
  });

  test('the same rule unharmed is read', () => expect(parseRules(RULE, 'some.yml', names)).toHaveLength(1));
});

describe('the language of conditions', () => {
  test('binds "and" before "or", takes brackets, "not", sets and names', () => {
    expect(parseWhen('age < 3 or pregnant and not sex male')).toMatchObject({
      kind: 'or',
      parts: [
        { name: 'age', sign: '<', number: 3 },
        { kind: 'and', parts: [{ name: 'pregnant' }, { kind: 'not' }] },
      ],
    });
    expect(parseWhen('(age < 3 or pregnant) and planning')).toMatchObject({ kind: 'and' });
    expect(conceptsIn(parseWhen('on $nsaid', names))).toContain('class:topical_nsaid');
    expect(parseWhen('rise observation:body_weight 2 within 1 week or noted as w')).toMatchObject({
      days: 7,
      notable: true,
      as: 'w',
    });
    expect(parseWhen('rise observation:creatinine 30% within 90 days')).toMatchObject({ unit: '%', number: 30 });
  });

  test.each([
    'age <',
    'age < many',
    '(pregnant',
    'pregnant pregnant',
    'takes aspirin',
    'takes $nothing',
    '@nothing',
    'value observation:potassium ~ 3',
    'takes drug:aspirin within 3 moons',
    '',
    'and',
    '☃',
  ])('refuses "%s" with a sentence', (text) => {
    expect(() => parseWhen(text, names)).toThrow(ConsiliumError);
  });

  test('never fails but with its own error', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'takes',
            'drug:aspirin',
            'and',
            'or',
            'not',
            '(',
            ')',
            'age',
            '<',
            '3',
            'as',
            'x',
            '|',
            'within',
            'days',
          ),
        ),
        (words) => {
          try {
            parseWhen(words.join(' '), names);
          } catch (error) {
            expect(error).toBeInstanceOf(ConsiliumError);
          }
        },
      ),
    );
  });
});
