/** Classes of medicines and the medicines in them, from the outlines `medicines-*.yml` and the lexicons' names. */
import { isOrdinaryWord } from '../lexicon/ordinary.ts';
import { readBrands, readTable, splitList } from '../tables/tables.ts';
import type { DrugFacts } from './concept.ts';
import { addContents } from './contents.ts';
import { addParent, type Draft, type Drafts } from './drafts.ts';
import { invalid, type Line, parentsOf, readOutline } from './outline.ts';

const FILES = [
  'medicines-heart',
  'medicines-metabolism',
  'medicines-mind',
  'medicines-infection',
  'medicines-body',
  'medicines-world',
  'medicines-natural',
  'medicines-otc',
];

export function* addMedicines(drafts: Drafts): Generator<void> {
  for (const file of FILES) {
    const { source, lines } = readOutline(file);
    const outline = parentsOf<Draft>();
    for (const line of lines) addLine(drafts, line, source, outline);
    yield;
  }
  addLeaflets(drafts);
  yield;
  lendNames(drafts);
  yield;
}

/** `drug | tablet | most at once | most in a day | mg/kg in a day` */
function addLeaflets(drafts: Drafts): void {
  for (const line of readOutline('self-care').lines) {
    const [name = '', tablet = '', once = '', most = '', child = ''] = line.cells;
    const draft = drafts.get('drug', name);
    if (!draft?.drug) throw invalid(line.file, line.number, `knows no medicine "${name}"`);
    const amounts = [tablet, once, most].map((cell) => AMOUNT.exec(cell));
    if (amounts.some((amount) => amount === null || amount[2] !== amounts[0]?.[2]))
      throw invalid(
        line.file,
        line.number,
        `has amounts that are no "500 mg | 1000 mg | 4000 mg": "${line.cells.join(' | ')}"`,
      );
    const [one, single, day] = amounts.map((amount) => Number(amount![1])) as [number, number, number];
    draft.drug.leaflet = {
      ...{ tablet: one, once: single, most: day, unit: amounts[0]![2]! },
      ...(child !== '' && { childKg: Number(child) }),
    };
  }
}

const AMOUNT = /^([\d.]+) (\S+)$/;

function addLine(drafts: Drafts, line: Line, source: string, outline: ReturnType<typeof parentsOf<Draft>>): void {
  const [head = ''] = line.cells;
  if (head.startsWith('@')) addClass(drafts, line, source, outline);
  else if (head.startsWith('+')) addMembers(drafts, line, outline);
  else addDrug(drafts, line, source, outline);
}

/** `@ class | names | treats` */
function addClass(drafts: Drafts, line: Line, source: string, outline: ReturnType<typeof parentsOf<Draft>>): void {
  const [head = '', names, treats] = line.cells;
  const draft = drafts.declare('drug_class', head.slice(1).trim(), source);
  drafts.name(draft, splitList(names), line);
  const parent = outline.enter(line.depth, draft);
  if (parent) addParent(draft, parent.id);
  addTreats(drafts, draft, treats, line);
}

/** `+ drug, drug`: drugs that stand elsewhere and belong here too. */
function addMembers(drafts: Drafts, line: Line, outline: ReturnType<typeof parentsOf<Draft>>): void {
  const [head = ''] = line.cells;
  const parent = outline.enter(line.depth, undefined as never);
  for (const name of splitList(head.slice(1)))
    drafts.later(() => {
      const member = drafts.get('drug', name) ?? drafts.get('drug_class', name);
      if (!member || !parent) throw invalid(line.file, line.number, `knows no medicine "${name}"`);
      addParent(member, parent.id);
    });
}

/** `drug | names | daily dose | treats | flags | contents` */
function addDrug(drafts: Drafts, line: Line, source: string, outline: ReturnType<typeof parentsOf<Draft>>): void {
  const [name = '', names, dose = '', treats, flags = '', contents] = line.cells;
  if (drafts.get('drug', name))
    throw invalid(line.file, line.number, `names "${name}" again: use "+ ${name}" for a second class`);
  const draft = drafts.declare('drug', name, source);
  drafts.name(draft, splitList(names), line);
  const parent = outline.enter(line.depth, draft);
  if (parent?.kind !== 'drug_class') throw invalid(line.file, line.number, `leaves "${name}" without a class`);
  addParent(draft, parent.id);
  addTreats(drafts, draft, treats, line);
  drafts.later(() => addContents(drafts, draft, contents, line));
  draft.drug = drugFacts(draft, dose, flags, line);
  if (name.includes('/')) drafts.later(() => joinIngredients(drafts, draft));
}

