/**
 * JavaScript and TypeScript through ESLint with SonarSource's rules, in this process. Loaded when first needed (about a
 * second). Comments in the artifact that would switch rules off are not obeyed: an artifact does not judge itself.
 */
import { createRequire } from 'node:module';
import type { Linter as LinterType } from 'eslint';
import { z } from 'zod';
import { category, type Finding, makeFinding, severity } from './finding.ts';
import { sheet } from './sheet.ts';
import type { Known } from './structure.ts';

const weight = z.strictObject({ severity, category });

const readRules = sheet(
  './rules.yml',
  import.meta.url,
  z.strictObject({
    default: weight,
    problem: weight,
    also: z.array(z.string()),
    never: z.array(z.string()),
    rules: z.record(z.string(), weight),
  }),
);

export interface Linted {
  readonly findings: readonly Finding[];
  /** Complexity by the line a function begins in. */
  readonly known: Known;
  readonly warnings: readonly string[];
}

/** Where a lint finding says what a program cannot run on at all. */
const SYNTAX = 'syntax-error';

/** Beyond this many characters an artifact is no source that somebody wrote, and some rules take the square of it. */
const MOST_CHARACTERS = 100_000;

export function lint(text: string, language: 'javascript' | 'typescript'): Linted {
  const unread = tooLong(text);
  if (unread !== undefined) return { findings: [], known: new Map(), warnings: [unread] };
  const tools = load();
  const names = language === 'typescript' ? ['artifact.ts', 'artifact.tsx'] : ['artifact.jsx', 'artifact.ts'];
  const warnings: string[] = [];
  let messages: LinterType.LintMessage[] = [];
  for (const [index, name] of names.entries()) {
    const next = verify(tools, text, name, warnings);
    if (index === 0) messages = next;
    if (!next.some(({ fatal }) => fatal)) {
      messages = next;
      break;
    }
  }
  return { findings: messages.flatMap(toFinding(tools)), known: readComplexity(messages), warnings };
}

/** Nobody writes a line like that: a tool has put a program into it, and what it says of style and names is nobody's. */
const LONGEST_LINE = 10_000;

function tooLong(text: string): string | undefined {
  const rest = 'only structural metrics and patterns were used.';
  if (text.length > MOST_CHARACTERS)
    return `ESLint was not asked: the artifact has ${text.length} characters, it reads at most ${MOST_CHARACTERS}; ${rest}`;
  const line = Math.max(...text.split('\n').map(({ length }) => length));
  return line > LONGEST_LINE
    ? `ESLint was not asked: a line of ${line} characters is no source that somebody wrote; ${rest}`
    : undefined;
}

interface Tools {
  readonly Linter: typeof LinterType;
  readonly parser: LinterType.Parser;
  readonly plugin: { rules: Record<string, Rule>; configs: { recommended: { rules: Record<string, unknown> } } };
  readonly rules: readonly string[];
}

interface Rule {
  readonly meta?: {
    readonly type?: string;
    readonly deprecated?: unknown;
    readonly docs?: { readonly description?: string; readonly requiresTypeChecking?: boolean };
  };
}

let loaded: Tools | undefined;

