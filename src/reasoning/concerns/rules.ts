/** The rules: one YAML file a family in `rules/`, read once, each row checked with its file and line. */
import { readdirSync, readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { ConsiliumError } from '../../kernel/errors.ts';
import { conceptsIn, type Expression, type Names, parseSet, parseWhen, slotsIn } from './grammar.ts';

const sentence = z.string().min(8).max(600);
const severity = z.enum(['critical', 'important', 'worth_knowing']);

/** A patient in a few words, from which a test is made; see `examples.ts`. */
export const exampleSchema = z.strictObject({
  age: z.number().optional(),
  months: z.number().optional(),
  sex: z.enum(['female', 'male']).optional(),
  takes: z.array(z.string()).optional(),
  stopped: z.array(z.string()).optional(),
  has: z.array(z.string()).optional(),
  had: z.array(z.string()).optional(),
  allergic: z.array(z.string()).optional(),
  values: z.record(z.string(), z.union([z.number(), z.array(z.tuple([z.number(), z.number()]))])).optional(),
  done: z.record(z.string(), z.number()).optional(),
  told: z.array(z.string()).optional(),
  asked: z.array(z.string()).optional(),
  notes: z.array(z.string()).optional(),
  smokes: z.boolean().optional(),
  drinks: z.boolean().optional(),
});
export type Example = z.infer<typeof exampleSchema>;

const ruleSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{4,60}$/),
  when: z.string().min(4),
  severity,
  /** Where nothing of it was told or asked about now. `silent`: then it is not said at all. */
  standing: z.enum(['critical', 'important', 'worth_knowing', 'silent']).optional(),
  say: sentence,
  do: z.strictObject({
    what: sentence,
    whom: z.string().min(2).max(80),
    by: z.enum(['now', 'today', 'days', 'weeks', 'next_visit']),
  }),
  first_aid: sentence.optional(),
  /** Rules that say less of the same. */
  over: z.array(z.string()).optional(),
  source: z.string().min(3).max(160),
  examples: z.array(exampleSchema).min(1),
  counter: z.array(exampleSchema).min(1),
});
const fileSchema = z.strictObject({ family: z.string(), rules: z.array(z.unknown()) });
const setsSchema = z.strictObject({
  sets: z.record(z.string(), z.string()),
  conditions: z.record(z.string(), z.string()),
});

export interface Rule extends z.infer<typeof ruleSchema> {
  family: string;
  expression: Expression;
  /** How many steps below their roots the named concepts stand: of two rules on one thing the deeper is the nearer. */
  depth: number;
}

let loaded: readonly Rule[] | undefined;

export function openRules(): readonly Rule[] {
  loaded ??= readRules();
  return loaded;
}

function readRules(): Rule[] {
  const folder = new URL('./rules/', import.meta.url);
  const names = readNames(readFileSync(new URL('./sets.yml', import.meta.url), 'utf8'));
  const rules = readdirSync(folder)
    .filter((file) => file.endsWith('.yml'))
    .sort()
    .flatMap((file) => parseRules(readFileSync(new URL(file, folder), 'utf8'), file, names));
  requireUnique(rules);
  return rules;
}

export function readNames(text: string): Names {
  const { sets, conditions } = setsSchema.parse(parseDocument(text).toJS());
  const names = { sets: new Map(), conditions: new Map() };
  for (const [name, written] of Object.entries(sets)) names.sets.set(name, parseSet(written, names));
  for (const [name, written] of Object.entries(conditions)) names.conditions.set(name, parseWhen(written, names));
  return names;
}

export function parseRules(text: string, file: string, names: Names): Rule[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error) throw invalid(file, lines.linePos(error.pos[0]).line, error.message.split('\n')[0]!);
  const whole = fileSchema.safeParse(document.toJS());
  if (!whole.success) throw invalid(file, 1, 'a file has `family` and `rules`');
  return whole.data.rules.map((raw, index) => {
    const node = document.getIn(['rules', index], true) as { range?: [number, number, number] } | undefined;
    return readRule(raw, whole.data.family, names, (what) =>
      invalid(file, lines.linePos(node?.range?.[0] ?? 0).line, what),
    );
  });
}

function readRule(raw: unknown, family: string, names: Names, fail: (what: string) => ConsiliumError): Rule {
  const parsed = ruleSchema.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw fail(`${issue?.path.join('.') || 'the rule'}: ${issue?.message}`);
  }
  const rule = parsed.data;
  let expression: Expression;
  try {
    expression = parseWhen(rule.when, names);
  } catch (cause) {
    throw fail(`${rule.id}: ${cause instanceof Error ? cause.message : cause}`);
  }
  const catalogue = openCatalogue();
  const unknown = conceptsIn(expression).find((id) => catalogue.get(id) === undefined);
  if (unknown) throw fail(`${rule.id}: the catalogue has no ${unknown}`);
  const slots = new Set(slotsIn(expression));
  const missing = [...`${rule.say} ${rule.do.what} ${rule.first_aid ?? ''}`.matchAll(/\{(\w+)/g)]
    .map(([, name]) => name!)
    .find((name) => !slots.has(name));
  if (missing) throw fail(`${rule.id}: says {${missing}}, which \`when\` does not name`);
  const depth = conceptsIn(expression).reduce((sum, id) => sum + catalogue.ancestors(id).size + 1, 0);
  return { ...rule, family, expression, depth };
}

function requireUnique(rules: readonly Rule[]): void {
  const ids = new Set<string>();
  for (const { id } of rules) {
    if (ids.has(id)) throw invalid('rules', 0, `two rules are called ${id}`);
    ids.add(id);
  }
  for (const { id, over = [] } of rules)
    for (const other of over)
      if (!ids.has(other)) throw invalid('rules', 0, `${id} stands over ${other}, which is not there`);
}

function invalid(file: string, line: number, what: string): ConsiliumError {
  return new ConsiliumError('RULE_INVALID', `concerns/rules/${file}:${line} ${what}.`, {
    hint: 'src/reasoning/concerns/grammar.ts says how a condition is written, rules.ts what a rule has.',
  });
}
