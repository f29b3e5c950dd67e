import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../kernel/event.ts';
import { type Filled, fillInput } from './input.ts';
import { fits } from './shape.ts';

const now = new Date(2027, 2, 12, 15, 0);

function fill(
  message: string,
  properties: Record<string, object>,
  required = Object.keys(properties),
  taker = '',
): Filled {
  return fillInput({ type: 'object', properties, required } as Json, { message, taker, now, mode: 'request' });
}

const number = { type: 'number' };
const text = { type: 'string' };

describe('numbers', () => {
  test.each<[string, Record<string, object>, Json]>([
    ['for 3 days', { days: { type: 'integer' } }, { days: 3 }],
    ['days: 3 and people = 12', { people: number, days: number }, { people: 12, days: 3 }],
    ['add 2 and 3.5', { a: number, b: number }, { a: 2, b: 3.5 }],
    ['it costs 1,250.50', { price: number }, { price: 1250.5 }],
    ['minus -4 degrees', { degrees: number }, { degrees: -4 }],
    ['losartan 50mg', { dose: number }, { dose: 50 }],
    ['on 2027-01-02 take 5', { amount: number }, { amount: 5 }],
  ])('%s', (message, properties, input) => {
    expect(fill(message, properties)).toEqual({ input });
  });

  test.each<[string, Record<string, object>, string[]]>([
    ['no number here', { days: number }, ['days']],
    ['1, 2 or 3', { days: number }, ['days']],
    ['subtract 2 from 5', { a: number, b: number }, ['a', 'b']],
    ['for 2.5 days', { days: { type: 'integer' } }, ['days']],
    ['for 300 days', { days: { type: 'integer', maximum: 31 } }, ['days']],
    ['vitamin B12', { days: number }, ['days']],
  ])('%s: not known', (message, properties, missing) => {
    expect(fill(message, properties)).toEqual({ missing });
  });
});

describe('dates', () => {
  const day = { day: { type: 'string', format: 'date' } };
  test.each([
    ['on 2027-04-01', '2027-04-01'],
    ['on the 1st of April 2027', '2027-04-01'],
    ['Apr 1, 2027 please', '2027-04-01'],
    ['tomorrow', '2027-03-13'],
    ['what happened yesterday', '2027-03-11'],
  ])('%s', (message, date) => {
    expect(fill(message, day)).toEqual({ input: { day: date } });
  });

  test.each(['soon', 'on 2027-02-30', '31 June 2027'])('%s is none', (message) => {
    expect(fill(message, day)).toEqual({ missing: ['day'] });
  });

  test('with a time where one is wanted', () => {
    expect(fill('2027-04-01', { at: { type: 'string', format: 'date-time' } })).toEqual({
      input: { at: '2027-04-01T00:00:00.000Z' },
    });
  });
});

describe('text', () => {
  test.each<[string, Record<string, object>, Json, string?]>([
    ['what is new in asthma care?', { query: text }, { query: 'what is new in asthma care?' }],
    ['save "buy milk" please', { title: text }, { title: 'buy milk' }],
    ['summarise this: The cat sat.', { text }, { text: 'The cat sat.' }],
    ['name: Ann Lee, city: Oslo', { name: text, city: text }, { name: 'Ann Lee', city: 'Oslo' }],
    ['my name is Ann and city is Oslo.', { name: text, city: text }, { name: 'Ann', city: 'Oslo' }],
    ['rename "a.txt" to "b.txt"', { from: text, to: text }, { from: 'a.txt', to: 'b.txt' }],
    ['write to ann@example.org', { email: { type: 'string', format: 'email' } }, { email: 'ann@example.org' }],
    [
      'read https://example.org/a?b=1.',
      { url: { type: 'string', format: 'uri' } },
      { url: 'https://example.org/a?b=1' },
    ],
    ['weather in Rome today?', { city: text }, { city: 'Rome' }, 'weather in a city'],
  ])('%s', (message, properties, input, taker = '') => {
    expect(fill(message, properties, Object.keys(properties), taker)).toEqual({ input });
  });

  test('two fields and nothing to tell them apart', () => {
    expect(fill('send it over', { to: text, subject: text })).toEqual({ missing: ['to', 'subject'] });
  });

  test('a pattern is kept to', () => {
    expect(fill('my code', { code: { type: 'string', pattern: '^[A-Z]{2}\\d{4}$' } })).toEqual({ missing: ['code'] });
  });
});

describe('the rest', () => {
  test('an enum by whole words, whatever the case', () => {
    const unit = { unit: { type: 'string', enum: ['mg', 'mg_per_day'] } };
    expect(fill('10 MG, please', unit)).toEqual({ input: { unit: 'mg' } });
    expect(fill('10 mg per day', unit)).toEqual({ input: { unit: 'mg_per_day' } });
    expect(fill('omg', unit)).toEqual({ missing: ['unit'] });
  });

  test('a boolean only where it is named', () => {
    const options = { reminders: { type: 'boolean' } };
    expect(fill('with reminders', options)).toEqual({ input: { reminders: true } });
    expect(fill('without reminders', options)).toEqual({ input: { reminders: false } });
    expect(fill('nothing', options)).toEqual({ missing: ['reminders'] });
  });

  test('lists', () => {
    const items = { items: { type: 'array', items: text } };
    expect(fill('items: milk, bread and tea', items)).toEqual({ input: { items: ['milk', 'bread', 'tea'] } });
    expect(fill('what I like', items)).toEqual({ missing: ['items'] });
  });

  test('a constant, a nullable field, a reference', () => {
    const schema = {
      type: 'object',
      properties: {
        kind: { const: 'note' },
        days: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        unit: { $ref: '#/$defs/unit' },
      },
      required: ['kind', 'days', 'unit'],
      $defs: { unit: { type: 'string', enum: ['mg', 'ml'] } },
    };
    expect(fillInput(schema, { message: '3 days 5 ml', taker: '', now, mode: 'request' })).toEqual({
      input: { kind: 'note', days: 3, unit: 'ml' },
    });
  });

  test('optional fields stay out unless they are named', () => {
    expect(fill('find asthma', { query: text, limit: number, lang: { enum: ['en', 'de'] } }, ['query'])).toEqual({
      input: { query: 'find asthma' },
    });
    expect(fill('find asthma, limit 5', { query: text, limit: number }, ['query'])).toEqual({
      input: { query: 'find asthma, limit 5', limit: 5 },
    });
  });
});

test('whatever the message, what is filled in fits the schema, and what is missing is required', () => {
  const schema: Json = {
    type: 'object',
    properties: {
      n: { type: 'integer', minimum: 1, maximum: 9 },
      s: { type: 'string', maxLength: 20 },
      e: { enum: ['a', 'b'] },
      d: { type: 'string', format: 'date' },
      l: { type: 'array', items: { type: 'string' } },
    },
    required: ['n', 's'],
  };
  const words = fc.array(
    fc.constantFrom('n: 3', 's = x', 'a', 'b', '12', '2027-01-02', '"q"', 'tomorrow', 'l: x, y', '(', '$', 'no', '\\'),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        words.map((w) => w.join(' ')),
        fc.string({ maxLength: 60 }),
      ),
      (message) => {
        const filled = fillInput(schema, { message, taker: 'a tool', now, mode: 'request' });
        if ('input' in filled) expect(fits(schema, filled.input)).toBe(true);
        else expect(['n', 's']).toEqual(expect.arrayContaining(filled.missing));
      },
    ),
  );
});
