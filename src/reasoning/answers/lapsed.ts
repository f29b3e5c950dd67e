/** Doses that papers say were missed, of what treats the value or the illness that is asked about: the likeliest cause of all. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Desk, nameOf, quotePassage } from '../desk.ts';
import { influences } from '../evidence/influences.ts';
import { medicinesFor } from '../evidence/items.ts';
import { type Lapse, lapsesOf } from '../evidence/lapses.ts';
import { measureWords } from '../evidence/measures.ts';
import { termsIn } from '../glossary/index.ts';
import type { MedicineView } from '../patient.ts';
import { drugName, list } from '../wording.ts';

/** The newest paper that tells of it, quoted with what it would explain. */
export function tellLapse(desk: Desk, id: string): { lead: string; text: string } | undefined {
  const [lapse] = lapsesOf(desk.chart, treating(desk, id));
  if (lapse === undefined) return undefined;
  return {
    lead: `Most likely because doses of ${namesOf(lapse)} are missed`,
    text: `${quotePassage(desk, lapse.passage, [lapse.passage])} A medicine that is left out can not work: settle first, with who gives it and who prescribed it, how it gets taken every time, before a dose is changed.`,
  };
}

function namesOf({ medicines }: Lapse): string {
  return list([...new Set(medicines.map(({ name }) => drugName(name)))]);
}

/** What is taken for the illness, for what the value stands for, or what moves the value back. */
function treating({ chart }: Desk, id: string): MedicineView[] {
  const taken = chart.view.medicines.filter(({ status }) => status === 'taken');
  const catalogue = openCatalogue();
  const ills = [id, measureWords.treated_as[id], ...termsIn(nameOf(id)).flatMap(({ of }) => of)]
    .filter((each): each is string => each?.startsWith('condition:') === true)
    .flatMap((each) => [each, ...(catalogue.get(each)?.parents ?? [])]);
  const against = influences.rows.filter(({ of }) => of === id).flatMap(({ up, down }) => [...up, ...down]);
  return taken.filter(
    (item) =>
      ills.some((ill) => medicinesFor({ id: ill, text: '' }, chart).includes(item) && isFor(chart, item, ill)) ||
      item.concepts.some((each) => against.some((cause) => catalogue.isA(each, cause))),
  );
}

/** Of several illnesses here that it can treat, a medicine without a reason is for the one that fewest medicines are for. */
function isFor({ view }: Desk['chart'], { concepts, reason }: MedicineView, ill: string): boolean {
  if (reason !== null) return true;
  const catalogue = openCatalogue();
  const width = (id: string) => catalogue.closure(id).treated_by.size;
  const treats = (id: string) => concepts.some((each) => catalogue.closure(id).treated_by.has(each));
  const treated = view.conditions
    .filter(({ status }) => status === 'active')
    .flatMap((each) => each.concepts.flatMap((id) => [id, ...(catalogue.get(id)?.parents ?? [])]))
    .filter((id) => id.startsWith('condition:') && treats(id));
  return treated.every((id) => width(id) >= width(ill));
}
