import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordLayout } from './engine/layout.ts';
import { Properties } from './values.ts';

test('a property read from the text is the one that parsing finds', () => {
  const key = fc.oneof(fc.constantFrom('value', 'name', 'text', 'end', 'alue', 'x"value', 'a b'), fc.string());
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('"value":1', '\\"name\\":', '{"end":true}', ',"text":', 'é🙂\u2028'),
  );
  const scalar = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean());
  const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
  fc.assert(
    fc.property(fc.dictionary(key, value, { noNullPrototype: true }), key, (object, asked) => {
      const json = JSON.stringify(object);
      const parsed = JSON.parse(json) as Record<string, unknown>;
      const expected = Object.hasOwn(parsed, asked) ? recordLayout.properties.read(asked, parsed[asked]) : null;
      expect(new Properties(json, recordLayout.properties).get(asked)).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});
