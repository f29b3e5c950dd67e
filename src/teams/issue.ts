/** From a parsed YAML file to a validated config: each zod issue becomes a sentence with its place. */
import type { z } from 'zod';
import { suggest } from './nearest.ts';
import type { Problem } from './problem.ts';
import type { Path, Source } from './source.ts';

type Issue = z.core.$ZodIssue;

/**
 * Validates what a file says. What is wrong is reported and left out of the config, so that the rest of the file is
 * still checked and a person sees all mistakes at once. Undefined only if nothing usable remains.
 */
export function readConfig<T>(schema: z.ZodType<T>, source: Source): { config: T | undefined; problems: Problem[] } {
  if (source.value === undefined) return { config: undefined, problems: [] };
  if (!isMapping(source.value)) {
    const message = source.value === null ? 'The file is empty.' : 'The file must be a mapping of keys to values.';
    const problem = { file: source.file, ...source.locate([]), rule: 'mapping', message };
    return { config: undefined, problems: [problem] };
  }
  const result = schema.safeParse(source.value);
  if (result.success) return { config: result.data, problems: [] };
  const issues = result.error.issues.flatMap(chooseBranch);
  const rest = structuredClone(source.value);
  for (const issue of issues) remove(rest, issue);
  const salvaged = schema.safeParse(rest);
  return {
    config: salvaged.success ? salvaged.data : undefined,
    problems: issues.flatMap((issue) => describe(issue, source)),
  };
}

/** In a union, the issues of the variant that was most likely meant. */
function chooseBranch(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const fitting = issue.errors.filter(
    (branch) => !branch.some(({ path, code }) => path.length === 0 && code === 'invalid_type'),
  );
  const [likely] = fitting.toSorted((a, b) => a.length - b.length);
  if (likely === undefined) return [issue];
  return likely.flatMap((inner) => chooseBranch({ ...inner, path: [...issue.path, ...inner.path] } as Issue));
}

function describe(issue: Issue, source: Source): Problem[] {
  const { file } = source;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      file,
      ...source.locate([...issue.path, key], 'key'),
      rule: 'unknown_key',
      message: `"${key}" is not a key of ${ownerOf(issue.path)}.${suggest(key, issue.message.split(' '), 'Known')}`,
    }));
  const value = valueAt(source.value, issue.path);
  const missing = value === undefined;
  const rule = missing
    ? 'missing_key'
    : issue.code === 'invalid_type' || issue.code === 'invalid_union'
      ? 'type'
      : 'value';
  const message = missing ? `${nameOf(issue.path)} is missing.` : `${nameOf(issue.path)} ${complain(issue, value)}`;
  return [{ file, ...source.locate(issue.path), rule, message }];
}

function ownerOf(path: Path): string {
  return path.length === 0 ? 'this file' : nameOf(path);
}

/** tools[1].agent */
function nameOf(path: Path): string {
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${String(part)}`)).join('');
}

const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

function complain(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}, not ${typeName(value)}.`;
    case 'invalid_union': {
      const wanted = issue.errors.flatMap((branch) => branch.map(expectedOf)).filter((name) => name !== undefined);
      return `must be ${[...new Set(wanted)].join(' or ')}, not ${typeName(value)}.`;
    }
    case 'invalid_value': {
      const choices = issue.values.map(String);
      const wanted = `must be one of ${choices.join(', ')}`;
      return typeof value === 'string'
        ? `${wanted}, not "${value}".${suggest(value, choices)}`
        : `${wanted}, not ${typeName(value)}.`;
    }
    case 'too_small':
      return `must be at least ${issue.minimum}, not ${String(value)}.`;
    case 'too_big':
      return `must be at most ${issue.maximum}, not ${String(value)}.`;
    default:
      return `${issue.message}.`;
  }
}

function expectedOf(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return TYPE_NAMES[issue.expected] ?? issue.expected;
  return issue.code === 'invalid_value' ? issue.values.join(' or ') : undefined;
}

function typeName(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return `the number ${value}`;
  return typeof value === 'boolean' ? String(value) : 'a mapping';
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | null | undefined)?.[part], value);
}

/** Takes the faulty part out: the unknown keys, or the key whose value is wrong. */
function remove(root: unknown, issue: Issue): void {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const owner = valueAt(root, path);
    if (isMapping(owner)) for (const key of issue.keys) delete owner[key];
    return;
  }
  // A list with a faulty item goes as a whole: without it, the places of the items behind would no longer fit.
  const listed = path.findIndex((part) => typeof part === 'number');
  const cut = listed < 0 ? path : path.slice(0, listed);
  const owner = valueAt(root, cut.slice(0, -1));
  if (isMapping(owner)) delete owner[String(cut.at(-1))];
}
