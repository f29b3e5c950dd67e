/** Formal criteria: those of which it can be said for certain whether a text meets them (criteria.yml). */
import { runInNewContext } from 'node:vm';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { detectLanguage, isPattern } from '../analysis/language.ts';
import { syntaxProblem } from '../analysis/lint.ts';
import { sentences, words } from '../analysis/prose.ts';
import { sheet } from '../analysis/sheet.ts';
import { countTokens } from '../tokens.ts';
import { bracketProblem } from './brackets.ts';

const CHECKS = [
  ...(['max_length', 'min_length', 'includes', 'excludes', 'starts_with', 'ends_with', 'matches'] as const),
  ...(['json_schema', 'is_json', 'is_yaml', 'no_open_ends', 'code_parses', 'has_tests', 'in_language'] as const),
  ...(['has_headings', 'has_citations'] as const),
] as const;
type Check = (typeof CHECKS)[number];

const readCriteria = sheet(
  './criteria.yml',
  import.meta.url,
  z.array(
    z.strictObject({ check: z.enum(CHECKS), pattern: z.string().refine(isPattern, 'is not a regular expression.') }),
  ),
);

export interface Verdict {
  readonly met: boolean;
  /** 0 to 1: what is measured is certain, what is guessed is not. */
  readonly certainty: number;
  readonly message: string;
  readonly hint: string;
  readonly evidence?: string | undefined;
  /** Offset into the artifact, where there is a place. */
  readonly at?: number | undefined;
}

