/** Levels of medicines in the blood: which series is the level of which medicine, by the catalogue or by the record's own name. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { readingsOf } from './series.ts';

/** The medicine whose level a series is: "lithium level", "lamotrigine level". */
export function drugOfLevel(id: string): string | undefined {
  const own = /^(?:own|observation):(.+?)_(?:trough_)?level/.exec(id)?.[1];
  if (own === undefined) return undefined;
  const drug = `drug:${own}`;
  if (openCatalogue().get(drug) !== undefined) return drug;
  return openCatalogue().find(own.replaceAll('_', ' '), { kinds: ['drug'] })[0]?.concept.id;
}

/** The series of the record that show how much of a medicine is in the blood, or how strongly it works. */
export function levelsOf(chart: Chart, concepts: readonly string[]): string[] {
  const catalogue = openCatalogue();
  const thinned = concepts.some((id) => catalogue.isA(id, 'class:vitamin_k_antagonist')) ? ['observation:inr'] : [];
  const named = [...chart.view.series.keys()].filter((id) => {
    const drug = drugOfLevel(id);
    return drug !== undefined && concepts.some((each) => catalogue.isA(each, drug) || catalogue.isA(drug, each));
  });
  return [...thinned, ...named].filter((id) => readingsOf(chart, id).length > 0);
}
