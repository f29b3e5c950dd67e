/** Which measurements a question means: those it names, those of a panel or a system, those that show a condition. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { type Desk, nameOf } from '../desk.ts';
import type { Subject } from '../types.ts';
import { measureWords } from './measures.ts';
import { stemsOf } from './passages.ts';
import { PRESSURE, readingsOf } from './series.ts';

/** The observations that the subjects mean: themselves, or those that show a condition or belong to a system. */
export function observationsOf(desk: Desk, subjects: readonly Subject[]): string[] {
  const catalogue = openCatalogue();
  const direct = subjects
    .filter(({ kind }) => kind === 'observation')
    .map(({ id }) =>
      id === 'observation:systolic_blood_pressure' || id === 'observation:diastolic_blood_pressure' ? PRESSURE : id,
    );
  const withHeld = direct.flatMap((id) => {
    const word = subjects.find((each) => each.id === id)?.text ?? '';
    if (/^cholesterol$/i.test(word)) return alikeOf(desk, word, id);
    if (readingsOf(desk.chart, id).length > 0) return [id];
    const kinds = [...catalogue.descendants(id)].filter((each) => desk.chart.view.series.has(each));
    const [near] = (measureWords.nearest[id] ?? []).filter((each) => readingsOf(desk.chart, each).length > 0);
    if (kinds.length === 0 && near !== undefined && /^(?:blood )?sugars?$/i.test(word)) return [near];
    const own = [...desk.chart.view.series.keys()].filter((each) => scoredOf(each).includes(id));
    if (kinds.length === 0 && own.length > 0) return own;
    const named = ownNamed(desk.chart, id);
    if (kinds.length === 0 && named.length > 0) return named;
    return kinds.length > 0 ? byLead(kinds) : alikeOf(desk, subjects.find((each) => each.id === id)?.text ?? '', id);
  });
  if (withHeld.length > 0) return [...new Set(withHeld)];
  const shown = subjects.flatMap(({ id, kind, text }) =>
    kind === 'condition' || kind === 'procedure'
      ? [...catalogue.shownBy(id).map((each) => each.id), ...ownSeriesOf(desk.chart, id)]
      : kind === 'system'
        ? observationsOfSystem(desk, id, text)
        : [],
  );
  return [...new Set(shown.map((id) => (id.includes('systolic') || id.includes('diastolic') ? PRESSURE : id)))];
}

/** Of a panel these lead, in this order. */
const LEADING = [
  'estimated_gfr',
  'urine_albumin_creatinine_ratio',
  'creatinine',
  'potassium',
  'ldl_cholesterol',
  'hemoglobin',
  'alanine',
  'thyroid_stimulating',
  'nt_probnp',
  'ejection',
  'hemoglobin_a1c',
  'fev1',
  'peak_expiratory_flow',
];

function byLead(ids: readonly string[]): string[] {
  const rank = (id: string) => {
    const at = LEADING.findIndex((lead) => id === `observation:${lead}`);
    return at < 0 ? 99 : at;
  };
  return ids.toSorted((a, b) => rank(a) - rank(b));
}

/** "Cholesterol" where only LDL was measured. */
function alikeOf({ chart }: Desk, text: string, id: string): string[] {
  const word = text.toLowerCase();
  const alike =
    word.length < 4
      ? []
      : [...chart.view.series.keys()].filter((each) =>
          openCatalogue()
            .get(each)
            ?.names.some((name) => name.toLowerCase().includes(word)),
        );
  return alike.length > 0 ? byLead(alike) : [id];
}

const PANELS = ['tests', 'function', 'count', 'profile', 'studies'];

/** By the panel of that name first: "my thyroid" means its tests, not all hormones. */
function observationsOfSystem({ chart }: Desk, id: string, text: string): string[] {
  const system = id.replace('system:', '');
  const word = text.toLowerCase().replace(/s$/, '').replace(/\s+/g, '_');
  const panel = PANELS.map((each) => `observation:${word}_${each}`).find(
    (each) => openCatalogue().get(each) !== undefined,
  );
  const ofPanel =
    panel === undefined ? [] : [...openCatalogue().descendants(panel)].filter((each) => chart.view.series.has(each));
  if (ofPanel.length > 0) return byLead(ofPanel);
  const held = [...chart.view.series.keys()].filter(
    (each) =>
      openCatalogue().get(each)?.system === system ||
      scoredOf(each).some((of) => openCatalogue().get(of)?.system === system),
  );
  return byLead(held);
}

/** The conditions that a questionnaire or score speaks of, by a word of its name. */
function scoredOf(series: string): string[] {
  const words = new Set(series.replace(/^\w+:/, '').toLowerCase().split('_'));
  return measureWords.scores.filter(({ name }) => name.split(' ').every((word) => words.has(word))).map(({ of }) => of);
}

/** Values in a unit that does not fit the measure stand by themselves: FEV1 in percent, a T-score of one place. */
export function ownNamed({ view }: Chart, observation: string): string[] {
  return [...view.series.keys()].filter(
    (each) =>
      each.startsWith('own:') &&
      openCatalogue()
        .find(nameOf(each), { kinds: ['observation'] })
        .some(({ concept }) => concept.id === observation),
  );
}

const LEAST_SHARED = 4;

/** Measures of this record that are about a condition: its score, or one whose name shares a word with it (aorta, aortic). */
export function ownSeriesOf({ view }: Chart, condition: string): string[] {
  const catalogue = openCatalogue();
  const entries = view.conditions.filter(({ concepts }) => concepts.some((id) => catalogue.isA(id, condition)));
  const ids = [condition, ...entries.flatMap(({ concepts }) => concepts)];
  const said = entries.flatMap(({ name }) => [...stemsOf(name)]).filter((word) => !WIDE.has(word));
  return [...view.series.keys()].filter(
    (series) =>
      scoredOf(series).some((of) => ids.some((id) => catalogue.isA(id, of))) ||
      (series.startsWith('own:') &&
        [...stemsOf(series.slice(4).replaceAll('_', ' '))].some((word) =>
          said.some((each) => word.length >= LEAST_SHARED && sharesStart(word, each)),
        )),
  );
}

/** Words of a condition's name that say nothing of which it is. */
const WIDE = new Set([
  ...stemsOf('disease syndrome disorder chronic acute type stage left right level upper lower total'),
]);

function sharesStart(one: string, two: string): boolean {
  return one.slice(0, LEAST_SHARED) === two.slice(0, LEAST_SHARED) && Math.abs(one.length - two.length) <= 2;
}
