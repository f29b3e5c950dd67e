/** Procedures, allergens, vaccines and foods. */
import { readTable, splitList } from '../tables/tables.ts';
import type { Cross, Kind } from './concept.ts';
import { addParent, type Draft, type Drafts, plainName } from './drafts.ts';
import { invalid, type Line, parentsOf, readOutline } from './outline.ts';

const SYSTEMS = { procedure: 'http://snomed.info/sct', vaccine: 'http://hl7.org/fhir/sid/cvx' };

export function addOthers(drafts: Drafts): void {
  addOutline(drafts, 'procedure', 'procedures');
  lendProcedures(drafts);
  addOutline(drafts, 'vaccine', 'vaccines');
  addOutline(drafts, 'food', 'foods');
  addOutline(drafts, 'allergen', 'allergens');
}

/** `name | names | codes` or, for allergens, `name | names | crosses` */
function addOutline(drafts: Drafts, kind: Kind, file: string): void {
  const { source, lines } = readOutline(file);
  const outline = parentsOf<Draft>();
  for (const line of lines) {
    const [written = '', names, third] = line.cells;
    // "+ colonoscopy": it stands elsewhere, and is of this kind too.
    const name = written.replace(/^\+ /, '');
    const draft = drafts.declare(kind, name, source);
    drafts.name(draft, splitList(names), line);
    const parent = outline.enter(line.depth, draft);
    if (parent) addParent(draft, parent.id);
    if (kind === 'allergen') drafts.later(() => addCrosses(drafts, draft, third, line));
    else for (const code of splitList(third)) draft.codes.push({ system: SYSTEMS[kind as 'procedure'] ?? '', code });
  }
}

/** `same: class penicillin; possible: class cephalosporin, allergen latex` */
function addCrosses(drafts: Drafts, draft: Draft, written: string | undefined, line: Line): void {
  for (const part of (written ?? '')
    .split(';')
    .map((text) => text.trim())
    .filter(Boolean)) {
    const [risk = '', names] = part.split(':').map((text) => text.trim());
    for (const name of splitList(names)) {
      const target = KINDS.map((kind) => drafts.get(kind, name)).find((found) => found !== undefined);
      if (!target || !RISKS.has(risk)) throw invalid(line.file, line.number, `crosses with "${risk}: ${name}"`);
      draft.crosses = [...(draft.crosses ?? []), { id: target.id, risk: risk as Cross['risk'] }];
    }
  }
}

const KINDS: Kind[] = ['drug_class', 'drug', 'allergen', 'food', 'vaccine'];
const RISKS = new Set(['same', 'likely', 'possible']);

function lendProcedures(drafts: Drafts): void {
  const { rows } = readTable('procedures', 4, 4);
  const other = drafts.get('procedure', 'other procedure');
  for (const [name = '', synonyms, code, kind] of rows) {
    if (kind === 'vaccine' || name === LAY_ROW) continue;
    const draft = drafts.get('procedure', plainName(name)) ?? drafts.declare('procedure', plainName(name), 'SNOMED CT');
    drafts.lend(draft, [name, ...splitList(synonyms)]);
    if (code && draft.codes.length === 0) draft.codes.push({ system: SYSTEMS.procedure, code });
    if (draft.parents.length === 0 && draft !== other) {
      const root = drafts.get('procedure', ROOTS[kind ?? ''] ?? 'other procedure');
      if (root) addParent(draft, root.id);
    }
  }
}

/** A row of the lexicon that gathers ways of speaking about many operations. */
const LAY_ROW = 'operation told plainly';

const ROOTS: Record<string, string> = { surgery: 'operation', imaging: 'imaging', test: 'test', therapy: 'therapy' };