function load(): Tools {
  if (loaded !== undefined) return loaded;
  const require = createRequire(import.meta.url);
  const plugin = require('eslint-plugin-sonarjs') as Tools['plugin'];
  const { also, never } = readRules();
  const recommended = Object.entries(plugin.configs.recommended.rules)
    .filter(([, level]) => level !== 'off')
    .map(([name]) => name.replace(/^sonarjs\//, ''));
  const rules = [...new Set([...recommended, ...also])].filter(
    (name) => plugin.rules[name]?.meta?.docs?.requiresTypeChecking === false && !never.includes(name),
  );
  const { Linter } = require('eslint') as { Linter: typeof LinterType };
  loaded = { Linter, parser: require('@typescript-eslint/parser') as LinterType.Parser, plugin, rules };
  return loaded;
}

function verify(tools: Tools, text: string, filename: string, warnings: string[]): LinterType.LintMessage[] {
  let rules = tools.rules;
  for (;;)
    try {
      const config = {
        files: ['**/*.ts', '**/*.tsx', '**/*.jsx'],
        languageOptions: {
          parser: tools.parser,
          ecmaVersion: 'latest',
          sourceType: 'module',
          parserOptions: { ecmaFeatures: { jsx: filename.endsWith('x') } },
        },
        plugins: { sonarjs: tools.plugin },
        rules: {
          ...Object.fromEntries(rules.map((name) => [`sonarjs/${name}`, 'error'])),
          'sonarjs/cognitive-complexity': ['error', 0],
          complexity: ['error', 0],
        },
      } as unknown as LinterType.Config;
      return new tools.Linter().verify(text, [config], { filename, allowInlineConfig: false });
    } catch (thrown) {
      // A rule that stumbles over an unusual text is left out; the others still speak.
      const broken = /Rule: "sonarjs\/([\w-]+)"/.exec(String((thrown as Error).message))?.[1];
      if (broken === undefined || !rules.includes(broken)) {
        warnings.push('ESLint could not read the artifact; only structural metrics and patterns were used.');
        return [];
      }
      warnings.push(`The rule sonarjs/${broken} failed on this artifact and was left out.`);
      rules = rules.filter((name) => name !== broken);
    }
}

const MEASURES = ['complexity', 'sonarjs/cognitive-complexity'];

function toFinding(tools: Tools): (message: LinterType.LintMessage) => Finding[] {
  const weights = readRules();
  return ({ ruleId, fatal, line, column, endLine, message }) => {
    const location = { line: line || 1, column: column || 1, ...(endLine && endLine > line && { end_line: endLine }) };
    const source = 'eslint-plugin-sonarjs';
    if (fatal)
      return [
        makeFinding({
          ...{ rule: SYNTAX, severity: 'blocker', category: 'bug', location, source },
          message: message.replace(/^Parsing error: /, 'The code does not parse: '),
          fix_hint: 'Correct the syntax at this place.',
        }),
      ];
    if (ruleId === null || MEASURES.includes(ruleId)) return [];
    const name = ruleId.replace(/^sonarjs\//, '');
    const meta = tools.plugin.rules[name]?.meta;
    const own = weights.rules[name] ?? (meta?.type === 'problem' ? weights.problem : weights.default);
    return [
      makeFinding({ rule: name, ...own, location, message, fix_hint: meta?.docs?.description ?? message, source }),
    ];
  };
}

function readComplexity(messages: readonly LinterType.LintMessage[]): Known {
  const known = new Map<number, { cyclomatic?: number; cognitive?: number }>();
  for (const { ruleId, message, line } of messages) {
    if (ruleId === null || !MEASURES.includes(ruleId)) continue;
    const amount = Number(/complexity (?:of|from) (\d+)/i.exec(message)?.[1] ?? 0);
    const field = ruleId === 'complexity' ? 'cyclomatic' : 'cognitive';
    const entry = known.get(line) ?? {};
    known.set(line, { ...entry, [field]: Math.max(entry[field] ?? 0, amount) });
  }
  return known;
}

/** What is wrong with the syntax, or undefined where it parses. */
export function syntaxProblem(text: string, language: 'javascript' | 'typescript'): string | undefined {
  const parser = load().parser as unknown as { parseForESLint(text: string, options: object): unknown };
  let problem: string | undefined;
  for (const jsx of language === 'javascript' ? [true, false] : [false, true])
    try {
      parser.parseForESLint(text, { sourceType: 'module', ecmaFeatures: { jsx }, filePath: jsx ? 'a.tsx' : 'a.ts' });
      return undefined;
    } catch (thrown) {
      const error = thrown as { message: string; lineNumber?: number };
      problem ??= `${error.message}${error.lineNumber === undefined ? '' : ` (line ${error.lineNumber})`}`;
    }
  return problem;
}
