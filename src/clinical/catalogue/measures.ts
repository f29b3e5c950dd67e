/** Observations: every quantity once, with the codes that are one series. */
import { codesLike, observations } from '../measures/observations.ts';
import { splitList } from '../tables/tables.ts';
import { addParent, type Drafts, plainName } from './drafts.ts';
import { invalid, parentsOf, readOutline } from './outline.ts';

const LOINC = 'http://loinc.org';

export function addObservations(drafts: Drafts): void {
  for (const entry of observations().list) {
    const draft = drafts.declare('observation', plainName(entry.name), entry.source);
    drafts.lend(draft, [entry.name, ...entry.synonyms]);
    draft.system = entry.system;
    const loinc = codesLike(entry.loinc);
    draft.codes.push(...loinc.map((code) => ({ system: LOINC, code })));
    draft.observation = { loinc, unit: entry.unit, units: [entry.unit, ...entry.units], limits: entry.limits };
    if (entry.molarMass) draft.observation.molarMass = entry.molarMass;
  }
  addPanels(drafts);
}

/** `@ panel | names` and under it `observation | further names | further LOINC codes`. */
function addPanels(drafts: Drafts): void {
  const { source, lines } = readOutline('observations');
  const outline = parentsOf<string>();
  for (const line of lines) {
    const [head = '', names, codes] = line.cells;
    const isPanel = head.startsWith('@');
    const draft = isPanel
      ? drafts.declare('observation', head.slice(1).trim(), source)
      : drafts.get('observation', head);
    if (!draft) throw invalid(line.file, line.number, `knows no observation "${head}"`);
    drafts.name(draft, splitList(names), line);
    const parent = outline.enter(line.depth, draft.id);
    if (parent) addParent(draft, parent);
    const further = splitList(codes).filter((code) => !draft.codes.some((known) => known.code === code));
    draft.codes.push(...further.map((code) => ({ system: LOINC, code })));
    if (draft.observation)
      draft.observation = {
        ...draft.observation,
        loinc: [...draft.observation.loinc, ...further],
        ...(parent && { panel: parent }),
      };
  }
  const rest = drafts.get('observation', 'other measurement');
  for (const draft of drafts.all.values())
    if (draft.kind === 'observation' && draft.parents.length === 0 && draft.observation && rest)
      addParent(draft, rest.id);
}
