/** The rules: one YAML file a family in `rules/`, read once, each row checked with its file and line. */
import { readdirSync, readFileSync } from 'node:fs';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { ConsiliumError } from '../../kernel/errors.ts';
import { conceptsIn, type Expression, type Names, parseSet, parseWhen, slotsIn } from './grammar.ts';
import { type RawRule, readRuleFile } from './reading.ts';
import type { By, Severity } from './types.ts';

export interface Rule {
  id: string;
  family: string;
  when: string;
  severity: Severity;
  /** Where nothing of it was told or asked about now. `silent`: then it is not said at all. */
  standing: Severity | 'silent' | undefined;
  say: string;
  do: { what: string; whom: string; by: By };
  /** Instead of `do`, where it is only asked about, offered or planned: a plan is no deed. */
  planned: { what: string; whom: string; by: By } | undefined;
  first_aid: string | undefined;
  /** Rules that say less of the same. */
  over: readonly string[];
  /** A rule over a whole table of the catalogue: any other that says as much of the same things goes before it. */
  yields: boolean;
  /** Asked about before it is done, the answer is no, though it is no emergency where it was done. */
  forbids: boolean;
  source: string;
  expression: Expression;
  /** How many steps below their roots the named concepts stand: of two rules on one thing the deeper is the nearer. */
  depth: number;
  /** Slots that the sentences only name: several findings can stand in one sentence. */
  lists: ReadonlySet<string>;
  /** The examples as they are written; `examples.ts` reads them. */
  raw: RawRule;
}

const folder = new URL('./rules/', import.meta.url);
let loaded: readonly Rule[] | undefined;

export function openRules(): readonly Rule[] {
  loaded ??= readRules();
  return loaded;
}

let shared: Names | undefined;

/** The sets and conditions of sets.yml, for all that is written in the grammar. */
export function sharedNames(): Names {
  shared ??= readNames(readFileSync(new URL('./sets.yml', import.meta.url), 'utf8'));
  return shared;
}

function readRules(): Rule[] {
  const names = sharedNames();
  const rules = ruleFiles().flatMap((file) => parseRules(readFileSync(new URL(file, folder), 'utf8'), file, names));
  requireUnique(rules);
  return rules;
}

export function ruleFiles(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yml'))
    .sort();
}

/** `sets:` and `conditions:`, each a list of `name: expression`. */
export function readNames(text: string): Names {
  const names = { sets: new Map(), conditions: new Map() };
  let part: 'sets' | 'conditions' | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (line === 'sets:' || line === 'conditions:') part = line.slice(0, -1) as typeof part;
    const [, name, written = ''] = /^ {2}(\w+): (.+)$/.exec(line) ?? [];
    if (name === undefined) continue;
    try {
      if (part === 'sets') names.sets.set(name, parseSet(written, names));
      else names.conditions.set(name, parseWhen(written, names));
    } catch (cause) {
      throw invalid('../sets.yml', index + 1, cause instanceof Error ? cause.message : String(cause));
    }
  }
  return names;
}

export function parseRules(text: string, file: string, names: Names): Rule[] {
  const { family, rules } = readRuleFile(text, (line, what) => invalid(file, line, what));
  return rules.map((raw) => readRule(raw, family, names, (what) => invalid(file, raw.line, `${raw.id}: ${what}`)));
}

function readRule(raw: RawRule, family: string, names: Names, fail: (what: string) => ConsiliumError): Rule {
  let expression: Expression;
  try {
    expression = parseWhen(raw.when, names);
  } catch (cause) {
    throw fail(cause instanceof Error ? cause.message : String(cause));
  }
  const catalogue = openCatalogue();
  const concepts = conceptsIn(expression);
  const unknown = concepts.find((id) => catalogue.get(id) === undefined);
  if (unknown) throw fail(`the catalogue has no ${unknown}`);
  const slots = new Set(slotsIn(expression));
  const sentences = `${raw.say} ${raw.do.what} ${raw.planned?.what ?? ''} ${raw.first_aid ?? ''}`;
  const named = [...sentences.matchAll(/\{(\w+)(\.)?/g)];
  const missing = named.find(([, name]) => !slots.has(name!));
  if (missing) throw fail(`says {${missing[1]}}, which \`when\` does not name`);
  const detailed = new Set(named.filter(([, , dot]) => dot).map(([, name]) => name!));
  return {
    ...raw,
    family,
    expression,
    depth: concepts.reduce((sum, id) => sum + catalogue.ancestors(id).size + 1, 0),
    lists: new Set([...slots].filter((slot) => !detailed.has(slot))),
    raw,
  };
}

function requireUnique(rules: readonly Rule[]): void {
  const ids = new Set<string>();
  for (const { id, raw } of rules) {
    if (ids.has(id)) throw invalid('', raw.line, `two rules are called ${id}`);
    ids.add(id);
  }
  for (const { id, over, raw } of rules)
    for (const other of over)
      if (!ids.has(other)) throw invalid('', raw.line, `${id} stands over ${other}, which is not there`);
}

function invalid(file: string, line: number, what: string): ConsiliumError {
  return new ConsiliumError('RULE_INVALID', `concerns/rules/${file}:${line} ${what.replace(/\.$/, '')}.`, {
    hint: 'src/reasoning/concerns/grammar.ts says how a condition is written, reading.ts what a rule has.',
  });
}
