/** Checks on the artifact itself: how long it is, what it is made of, which words it has, whether it parses. */
import { z } from 'zod';
import { type CodeFile, type Document, findGrammar, readCode, tidy, unitsOf } from '../../reading/index.ts';
import { wordsIn } from '../../text/index.ts';
import { readConfiguration } from '../analysis/configuration.ts';
import { readWording } from '../statements/index.ts';
import { countTokens } from '../tokens.ts';
import { judgePattern } from './pattern.ts';
import type { Groups } from './recognise.ts';

/** What a check saw. */
export interface Seen {
  readonly holds: boolean;
  readonly message: string;
  readonly evidence?: string | undefined;
  readonly at?: number | undefined;
}

export interface Artifact {
  readonly text: string;
  readonly path?: string | undefined;
  readonly document: Document;
  readonly code: CodeFile | undefined;
}

export type Check = (artifact: Artifact, groups: Groups) => Seen | undefined | Promise<Seen | undefined>;

export function seen(holds: boolean, message: string, more: Pick<Seen, 'evidence' | 'at'> = {}): Seen {
  return { holds, message, ...more };
}

export function readNumber(said: string | undefined): number | undefined {
  if (said === undefined) return undefined;
  const lower = said.toLowerCase().trim();
  if (/^(?:a|an|a single|one)$/.test(lower)) return 1;
  const spelled = readWording().numbers[lower];
  const value = spelled ?? Number(lower.replace(/,(?=\d{3}\b)/g, '').replace(/[.,]$/, ''));
  return Number.isFinite(value) ? value : undefined;
}

const kinds = (kind: string) => (artifact: Artifact) =>
  unitsOf(artifact.document).filter((unit) => unit.kind === kind).length;

