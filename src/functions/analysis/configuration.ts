/** Configuration files: does it parse and where not, keys that stand there twice, values that let too much through. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { type Finding, location as locationSchema, makeFinding, severity } from './finding.ts';
import { isPattern } from './language.ts';
import { readLines } from './settings.ts';
import { sheet } from './sheet.ts';

const pattern = z.string().refine(isPattern, 'is not a regular expression.');

export const readConfigurationSheet = sheet(
  './configuration.yml',
  import.meta.url,
  z.strictObject({
    permissive: z.array(
      z.strictObject({ id: z.string(), key: pattern, value: pattern, severity, message: z.string(), fix: z.string() }),
    ),
    dockerfile: z.strictObject({ instructions: z.array(z.string()) }),
  }),
);

export const FORMATS = ['json', 'yaml', 'toml', 'ini', 'env', 'dockerfile'] as const;
export type Format = (typeof FORMATS)[number];

/** One value and where it stands. */
export interface Setting {
  readonly path: string;
  readonly value: string;
  readonly line: number;
}

export interface Problem {
  readonly rule: 'parse-error' | 'duplicate-key' | 'dockerfile';
  readonly line: number;
  readonly column?: number;
  readonly message: string;
}

export interface Configuration {
  readonly format: Format;
  readonly settings: readonly Setting[];
  readonly problems: readonly Problem[];
}

export function readConfiguration(text: string, fileName?: string, named?: string): Configuration {
  const format = detectFormat(text, fileName, named);
  if ((format === 'json' || format === 'yaml') && depthOf(text) > DEEPEST)
    return {
      format,
      settings: [],
      problems: [{ rule: 'parse-error', line: 1, message: 'Brackets stand too deep in each other to be read.' }],
    };
  if (format === 'json') return { format, ...readJson(text) };
  if (format === 'yaml') return { format, ...readYaml(text) };
  return { format, ...readLines(text, format, readConfigurationSheet().dockerfile.instructions) };
}

export function checkConfiguration({ settings, problems }: Configuration): Finding[] {
  const said = problems.map(({ rule, line, column, message }) =>
    makeFinding({
      rule,
      severity: rule === 'parse-error' ? 'blocker' : rule === 'duplicate-key' ? 'major' : 'minor',
      category: rule === 'parse-error' ? 'bug' : 'configuration',
      location: locationSchema.parse({ line, column: column ?? 1 }),
      message,
      fix_hint: FIXES[rule],
    }),
  );
  const rules = readConfigurationSheet().permissive.map((rule) => ({
    ...rule,
    key: new RegExp(rule.key, 'i'),
    value: new RegExp(rule.value, 'i'),
  }));
  const permissive = settings.flatMap(({ path, value, line }) =>
    rules
      .filter((rule) => rule.key.test(path) && rule.value.test(value))
      .map((rule) =>
        makeFinding({
          ...{ rule: rule.id, severity: rule.severity, category: 'configuration', location: { line, column: 1 } },
          message: `${path}: ${rule.message}`,
          fix_hint: rule.fix,
        }),
      ),
  );
  return [...said, ...permissive];
}

const FIXES = {
  'parse-error': 'Correct the syntax at this place.',
  'duplicate-key': 'Keep one of them: which one counts depends on the reader.',
  dockerfile: 'See the reference of the format.',
};

/** By what it is called. */
export function formatByName(fileName = '', named = ''): Format | undefined {
  const known = FORMATS.find((format) => format === named.toLowerCase());
  if (known !== undefined) return known;
  const name = fileName.toLowerCase().split('/').at(-1)!;
  if (/(?:^|\.)dockerfile|^containerfile/.test(name)) return 'dockerfile';
  if (/^\.env|\.env$/.test(name)) return 'env';
  const byExtension: Record<string, Format> = {
    ...{ json: 'json', jsonc: 'json', yaml: 'yaml', yml: 'yaml', toml: 'toml' },
    ...{ ini: 'ini', cfg: 'ini', conf: 'ini', properties: 'ini' },
  };
  return byExtension[name.split('.').at(-1)!];
}

