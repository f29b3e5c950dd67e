import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elements, plainText, readXml } from './xml.ts';

test('elements, attributes, entities and CDATA', () => {
  const document = readXml(
    '<?xml version="1.0"?><!DOCTYPE x><a><!-- <b>no</b> --><b k="1 &lt; 2" l=\'x\'>A &amp; B<c/></b><b><![CDATA[<raw> & ]]>end</b></a>',
  );
  const [first, second] = elements(document, 'b');
  expect(first).toMatchObject({ attributes: { k: '1 < 2', l: 'x' }, text: 'A & B' });
  expect(first?.children.map(({ name }) => name)).toEqual(['c']);
  expect(second?.text).toBe('<raw> & end');
});

test('what is not closed ends with its parent, what closes nothing is left out', () => {
  const document = readXml('<a><b>one<b>two</a></x><d>three');
  expect(elements(document, 'b').map(({ text }) => text)).toEqual(['onetwo', 'two']);
  expect(elements(document, 'd')[0]?.text).toBe('three');
});

test('a sign that opens nothing is text', () => {
  expect(readXml('<a>1 < 2</a>').text).toContain('1 < 2');
});

test('any text is read, and what was escaped comes back', () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      expect(typeof readXml(text).text).toBe('string');
      expect(elements(readXml(`<r><t>${escaped(text)}</t></r>`), 't')[0]?.text).toBe(text);
    }),
  );
  for (const part of ['<', '<a>', '<![CDATA[', '<!--', '<a b="', '</a>', '&', '<a', "<a b='c"])
    expect(typeof readXml(part.repeat(200_000)).text).toBe('string');
});

test('marked-up words as plain ones', () => {
  expect(plainText('<p>What is <span class="qt0">gout</span>?</p><p>H<sub>2</sub>O &amp; more</p>')).toBe(
    'What is gout? H2O & more',
  );
});