function drugFacts(draft: Draft, dose: string, flags: string, line: Line): DrugFacts {
  const facts: DrugFacts = { ingredients: [draft.id] };
  const range = /^([\d.]+)-([\d.]+) (\S+)$/.exec(dose);
  if (dose !== '' && !range) throw invalid(line.file, line.number, `has a dose that is no "2.5-20 mg": "${dose}"`);
  if (range) facts.dose = { min: Number(range[1]), max: Number(range[2]), unit: range[3]! };
  const words = flags.split(/\s+/).filter(Boolean);
  if (words.includes('high-risk')) facts.high_risk = true;
  const route = words.find((word) => word !== 'high-risk');
  if (route) facts.route = route;
  return facts;
}

function addTreats(drafts: Drafts, draft: Draft, treats: string | undefined, line: Line): void {
  for (const name of splitList(treats))
    drafts.later(() => {
      const target = drafts.get('condition', name) ?? drafts.get('symptom', name);
      if (!target) throw invalid(line.file, line.number, `treats "${name}", which nobody declares`);
      draft.treats = [...(draft.treats ?? []), target.id];
    });
}

/** A combination is of all its parts' classes; what is a food (caffeine) makes it no other medicine. */
function joinIngredients(drafts: Drafts, draft: Draft): void {
  const parts = draft.name
    .split('/')
    .map((part) => part.trim())
    .filter((part) => !drafts.get('food', part))
    .map((part) => drafts.get('drug', part));
  if (!draft.drug || parts.some((part) => part === undefined)) return;
  draft.drug = { ...draft.drug, ingredients: parts.map((part) => part!.id) };
  // What is put on the skin or into the eye does there what its parts do in the whole body: its own class says it.
  if (draft.drug.route !== undefined) return;
  for (const part of parts) for (const parent of part!.parents) addParent(draft, parent);
}

/** Brands and spellings of the lexicons go to the medicine that the catalogue declares; combinations are made of it. */
function lendNames(drafts: Drafts): void {
  for (const [name = '', synonyms = ''] of readTable('drugs', 3, 3).rows) {
    const draft = drafts.get('drug', name) ?? drafts.get('drug_class', name);
    if (draft) drafts.lend(draft, splitList(synonyms.split(';')[0]));
  }
  for (const { source, rows } of readBrands())
    for (const [name = '', names] of rows) {
      const draft = drafts.get('drug', name) ?? declareCombination(drafts, name, source);
      if (draft) lendBrands(drafts, draft, splitList(names));
    }
  for (const [forms, group, name = ''] of readTable('shorthand', 4, 4).rows) {
    const draft = group === 'drug' ? (drafts.get('drug', name) ?? drafts.get('drug_class', name)) : undefined;
    if (draft)
      lendBrands(
        drafts,
        draft,
        splitList(forms).filter((form) => isClipped(form, name)),
      );
  }
}

/** "warf", "benpen": the name cut short as wards do, and no word of its own. */
function isClipped(form: string, name: string): boolean {
  return /^[a-z]{4,}$/.test(form) && name.startsWith(form.slice(0, 2)) && !isOrdinaryWord(form);
}

function lendBrands(drafts: Drafts, draft: Draft, brands: string[]): void {
  const before = draft.names.length;
  drafts.lend(draft, brands);
  draft.brands = [...(draft.brands ?? []), ...draft.names.slice(before)];
}

function declareCombination(drafts: Drafts, name: string, source: string): Draft | undefined {
  const parts = name.split('/');
  if (parts.length < 2 || parts.some((part) => !drafts.get('drug', part.trim()))) return undefined;
  const draft = drafts.declare('drug', name, source);
  draft.drug = { ingredients: [] };
  joinIngredients(drafts, draft);
  return draft;
}
