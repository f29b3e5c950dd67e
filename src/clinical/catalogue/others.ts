/** Procedures, allergens, vaccines and foods. */
import { readTable, splitList } from '../tables/tables.ts';
import type { Cross, Kind } from './concept.ts';
import { addContents } from './contents.ts';
import { addParent, type Draft, type Drafts, plainName } from './drafts.ts';
import { invalid, type Line, parentsOf, readOutline } from './outline.ts';

const SYSTEMS = { procedure: 'http://snomed.info/sct', vaccine: 'http://hl7.org/fhir/sid/cvx' };

export function addOthers(drafts: Drafts): void {
  addOutline(drafts, 'procedure', 'procedures');
  lendProcedures(drafts);
  addOutline(drafts, 'vaccine', 'vaccines');
  addOutline(drafts, 'food', 'foods');
  for (const file of FOODS) addFoods(drafts, file);
  addOutline(drafts, 'allergen', 'allergens');
}

const FOODS = ['foods-plain', 'foods-dishes', 'foods-world', 'foods-drinks'];

/**
 * `name | other names ; others that hold the same > kinds of it | contents, "~" before what is in most recipes only`; a deeper
 * line is a kind of the one above it. What stands behind ";" or ">" is named as it is written.
 */
function addFoods(drafts: Drafts, file: string): void {
  const { source, lines } = readOutline(file);
  const outline = parentsOf<Draft>();
  const root = drafts.get('food', 'food or drink')!;
  for (const line of lines) {
    const [written = '', names = '', contents] = line.cells;
    const { same = '', alike, kinds } = NAMES.exec(names)?.groups ?? {};
    const add = (food: string) => {
      const draft = declareFood(drafts, food, source, line);
      drafts.later(() => addContents(drafts, draft, contents, line));
      return draft;
    };
    const draft = add(written);
    drafts.name(draft, splitList(same), line);
    const parent = outline.enter(line.depth, draft) ?? root;
    addParent(draft, parent.id);
    for (const other of splitList(alike)) addParent(add(other), parent.id);
    for (const kind of splitList(kinds)) addParent(add(kind), draft.id);
  }
}

const NAMES = /^(?<same>[^;>]*)(?:;(?<alike>[^>]*))?(?:>(?<kinds>.*))?$/;

function declareFood(drafts: Drafts, written: string, source: string, line: Line): Draft {
  const name = written.replaceAll('"', '');
  const known = drafts.get('food', name);
  if (known) throw invalid(line.file, line.number, `gives "${name}" two meanings: ${known.id} and a food of its own`);
  const draft = drafts.declare('food', name, source);
  // "oranges", not the colour: the name counts as it is written there.
  if (name !== written) draft.names.splice(0, 1, written);
  return draft;
}

/** `name | names | codes`; for allergens `name | names | crosses`, for contents of food `name | names | how it is said` */
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
    if (kind === 'food' && third) draft.inside = third;
    else if (kind === 'allergen') drafts.later(() => addCrosses(drafts, draft, third, line));
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
    const root = drafts.get('procedure', ROOTS[kind ?? ''] ?? 'other procedure');
    if (GATHERED.has(name)) {
      for (const each of [name, ...splitList(synonyms)]) declareOnce(drafts, each.replaceAll('"', ''), root?.id);
      continue;
    }
    const draft = drafts.get('procedure', plainName(name)) ?? drafts.declare('procedure', plainName(name), 'SNOMED CT');
    drafts.lend(draft, [name, ...splitList(synonyms)]);
    if (code && draft.codes.length === 0) draft.codes.push({ system: SYSTEMS.procedure, code });
    if (draft.parents.length === 0 && draft !== other && root) addParent(draft, root.id);
  }
}

function declareOnce(drafts: Drafts, name: string, parent: string | undefined): void {
  if (drafts.get('procedure', name) !== undefined) return;
  const draft = drafts.declare('procedure', plainName(name), 'SNOMED CT');
  drafts.lend(draft, [name]);
  if (parent !== undefined) addParent(draft, parent);
}

/** Rows of the lexicon that gather different things under the first of them: each is its own. */
const GATHERED = new Set(['tilt table test', 'cryotherapy', 'light therapy', 'vein surgery', 'device implant']);

/** A row of the lexicon that gathers ways of speaking about many operations. */
const LAY_ROW = 'operation told plainly';

const ROOTS: Record<string, string> = { surgery: 'operation', imaging: 'imaging', test: 'test', therapy: 'therapy' };