function detectFormat(text: string, fileName?: string, named?: string): Format {
  const called = formatByName(fileName, named);
  if (called !== undefined) return called;
  const head = text.slice(0, 20_000);
  if (/^\s*[[{]/.test(head) && !/^\s*\[{1,2}[\w."-]+\]{1,2}\s*$/m.test(head)) return 'json';
  if (/^FROM\s+\S+/m.test(head) && /^(?:RUN|CMD|COPY|ENTRYPOINT|WORKDIR)\s/m.test(head)) return 'dockerfile';
  if (/^\[{1,2}[\w."-]+\]{1,2}[ \t]*$/m.test(head))
    return /=[ \t]*(?:["'[{]|true|false|\d)/.test(head) ? 'toml' : 'ini';
  const assignments = (head.match(/^(?:export )?[A-Z_][A-Z0-9_]*=/gm) ?? []).length;
  return assignments > 0 && assignments >= (head.match(/^[\w-]+:/gm) ?? []).length ? 'env' : 'yaml';
}

const DEEPEST = 500;

/** How deep brackets stand in each other, strings aside: what is deeper than any reader's stack is not read. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let isQuoted = false;
  // Sign by sign: a string that never ends is read once, not once for each quote in it.
  for (const [sign] of text.matchAll(/\\.|["\n[\]{}]/g)) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === '\n') isQuoted = false;
    else if (isQuoted) continue;
    else if (sign === '[' || sign === '{') most = Math.max(most, ++depth);
    else if (sign === ']' || sign === '}') depth--;
  }
  return most;
}

function readJson(text: string): Omit<Configuration, 'format'> {
  const { settings, problems } = readYaml(text);
  const duplicates = problems.filter(({ rule }) => rule === 'duplicate-key');
  try {
    JSON.parse(text);
    return { settings, problems: duplicates };
  } catch (thrown) {
    const message = (thrown as Error).message;
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const before = text.slice(0, position).split('\n');
    // The parser's message quotes the text around the place; only its reason is told.
    const reason = /^[^,"]{0,80}?(?= in JSON|, "| is not valid|$)/.exec(message)?.[0] || 'Unexpected text';
    return {
      settings: [],
      problems: [
        {
          rule: 'parse-error',
          line: before.length,
          column: before.at(-1)!.length + 1,
          message: `This is not JSON: ${reason}.`,
        },
        ...duplicates,
      ],
    };
  }
}

function readYaml(text: string): Omit<Configuration, 'format'> {
  const anchors = new Set([...text.matchAll(/(?<!\S)&([^\s,\]}]{1,100})/g)].map((match) => match[1]!));
  const whole = readYamlPart(text, 0, anchors);
  const mistakes = (problems: readonly Problem[]) => problems.filter(({ rule }) => rule === 'parse-error');
  const found = mistakes(whole.problems);
  const parts = found.length > 0 ? entriesOf(text) : [];
  // A quote or a bracket that never ends swallows what follows: each entry is read by itself as well.
  const own = onePerLine(mistakes(parts.flatMap((part) => readYamlPart(part.text, part.line, anchors).problems)));
  if (own.length <= found.length) return whole;
  const rest = whole.problems.filter(({ rule }) => rule !== 'parse-error');
  return { settings: whole.settings, problems: [...own.slice(0, MOST_ERRORS), ...rest] };
}

const MOST_ENTRIES = 400;

/** The entries of the outermost map, where they begin; fewer than two: there is nothing to read apart. */
function entriesOf(text: string): { text: string; line: number }[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, at) => (/^(?:["']?[\w./-]+["']?)\s*:(?:\s|$)/.test(line) ? [at] : []));
  if (starts.length > MOST_ENTRIES || lines.some((line) => /^(?:---|\.\.\.|\{|\[)/.test(line))) return [];
  return starts.map((start, at) => ({ text: lines.slice(start, starts[at + 1]).join('\n'), line: start }));
}

function readYamlPart(text: string, above: number, anchors: ReadonlySet<string>): Omit<Configuration, 'format'> {
  const lines = new LineCounter();
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  const tell = (rule: Problem['rule'], offset: number, message: string) => {
    const { line, col } = lines.linePos(offset);
    problems.push({ rule, line: above + (line || 1), column: col || 1, message });
  };
  // Keys that stand twice are found below: the parser would compare each key of a map with all before it.
  for (const document of parseAllDocuments(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false })) {
    if (!('errors' in document)) continue;
    const { errors } = document;
    for (const error of errors.slice(0, MOST_ERRORS))
      tell('parse-error', error.pos[0], `This does not parse: ${error.message.split(/ at line |\n/)[0]}.`);
    if (errors.length > MOST_ERRORS)
      tell(
        'parse-error',
        errors[MOST_ERRORS]!.pos[0],
        `${errors.length - MOST_ERRORS} more mistakes follow from here.`,
      );
    collect(document.contents as Node | null, [], {
      value: (path, value, offset) =>
        settings.push({ path: path.join('.'), value, line: above + (lines.linePos(offset).line || 1) }),
      twice: (offset) => {
        if (problems.length < MOST_TWICE) tell('duplicate-key', offset, 'A key stands there twice.');
      },
      alias: (name, offset) => {
        if (!anchors.has(name) && problems.length < MOST_TWICE)
          tell('parse-error', offset, 'An alias names an anchor that is not there.');
      },
    });
  }
  return { settings, problems };
}

/** What follows from one mistake on the same line is not told again. */
function onePerLine(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    ({ rule, line }, at) =>
      rule !== 'parse-error' || problems.findIndex((one) => one.rule === rule && one.line === line) === at,
  );
}

/** After so many it is no configuration, and nobody reads on. */
const MOST_ERRORS = 20;
const MOST_TWICE = 200;

interface Visitor {
  value(path: readonly string[], value: string, offset: number): void;
  twice(offset: number): void;
  alias(name: string, offset: number): void;
}

function collect(node: Node | null, path: readonly string[], visitor: Visitor): void {
  if (node === null || path.length > 100) return;
  if (isAlias(node)) {
    visitor.alias(node.source, node.range?.[0] ?? 0);
    return;
  }
  if (isMap(node)) {
    const keys = new Set<string>();
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : '?';
      const own = isScalar(key) ? `${typeof key.value} ${name}` : undefined;
      if (own !== undefined && keys.has(own)) visitor.twice((key as Node).range?.[0] ?? 0);
      if (own !== undefined) keys.add(own);
      collect(value as Node | null, [...path, name], visitor);
    }
  } else if (isSeq(node))
    for (const [index, item] of node.items.entries()) collect(item as Node | null, [...path, String(index)], visitor);
  else if (isScalar(node)) visitor.value(path, String(node.value ?? ''), node.range?.[0] ?? 0);
}
