/** What is not for this person: allergies, what papers forbid, what was given up with a reason, what concerns name. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { concernsOf, sayConcern } from '../concern.ts';
import { type Block, block, cite, type Desk, nameOf, sayPassage } from '../desk.ts';
import { findPassages, passagesOf } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';
import { forbids } from './safety/index.ts';
import { stopReason } from './stopping.ts';

const MOST = 4;

export function answerAvoid(desk: Desk, frame: Frame): Block | undefined {
  const named = frame.subjects.filter(({ kind }) =>
    ['drug', 'drug_class', 'food', 'vaccine', 'allergen'].includes(kind),
  );
  const { view } = desk.chart;
  const isOf = (concepts: readonly string[]) =>
    named.length === 0 || concepts.some((id) => named.some((subject) => isWithin(id, subject)));
  const allergies = view.allergies.filter(({ status, concepts }) => status === 'active' && isOf(concepts));
  const given = view.medicines.filter(
    ({ status, concepts }) => status === 'stopped' && named.length > 0 && isOf(concepts),
  );
  const failed = given.flatMap((item) => {
    const reason = stopReason(desk, item);
    return reason === undefined || reason === '' ? [] : [{ item, reason }];
  });
  const concerns = concernsOf(
    view,
    [],
    named.map(({ id }) => id),
    [],
  ).filter(({ fresh, severity }) => fresh && severity !== 'worth_knowing');
  const papers = forbidding(desk, frame, named);
  if (allergies.length + failed.length + concerns.length + papers.length === 0) return undefined;
  const what = named.length === 0 ? 'things' : list(named.map(({ text }) => lower(text)));
  const names = [
    ...allergies.map((item) => `${lower(item.name)}${cite(desk, item)}`),
    ...failed.map(({ item }) => `${drugName(item.name)}${cite(desk, item, item.end)}`),
  ];
  return {
    ...block(
      `**${names.length === 0 ? `Your record does speak against some ${what}` : `Not for you, by your record: ${list([...new Set(names)].slice(0, 6))}`}.**`,
      [
        ...allergies
          .filter(({ reactions }) => reactions.length > 0)
          .map((item) => `${capital(lower(item.name))} gave you ${list(item.reactions.map(lower))}.`),
        ...failed
          .slice(0, MOST)
          .map(({ item, reason }) => `${capital(drugName(item.name))} was stopped on ${sayDate(item.end)}. ${reason}`),
        ...papers,
        ...concerns.slice(0, 3).map((concern) => sayConcern(desk, concern)),
        `Tell everybody who prescribes, and ask a pharmacist before you take anything new${named.length === 0 ? '' : ` of this kind`}.`,
      ],
    ),
    tells: concerns.map(({ key }) => key),
  };
}

function isWithin(id: string, subject: Subject): boolean {
  const catalogue = openCatalogue();
  if ([subject.id, ...(subject.alike ?? [])].some((each) => catalogue.isA(id, each))) return true;
  const twin = catalogue.link({ name: nameOf(id), kinds: ['drug', 'drug_class'] });
  return twin !== undefined && catalogue.isA(twin.id, subject.id);
}

/** Sentences that forbid something of the kind; where nothing is named, all that forbid. */
function forbidding(desk: Desk, frame: Frame, named: readonly Subject[]): string[] {
  const found =
    named.length === 0
      ? passagesOf(desk.chart).filter(({ remark }) => !remark)
      : findPassages(desk.chart, {
          concepts: named.map(({ id }) => id),
          words: contentWords(frame.text),
          named: true,
        }).map(({ passage }) => passage);
  return found
    .filter(({ text }) => forbids(text))
    .slice(0, MOST)
    .map((passage) => sayPassage(desk, passage))
    .filter((said) => said !== '');
}
