/** Checks on the artifact itself: how long it is, what it is made of, which words it has, whether it parses. */
import { tidy, unitsOf } from '../../../reading/index.ts';
import type { Groups } from '../recognise.ts';
import { around, type Check, findWord, readNumber, seen } from '../seen.ts';
import { compare } from './counts.ts';
import { hasElement } from './elements.ts';
import { allKeys, judgeFieldSize, judgeFields, judgeFieldType } from './fields.ts';
import { judgeCode, judgeFormat, judgeSchema } from './formats.ts';
import { LAYOUT } from './layout.ts';
import { judgePattern } from './pattern.ts';
import { judgeTongue } from './tongue.ts';

const isStrict = ({ bound = '' }: Groups) =>
  /^(?:under|below|fewer|less|shorter|more than|over|longer|exceeds?|[<>]$)/i.test(bound);

export const FORM: Readonly<Record<string, Check>> = {
  ...LAYOUT,
  field_type: judgeFieldType,
  fields: judgeFields,
  field_size: judgeFieldSize,
  most: compare((has, limit, groups) => (isStrict(groups) ? has < limit : has <= limit), 'at most'),
  least: compare((has, limit, groups) => (isStrict(groups) ? has > limit : has >= limit), 'at least'),
  exactly: compare((has, limit) => has === limit, 'exactly'),
  between: compare((has, limit, { m }) => has >= limit && has <= Number((m ?? '').replace(/,/g, '')), 'between'),
  line_length: ({ text }, { n }) => {
    const limit = readNumber(n) ?? 0;
    const at = text.split('\n').findIndex((line) => line.length > limit);
    return seen(
      at >= 0,
      at < 0 ? `No line has more than ${limit} characters.` : `Line ${at + 1} has more than ${limit} characters.`,
    );
  },
  line_length_under: ({ text }, { n }) => {
    const limit = readNumber(n) ?? 0;
    const at = text.split('\n').findIndex((line) => line.length > limit);
    return seen(
      at < 0,
      at < 0 ? `Every line has at most ${limit} characters.` : `Line ${at + 1} has more than ${limit} characters.`,
    );
  },
  includes: ({ text }, { words = '' }) => {
    const at = findWord(text, words);
    return at < 0
      ? seen(false, `"${words}" is not there.`)
      : seen(true, `"${words}" is there.`, { evidence: around(text, at), at });
  },
  starts_with: ({ text, document }, { words = '' }) => {
    const starts = (whole: string) => whole.trimStart().toLowerCase().startsWith(words.toLowerCase());
    return seen(starts(text) || starts(tidy(document.words)), `It begins with "${text.trimStart().slice(0, 30)}".`);
  },
  ends_with: ({ text, document }, { words = '' }) => {
    const ends = (whole: string) => whole.trimEnd().toLowerCase().endsWith(words.toLowerCase());
    return seen(ends(text) || ends(tidy(document.words)), `It ends with "${text.trimEnd().slice(-30)}".`);
  },
  starts_with_heading: ({ document, text }) => {
    const [first] = document.blocks;
    return seen(
      first?.kind === 'heading',
      first?.kind === 'heading' ? 'It begins with a heading.' : `It begins with "${text.trim().slice(0, 40)}".`,
    );
  },
  ends_with_question: ({ text }, { what = '' }) => {
    const sign = /question/i.test(what) ? '?' : /exclamation/i.test(what) ? '!' : /newline/i.test(what) ? '\n' : '.';
    const whole = sign === '\n' ? text : text.trimEnd();
    return seen(whole.endsWith(sign), `It ends with "${whole.slice(-20)}".`);
  },
  matches: ({ text }, { pattern = '' }) => judgePattern(text, pattern),
  json_schema: judgeSchema,
  is_format: judgeFormat,
  code_parses: judgeCode,
  open_ends: ({ text }) => {
    const open = /\b(?:TODO|FIXME|TBD|XXX)\b|\bplaceholder\b|\blorem ipsum\b/i.exec(text);
    return open === null
      ? seen(false, 'Nothing is left open.')
      : seen(true, 'Something is left open.', { evidence: around(text, open.index), at: open.index });
  },
  has_element: hasElement,
  has_section: ({ document }, { words = '' }) => {
    const wanted = fold(words);
    const found = unitsOf(document).find(({ kind, text }) => kind === 'heading' && fold(text).includes(wanted));
    return seen(
      found !== undefined,
      found === undefined ? `No heading says "${words}".` : `There is a heading "${found.text}".`,
      { at: found?.start },
    );
  },
  bullets_end: ({ document }) => {
    const items = document.blocks.filter(({ kind }) => kind === 'item');
    const open = items.find(({ start, end }) => !/[.!?]["')\]]*$/.test(document.words.slice(start, end).trim()));
    if (items.length === 0) return undefined;
    return seen(open === undefined, open === undefined ? 'Each ends with a full stop.' : 'One has no full stop.', {
      at: open?.start,
    });
  },
  in_language: ({ document }, { words = '' }) => judgeTongue(document.words, words.toLowerCase()),
  has_field: (artifact, { name = '' }) => {
    const keys = allKeys(artifact);
    if (keys === undefined) return undefined;
    const found = keys.find(
      (key) => key.toLowerCase() === name.toLowerCase() || key.toLowerCase().endsWith(`.${name.toLowerCase()}`),
    );
    return seen(found !== undefined, found === undefined ? `There is no "${name}".` : `"${found}" is there.`);
  },
  is_case: ({ document }, { case: wanted = '' }) => {
    const letters = document.words.replace(/[^\p{L}]/gu, '');
    const lower = /lower/i.test(wanted);
    return seen(
      letters === (lower ? letters.toLowerCase() : letters.toUpperCase()),
      `It is${lower ? '' : ' not'} in lower case throughout.`,
    );
  },
  trailing_space: ({ text }) => {
    const at = text.search(/[ \t]+$/m);
    return seen(at >= 0, at >= 0 ? 'A line ends with blanks.' : 'No line ends with blanks.');
  },
};

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
