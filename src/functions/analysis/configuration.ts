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

function detectFormat(text: string, fileName = '', named = ''): Format {
  const known = FORMATS.find((format) => format === named.toLowerCase());
  if (known !== undefined) return known;
  const name = fileName.toLowerCase().split('/').at(-1)!;
  if (/(?:^|\.)dockerfile|^containerfile/.test(name)) return 'dockerfile';
  if (/^\.env|\.env$/.test(name)) return 'env';
  const byExtension: Record<string, Format> = {
    ...{ json: 'json', jsonc: 'json', yaml: 'yaml', yml: 'yaml', toml: 'toml' },
    ...{ ini: 'ini', cfg: 'ini', conf: 'ini', properties: 'ini' },
  };
  const extension = byExtension[name.split('.').at(-1)!];
  if (extension !== undefined) return extension;
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
  for (const [sign] of text.matchAll(/"(?:\\.|[^"\\\n])*"|[[\]{}]/g)) {
    if (sign === '[' || sign === '{') most = Math.max(most, ++depth);
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
  const lines = new LineCounter();
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  for (const document of parseAllDocuments(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false })) {
    if (!('errors' in document)) continue;
    for (const error of document.errors) {
      const { line, col } = lines.linePos(error.pos[0]);
      const twice = error.code === 'DUPLICATE_KEY';
      const message = twice
        ? 'A key stands there twice.'
        : `This does not parse: ${error.message.split(/ at line |\n/)[0]}.`;
      problems.push({ rule: twice ? 'duplicate-key' : 'parse-error', line: line || 1, column: col || 1, message });
    }
    collect(document.contents as Node | null, [], lines, settings);
  }
  return { settings, problems };
}

function collect(node: Node | null, path: readonly string[], lines: LineCounter, settings: Setting[]): void {
  if (node === null || isAlias(node) || path.length > 100) return;
  if (isMap(node))
    for (const { key, value } of node.items)
      collect(value as Node | null, [...path, isScalar(key) ? String(key.value) : '?'], lines, settings);
  else if (isSeq(node))
    for (const [index, item] of node.items.entries())
      collect(item as Node | null, [...path, String(index)], lines, settings);
  else if (isScalar(node))
    settings.push({
      path: path.join('.'),
      value: String(node.value ?? ''),
      line: lines.linePos(node.range?.[0] ?? 0).line || 1,
    });
}