const COUNTS: Readonly<Record<string, (artifact: Artifact) => number | undefined>> = {
  word: ({ text, document, code }) => wordsIn(code === undefined ? document.words : text).length,
  token: ({ text }) => countTokens(text),
  character: ({ text }) => text.trimEnd().length,
  char: ({ text }) => text.trimEnd().length,
  sentence: ({ document }) => unitsOf(document).filter(({ kind }) => kind === 'sentence' || kind === 'item').length,
  line: ({ text }) => text.replace(/\n+$/, '').split('\n').length,
  'lines of code': ({ text }) => text.split('\n').filter((line) => line.trim() !== '').length,
  paragraph: ({ document }) => document.blocks.filter(({ kind }) => kind === 'prose').length,
  heading: kinds('heading'),
  section: kinds('heading'),
  'top-level heading': ({ document }) => document.blocks.filter(({ level }) => level === 1).length,
  'second-level heading': ({ document }) => document.blocks.filter(({ level }) => level === 2).length,
  'bullet point': ({ text }) => text.match(/^\s*[-*+•]\s+\S/gm)?.length ?? 0,
  bullet: ({ text }) => text.match(/^\s*[-*+•]\s+\S/gm)?.length ?? 0,
  'list item': ({ document }) => document.blocks.filter(({ kind }) => kind === 'item').length,
  item: ({ document }) => document.blocks.filter(({ kind }) => kind === 'item').length,
  step: ({ text }) => text.match(/^\s*\d+[.)]\s+\S/gm)?.length ?? 0,
  'numbered step': ({ text }) => text.match(/^\s*\d+[.)]\s+\S/gm)?.length ?? 0,
  'numbered item': ({ text }) => text.match(/^\s*\d+[.)]\s+\S/gm)?.length ?? 0,
  link: ({ text }) => text.match(/\[[^\]]+\]\([^)]+\)|<a\s|(?<![("<])https?:\/\//g)?.length ?? 0,
  'code block': ({ document }) => document.blocks.filter(({ kind }) => kind === 'code').length,
  table: ({ text }) => text.match(/^\s*\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)+\|?\s*$|<table/gim)?.length ?? 0,
  row: ({ document }) => Math.max(0, document.blocks.filter(({ kind }) => kind === 'row').length - 1),
  question: ({ document }) => unitsOf(document).filter(({ text }) => text.endsWith('?')).length,
  'exclamation mark': ({ document }) => document.words.match(/!/g)?.length ?? 0,
  function: ({ code }) =>
    code?.symbols.filter(({ callable, kind }) => callable !== undefined || kind === 'function').length,
  method: ({ code }) => code?.symbols.filter(({ kind }) => kind === 'method').length,
  classe: ({ code }) => code?.symbols.filter(({ kind }) => kind === 'class').length,
  import: ({ code }) => code?.imports.length,
  comment: ({ code }) => code?.comments.length,
  key: (artifact) => topKeys(artifact)?.length,
  field: (artifact) => topKeys(artifact)?.length,
};

function count(artifact: Artifact, { n, unit = '' }: Groups): { has: number; limit: number; name: string } | undefined {
  const limit = readNumber(n);
  const name = unit
    .toLowerCase()
    .replace(/^lines of code$/, '$&')
    .replace(/(?<!lines of code)s$/, '');
  const counter = COUNTS[unit.toLowerCase()] ?? COUNTS[name];
  const has = limit === undefined ? undefined : counter?.(artifact);
  return has === undefined || limit === undefined ? undefined : { has, limit, name: name || unit };
}

function compare(holds: (has: number, limit: number, groups: Groups) => boolean, said: string): Check {
  return (artifact, groups) => {
    const counted = count(artifact, groups);
    if (counted === undefined) return undefined;
    const { has, limit, name } = counted;
    return seen(
      holds(has, limit, groups),
      `It has ${has} ${name}${has === 1 ? '' : 's'}; asked for: ${said} ${limit}.`,
    );
  };
}

const isStrict = ({ bound = '' }: Groups) =>
  /^(?:under|below|fewer|less|shorter|more than|over|longer|exceeds?|[<>]$)/i.test(bound);

export const FORM: Readonly<Record<string, Check>> = {
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
  in_language: ({ document }, { words = '' }) => judgeLanguage(document.words, words.toLowerCase()),
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

const ELEMENTS: readonly (readonly [RegExp, (artifact: Artifact) => boolean])[] = [
  [/^(?:section )?headings?$|^title$/, ({ document }) => document.blocks.some(({ kind }) => kind === 'heading')],
  [/bullet/, ({ text }) => /^\s*[-*+•]\s+\S/m.test(text) || /<ul\b/i.test(text)],
  [/numbered|ordered/, ({ text }) => /^\s*\d+[.)]\s+\S/m.test(text) || /<ol\b/i.test(text)],
  [/^lists?$/, ({ document }) => document.blocks.some(({ kind }) => kind === 'item')],
  [/table/, ({ text }) => (COUNTS['table']!({ text } as Artifact) ?? 0) > 0 || /^\s*\+[-=]+\+/m.test(text)],
  [/code/, ({ document }) => document.blocks.some(({ kind }) => kind === 'code')],
  [/links?$|urls?$/, ({ text }) => /\[[^\]]+\]\([^)]+\)|<a\s|https?:\/\//.test(text)],
  [/images?/, ({ text }) => /!\[[^\]]*\]\(|<img\b/i.test(text)],
  [
    /citations?|footnotes?|references|sources/,
    ({ text }) => /\[\^?\d{1,4}\]|\bdoi:|https?:\/\/|\[\^[\w-]+\]/i.test(text),
  ],
  [/quote/, ({ text }) => /^ {0,3}>\s?\S/m.test(text) || /<blockquote/i.test(text)],
  [/question/, ({ document }) => document.words.includes('?')],
  [/exclamation/, ({ document }) => document.words.includes('!')],
  [/emoji/, ({ text }) => /\p{Extended_Pictographic}/u.test(text)],
  [/mail/, ({ text }) => /[\w.+-]+@[\w-]+\.[\w.]+/.test(text)],
  [/tabs?$/, ({ text }) => text.includes('\t')],
  [/front matter/, ({ text }) => text.startsWith('---\n')],
  [/html/, ({ text }) => /<\/?[a-z][^>]*>/i.test(text)],
  [/bold/, ({ text }) => /\*\*\S|__\S|<b>|<strong>/.test(text)],
  [/phone/, ({ text }) => /\+?\d[\d ()/-]{6,}\d/.test(text)],
  [
    /^dates?$/,
    ({ text }) =>
      /\d{4}-\d{2}-\d{2}|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*\.? \d|\d (?:January|February|March|April|May|June|July|August|September|October|November|December)/.test(
        text,
      ),
  ],
  [/comments?$/, ({ code, text }) => (code === undefined ? text.includes('<!--') : code.comments.length > 0)],
];

function hasElement(artifact: Artifact, { what = '' }: Groups): Seen | undefined {
  const wanted = what.toLowerCase();
  const found = ELEMENTS.find(([pattern]) => pattern.test(wanted));
  if (found === undefined || (artifact.code !== undefined && !/comment|tab|url|link|mail|emoji/.test(wanted)))
    return undefined;
  const holds = found[1](artifact);
  return seen(holds, holds ? `It has ${what}.` : `It has no ${what}.`);
}

export function findWord(text: string, said: string): number {
  const escaped = said.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  const before = /^[\p{L}\p{N}_]/u.test(said) ? '(?<![\\p{L}\\p{N}_])' : '';
  const after = /[\p{L}\p{N}_]$/u.test(said) ? '(?![\\p{L}\\p{N}_])' : '';
  return text.search(new RegExp(before + escaped + after, 'iu'));
}