/** The verdict on a criterion that is written in one of the known ways; undefined where it is not. */
export function judgeFormally(artifact: string, criterion: string): Verdict | undefined {
  // Runs of space would make patterns slow; a criterion longer than this is none that is written in a known way.
  const said = criterion.replace(/\s+/g, ' ').slice(0, LONGEST_CRITERION);
  for (const { check, pattern } of readCriteria()) {
    const match = new RegExp(pattern, 'i').exec(said);
    if (match === null) continue;
    const verdict = MEASURES[check](artifact, match.groups ?? {});
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

const LONGEST_CRITERION = 4000;

type Groups = Record<string, string | undefined>;
type Measure = (artifact: string, groups: Groups) => Verdict | undefined;

const MEASURES: Record<Check, Measure> = {
  max_length: (artifact, groups) => judgeLength(artifact, groups, (length, limit) => length <= limit, 'at most'),
  min_length: (artifact, groups) => judgeLength(artifact, groups, (length, limit) => length >= limit, 'at least'),
  includes: (artifact, { words: said = '' }) => {
    const at = find(artifact, said);
    return at === -1
      ? missed(`"${said}" is not there.`, `Add "${said}".`)
      : met(`"${said}" is there.`, { evidence: artifact.slice(at, at + said.length), at });
  },
  excludes: (artifact, { words: said = '' }) => {
    const at = findWord(artifact, said);
    if (at === -1) return met(`"${said}" is not there.`);
    return {
      ...missed(`"${said}" is there and must not be.`, `Take "${said}" out.`),
      evidence: around(artifact, at),
      at,
    };
  },
  starts_with: (artifact, { words: said = '' }) =>
    find(artifact.trimStart().slice(0, said.length), said) === 0
      ? met(`It begins with "${said}".`)
      : missed(`It does not begin with "${said}".`, `Begin with "${said}".`),
  ends_with: (artifact, { words: said = '' }) =>
    find(artifact.trimEnd().slice(-said.length), said) === 0
      ? met(`It ends with "${said}".`)
      : missed(`It does not end with "${said}".`, `End with "${said}".`),
  matches: (artifact, { pattern = '' }) => judgePattern(artifact, pattern),
  json_schema: judgeSchema,
  is_json: (artifact) => {
    const problem = jsonProblem(artifact);
    return problem === undefined
      ? met('It is JSON.')
      : missed(`It is not JSON: ${problem}`, 'Write one JSON document and nothing else.');
  },
  is_yaml: (artifact) => {
    const error = parseDocument(artifact, { prettyErrors: false }).errors[0];
    return error === undefined
      ? met('It is YAML.')
      : { ...missed('It is not YAML.', 'Correct the syntax.'), at: error.pos[0] };
  },
  no_open_ends: (artifact) => {
    const open = /\b(?:TODO|FIXME|TBD|XXX)\b|\bplaceholder\b|\blorem ipsum\b/i.exec(artifact);
    if (open === null) return met('Nothing is left open.');
    return {
      ...missed('Something is left open.', 'Write what is missing.'),
      evidence: around(artifact, open.index),
      at: open.index,
    };
  },
  code_parses: (artifact, { language }) => judgeCode(artifact, language),
  has_tests: (artifact) => {
    const test = /\b(?:test|it|describe)\s*\(|\bdef\s+test_|@Test\b|\bfunc\s+Test[A-Z]|#\[test\]|\bassert\b/.exec(
      artifact,
    );
    if (test === null) return missed('There are no tests.', 'Add tests of what is promised.');
    return met('There are tests.', { evidence: around(artifact, test.index), at: test.index });
  },
  in_language: (artifact, { words: language = '' }) => judgeLanguage(artifact, language.toLowerCase()),
  has_headings: (artifact) =>
    /^ {0,3}#{1,6}\s+\S|<h[1-6]\b/m.test(artifact)
      ? met('There are headings.')
      : missed('There are no headings.', 'Give the parts headings.'),
  has_citations: (artifact) =>
    /\[\^?\d{1,4}\]|\bdoi:|https?:\/\//i.test(artifact)
      ? met('There are citations.')
      : missed('There are no citations.', 'Say where the statements come from.'),
};

function met(message: string, more: Partial<Verdict> = {}): Verdict {
  return { met: true, certainty: 1, message, hint: '', ...more };
}

function missed(message: string, hint: string): Verdict {
  return { met: false, certainty: 1, message, hint };
}

const COUNTS: Record<string, (text: string) => number> = {
  word: (text) => words(text).length,
  token: (text) => countTokens(text),
  character: (text) => text.length,
  char: (text) => text.length,
  sentence: (text) => sentences(text).length,
  line: (text) => text.replace(/\n+$/, '').split('\n').length,
  paragraph: (text) => text.split(/\n[ \t]*\n/).filter((part) => part.trim() !== '').length,
};

function judgeLength(
  artifact: string,
  { amount = '', unit = '' }: Groups,
  holds: (length: number, limit: number) => boolean,
  bound: string,
): Verdict | undefined {
  const limit = Number(amount.replace(/,(?=\d{3}\b)/g, '').replace(/[.,]$/, ''));
  const name = unit.toLowerCase().replace(/s$/, '');
  if (!Number.isFinite(limit) || COUNTS[name] === undefined) return undefined;
  const length = COUNTS[name](artifact);
  if (holds(length, limit)) return met(`It has ${length} ${name}s, ${bound} ${limit}.`);
  return missed(
    `It has ${length} ${name}s; it may have ${bound} ${limit}.`,
    `${length > limit ? 'Shorten' : 'Extend'} it to ${bound} ${limit} ${name}s.`,
  );
}

function find(text: string, said: string): number {
  return text.toLowerCase().indexOf(said.toLowerCase());
}

/** As words of their own: "age" is not in "page". */
function findWord(text: string, said: string): number {
  const escaped = said.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
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

/** A pattern from outside runs on a bounded text and for a bounded time: one that takes longer tells nothing. */
const PATTERN_REACH = 20_000;
const PATTERN_MS = 1000;

function judgePattern(artifact: string, source: string): Verdict | undefined {
  if (!isPattern(source) || /[+*}]\s*\)\s*[+*{]/.test(source)) return undefined;
  const found = searchFor(source, artifact.slice(0, PATTERN_REACH));
  if (found === undefined) return undefined;
  if (found !== null) return met('The pattern matches.', { evidence: found.text.slice(0, 120), at: found.at });
  const certainty = artifact.length > PATTERN_REACH ? 0.5 : 1;
  return { ...missed('The pattern matches nowhere.', 'Write it in the form that is asked for.'), certainty };
}

/** Null where it matches nowhere, undefined where that took too long to find out. */
function searchFor(source: string, text: string): { text: string; at: number } | null | undefined {
  const given = { source, text };
  try {
    const found: unknown = runInNewContext(SEARCH, given, { timeout: PATTERN_MS });
    return found === null ? null : (JSON.parse(String(found)) as { text: string; at: number });
  } catch {
    return undefined;
  }
}

const SEARCH = `(() => {
  const match = new RegExp(source, 'm').exec(text);
  return match === null ? null : JSON.stringify({ text: match[0].slice(0, 200), at: match.index });
})()`;

function judgeSchema(artifact: string, { schema = '' }: Groups): Verdict | undefined {
  let wanted: z.ZodType;
  try {
    wanted = z.fromJSONSchema(JSON.parse(schema));
  } catch {
    return undefined;
  }
  const problem = jsonProblem(artifact);
  if (problem !== undefined)
    return missed(`It is not JSON: ${problem}`, 'Write one JSON document that fits the schema.');
  const parsed = wanted.safeParse(JSON.parse(artifact));
  if (parsed.success) return met('It fits the schema.');
  const [issue] = parsed.error.issues;
  const where = issue!.path.map(String).join('.') || 'the document';
  return missed(`It does not fit the schema: ${where}: ${issue!.message}`, `Correct ${where}.`);
}

function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (thrown) {
    return /^[^,"]{0,80}?(?= in JSON|, "| is not valid|$)/.exec((thrown as Error).message)?.[0] || 'unexpected text';
  }
}

function judgeCode(artifact: string, named?: string): Verdict | undefined {
  const code = artifact.replace(/^\s*```[^\n]*\n([\s\S]*?)\n```\s*$/, '$1');
  const language = named?.toLowerCase() ?? detectLanguage(code).name;
  if (language === 'text') return undefined;
  const script = language === 'javascript' || language === 'typescript';
  const problem = script ? syntaxProblem(code, language) : bracketProblem(code, language);
  if (problem !== undefined) return missed(`The code does not parse: ${problem}`, 'Correct the syntax.');
  return { ...met('The code parses.'), certainty: script ? 1 : 0.7 };
}

const ALPHABETS: Record<string, RegExp> = {
  russian: /\p{Script=Cyrillic}/gu,
  chinese: /\p{Script=Han}/gu,
  japanese: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
};
const COMMON: Record<string, RegExp> = {
  english: /\b(?:the|and|of|to|is|in|that|with|for)\b/gi,
  german: /\b(?:der|die|das|und|ist|nicht|mit|ein|eine|von)\b/gi,
  french: /\b(?:le|la|les|des|est|et|une|dans|pour|que)\b/gi,
  spanish: /\b(?:el|los|las|es|una|para|que|con|por|del)\b/gi,
};

function judgeLanguage(artifact: string, language: string): Verdict | undefined {
  const sample = artifact.slice(0, 20_000);
  const count = (pattern: RegExp) => (sample.match(pattern) ?? []).length;
  const letters = Math.max(1, count(/\p{L}/gu));
  const alphabet = ALPHABETS[language];
  if (alphabet !== undefined)
    return count(alphabet) / letters > 0.2
      ? met(`It is in ${language}.`)
      : missed(`It is not in ${language}.`, `Write it in ${language}.`);
  const scores = Object.entries(COMMON).map(([name, pattern]) => [name, count(pattern)] as const);
  const [best] = scores.sort((a, b) => b[1] - a[1]);
  if (best === undefined || best[1] < 3) return undefined;
  const verdict =
    best[0] === language
      ? met(`It reads like ${language}.`)
      : missed(`It reads like ${best[0]}, not ${language}.`, `Write it in ${language}.`);
  return { ...verdict, certainty: 0.8 };
}
