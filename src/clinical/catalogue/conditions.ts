/** Conditions and symptoms with their kinds, from the outlines and the lexicons' names and codes. */
import { readTable, splitList } from '../tables/tables.ts';
import type { Kind, Shown } from './concept.ts';
import { addParent, type Draft, type Drafts, keyOf, plainName } from './drafts.ts';
import { invalid, type Line, parentsOf, readOutline } from './outline.ts';

const ICD = 'http://hl7.org/fhir/sid/icd-10-cm';
const SNOMED = 'http://snomed.info/sct';

type Problem = Extract<Kind, 'condition' | 'symptom'>;

interface Row {
  name: string;
  same: string[];
  kinds: string[];
  code: string;
  system: string;
}

export function addProblems(drafts: Drafts, kind: Problem, table: string): void {
  const { source, rows } = readProblems(table);
  const byName = new Map<string, Row>();
  for (const row of rows)
    for (const name of [plainName(row.name), row.name, ...row.same])
      if (!byName.has(keyOf(name))) byName.set(keyOf(name), row);
  const roots = addOutline(drafts, kind, table, byName);
  for (const row of rows) addRow(drafts, kind, row, source, roots);
}

function readProblems(table: string): { source: string; rows: Row[] } {
  const { source, rows } = readTable(table, 3, 4);
  return {
    source,
    rows: rows.map(([name = '', synonyms = '', code = '', system = 'general']) => {
      const [same, kinds] = synonyms.split(';');
      return { name, same: splitList(same), kinds: splitList(kinds), code, system };
    }),
  };
}

/** `name | names | codes | shown by`; a line with `system: x` is the root of that system. */
function addOutline(drafts: Drafts, kind: Problem, file: string, rows: Map<string, Row>): Map<string, string> {
  const { source, lines } = readOutline(file);
  const outline = parentsOf<Draft>();
  const roots = new Map<string, string>();
  const declared = lines.map(
    (line) => [line, drafts.declare(kind, line.cells[0]!.replace(/^\+ /, ''), source)] as const,
  );
  for (const [line, draft] of declared) {
    const parent = outline.enter(line.depth, draft);
    if (parent) addParent(draft, parent.id);
    const [, names, codes = '', shown] = line.cells;
    drafts.name(draft, splitList(names), line);
    for (const code of splitList(codes)) {
      const system = /^system: (\w+)$/.exec(code)?.[1];
      if (system) roots.set(system, draft.id);
      else draft.codes.push(readCode(code));
    }
    if (shown) drafts.later(() => addShown(drafts, draft, shown, line));
  }
  const withKinds = new Set(declared.flatMap(([, draft]) => draft.parents));
  const general = roots.get('general');
  for (const [, draft] of declared) {
    const alone = draft.parents.length === 0 && !withKinds.has(draft.id) && ![...roots.values()].includes(draft.id);
    if (alone && general) addParent(draft, general);
    const row = rows.get(keyOf(draft.name));
    if (row) draft.system ??= row.system;
    if (row && keyOf(plainName(row.name)) === keyOf(draft.name)) lendRow(drafts, draft, row);
  }
  return roots;
}

function readCode(written: string): { system: string; code: string } {
  return /^[A-Z]/.test(written) ? { system: ICD, code: written } : { system: SNOMED, code: written };
}

/** `HbA1c > 6.5, glucose`: the measurement, and the limit past which it shows the condition. */
function addShown(drafts: Drafts, draft: Draft, written: string, line: Line): void {
  for (const part of splitList(written)) {
    const [, name = '', sign, limit] = /^(.*?)(?: ([<>]) (-?[\d.]+))?$/.exec(part) ?? [];
    const target = drafts.get('observation', name);
    if (!target) throw invalid(line.file, line.number, `is shown by "${name}", which is no observation`);
    const shown: Shown = { observation: target.id };
    if (sign === '>') shown.over = Number(limit);
    if (sign === '<') shown.under = Number(limit);
    draft.shown_by = [...(draft.shown_by ?? []), shown];
  }
}

function lendRow(drafts: Drafts, draft: Draft, row: Row): void {
  drafts.lend(draft, [plainName(row.name), row.name, ...row.same]);
  if (row.code && !draft.codes.some(({ system }) => system === ICD)) draft.codes.push({ system: ICD, code: row.code });
}

/** What the outline leaves out stands under its body system; its kinds under it. */
function addRow(drafts: Drafts, kind: Problem, row: Row, source: string, roots: Map<string, string>): void {
  const draft = drafts.get(kind, plainName(row.name)) ?? drafts.declare(kind, plainName(row.name), source);
  draft.system ??= row.system;
  lendRow(drafts, draft, row);
  const root = roots.get(row.system) ?? roots.get('general');
  if (draft.parents.length === 0 && root) addParent(draft, root);
  for (const name of row.kinds) {
    if (drafts.get(kind, name)) continue;
    const kindOf = drafts.declare(kind, name.replace(/"/g, ''), source);
    if (name.startsWith('"')) kindOf.names.splice(0, 1, name);
    kindOf.system = row.system;
    addParent(kindOf, draft.id);
  }
}
