/** Why several medicines are taken for one thing: what each is for, how each works, and why they are given together. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk } from '../desk.ts';
import { measureWords } from '../evidence/measures.ts';
import { glossary, worksOf } from '../glossary/index.ts';
import type { MedicineView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';
import { conceptsIn } from './meanings.ts';

const MOST = 6;
const MANY = /\b(?:two|three|four|five|several|both|all|so many|more than one|different|2|3|4|5)\b/i;

/** Only where the question says that there are several, or they are meant as a kind: "my water tablets". */
export function tellPurposes(desk: Desk, { text, subjects }: Frame, all: readonly MedicineView[]): Block | undefined {
  const taken = forReason(all, subjects);
  const each = taken.filter((item, at) => taken.findIndex((other) => isSame(other, item)) === at).slice(0, MOST);
  if (each.length < 2 || !MANY.test(text)) return undefined;
  const reasons = [...new Set(each.flatMap(({ reason }) => (reason === null ? [] : [lower(reason)])))];
  const works = new Set(each.map((item) => worksOf(item.concepts, reasonsOf(item))));
  const lead = `${capital(list(each.map(({ name }) => drugName(name))))}${reasons.length === 0 ? '' : `: for ${list(reasons)}`}`;
  return block(`**${lead}.**`, [
    each
      .map((item) => {
        const how = worksOf(item.concepts, reasonsOf(item));
        return `- ${capital(drugName(item.name))}${item.start === null ? '' : `, since ${sayDate(item.start)}`}${cite(desk, item, item.start)}${how === undefined ? '' : `: ${lower(how)}${desk.notes.source(glossary.source)}`}`;
      })
      .join('\n'),
    works.size > 1
      ? 'They work in different ways, so that together they do more than a higher dose of one, with fewer side effects.'
      : 'They work alike: ask whether all of them are still meant to be taken.',
  ]);
}

/** Of those that could be meant the ones that are given just for it, where the entries say so. */
function forReason(all: readonly MedicineView[], subjects: Frame['subjects']): readonly MedicineView[] {
  const meant = subjects.flatMap(({ id }) => [
    id,
    ...(measureWords.treated_as[id] === undefined ? [] : [measureWords.treated_as[id]]),
  ]);
  const own = all.filter((item) =>
    reasonsOf(item).some((reason) => meant.some((id) => openCatalogue().isA(reason, id))),
  );
  return own.length > 1 ? own : all;
}

function isSame(one: MedicineView, two: MedicineView): boolean {
  return (
    one.concepts[0] === two.concepts[0] ||
    one.concepts.some((id) => two.concepts.some((each) => openCatalogue().isA(each, id)))
  );
}

function reasonsOf({ reason }: MedicineView): string[] {
  return reason === null ? [] : conceptsIn(reason);
}