export function around(text: string, at: number): string {
  return text
    .slice(Math.max(0, at - 40), at + 80)
    .replace(/\s+/g, ' ')
    .trim();
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function judgeSchema({ text }: Artifact, { schema = '' }: Groups): Seen | undefined {
  let wanted: z.ZodType;
  try {
    wanted = z.fromJSONSchema(JSON.parse(schema));
  } catch {
    return undefined;
  }
  const problem = jsonProblem(text);
  if (problem !== undefined) return seen(false, `It is not JSON: ${problem}`);
  const parsed = wanted.safeParse(JSON.parse(text));
  if (parsed.success) return seen(true, 'It fits the schema.');
  const [issue] = parsed.error.issues;
  return seen(
    false,
    `It does not fit the schema: ${issue!.path.map(String).join('.') || 'the document'}: ${issue!.message}`,
  );
}

function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (thrown) {
    return /^[^,"]{0,80}?(?= in JSON|, "| is not valid|$)/.exec((thrown as Error).message)?.[0] || 'unexpected text';
  }
}

async function judgeFormat({ text, document }: Artifact, { format = '' }: Groups): Promise<Seen | undefined> {
  const name = format.toLowerCase();
  if (name === 'json') {
    const problem = jsonProblem(text);
    return seen(problem === undefined, problem === undefined ? 'It is JSON.' : `It is not JSON: ${problem}`);
  }
  if (name === 'yaml') {
    const { problems } = readConfiguration(text, undefined, 'yaml');
    return seen(
      problems.length === 0,
      problems.length === 0 ? 'It is YAML.' : `It is not YAML: ${problems[0]!.message}`,
    );
  }
  if (name === 'markdown') return seen(true, 'Every text is Markdown.');
  if (name === 'html')
    return seen(document.format === 'html', document.format === 'html' ? 'It is HTML.' : 'It is not HTML.');
  const grammar = findGrammar(name);
  if (grammar === undefined) return undefined;
  const { problems } = await readCode(unfence(text), grammar);
  const [first] = problems;
  return seen(
    first === undefined,
    first === undefined
      ? `It parses as ${name}.`
      : `It does not parse as ${name}: line ${first.line}, near "${first.near}".`,
  );
}

function unfence(text: string): string {
  return text.replace(/^\s*```[^\n]*\n([\s\S]*?)\n```\s*$/, '$1');
}

function judgeCode({ code }: Artifact): Seen | undefined {
  if (code === undefined) return undefined;
  const [first] = code.problems;
  return seen(
    first === undefined,
    first === undefined
      ? `It parses as ${code.language}.`
      : `The code does not parse: line ${first.line}, near "${first.near}".`,
  );
}

function settingsOf({ text, path, code }: Artifact): readonly { path: string }[] | undefined {
  if (
    code !== undefined ||
    !(
      /\.(?:json|ya?ml|toml|ini|env)$/.test(path ?? '') ||
      /^\s*[{[]/.test(text) ||
      /^[\w.-]+\s*[:=]\s*\S*$/m.test(text)
    )
  )
    return undefined;
  const { settings, problems } = readConfiguration(text, path);
  return problems.length > 0 && settings.length === 0 ? undefined : settings;
}

function allKeys(artifact: Artifact): string[] | undefined {
  const settings = settingsOf(artifact);
  if (settings === undefined) return undefined;
  return [
    ...new Set(
      settings.flatMap(({ path }) => path.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.'))),
    ),
  ];
}

function topKeys(artifact: Artifact): string[] | undefined {
  return allKeys(artifact)?.filter((key) => !key.includes('.'));
}

const ALPHABETS: Readonly<Record<string, RegExp>> = {
  russian: /\p{Script=Cyrillic}/gu,
  chinese: /\p{Script=Han}/gu,
  japanese: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
};
const COMMON: Readonly<Record<string, RegExp>> = {
  english: /\b(?:the|and|of|to|is|in|that|with|for|are|a|on|it|by|from|at)\b/gi,
  german: /\b(?:der|die|das|und|ist|nicht|mit|ein|eine|von|den|zu|im|auf|für)\b/gi,
  french: /\b(?:le|la|les|des|est|et|une|dans|pour|que|du|un|en|sur)\b/gi,
  spanish: /\b(?:el|los|las|es|una|para|que|con|por|del|en|un|y)\b/gi,
};

function judgeLanguage(words: string, language: string): Seen | undefined {
  const sample = words.slice(0, 20_000);
  const times = (pattern: RegExp) => (sample.match(pattern) ?? []).length;
  const letters = Math.max(1, times(/\p{L}/gu));
  const alphabet = ALPHABETS[language];
  if (alphabet !== undefined)
    return seen(
      times(alphabet) / letters > 0.2,
      `${Math.round((100 * times(alphabet)) / letters)} % of its letters are of that script.`,
    );
  const foreign = Object.values(ALPHABETS).some((pattern) => times(pattern) / letters > 0.3);
  if (foreign) return seen(false, 'It is in another script.');
  const [best, second] = Object.entries(COMMON)
    .map(([name, pattern]) => [name, times(pattern)] as const)
    .sort((a, b) => b[1] - a[1]);
  if (best === undefined || best[1] < 1 || best[1] === second?.[1]) return undefined;
  return seen(best[0] === language, `It reads like ${best[0]}.`);
}
