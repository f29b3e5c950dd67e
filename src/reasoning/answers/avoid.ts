/** What is not for this person: allergies, what papers forbid, what was given up with a reason, what concerns name. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { concernsOf, sayConcern } from '../concern.ts';
import { type Block, block, cite, type Desk, nameOf, sayPassage } from '../desk.ts';
import { isWithin } from '../evidence/items.ts';
import { findPassages, passagesOf } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { MedicineView } from '../patient.ts';
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
  const against = frame.subjects
    .filter(({ kind }) => kind === 'symptom' || kind === 'condition')
    .flatMap(({ id }) => [id, ...(openCatalogue().get(id)?.parents ?? [])])
    .flatMap((id) => [...openCatalogue().closure(id).treated_by]);
  const treats = new Set(against);
  const isOf = (concepts: readonly string[]) =>
    (named.length === 0 && treats.size === 0) ||
    concepts.some((id) => isTreating(id, treats) || named.some((subject) => isWithin(id, subject)));
  const allergies = view.allergies.filter(({ status, concepts }) => status === 'active' && isOf(concepts));
  const isWide = named.length === 0 && treats.size === 0;
  const given = view.medicines.filter(
    (item) => item.status === 'stopped' && (isWide ? isForbidden(desk, item) : isOf(item.concepts)),
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

/** By itself or by the drug of the same name: an allergen is no drug. */
function isTreating(id: string, treats: ReadonlySet<string>): boolean {
  if (treats.has(id)) return true;
  const twin = openCatalogue().link({ name: nameOf(id), kinds: ['drug'] });
  return twin !== undefined && treats.has(twin.id);
}

/** Given up for harm that it did, by the reason on the entry or by a paper that never wants it again. */
function isForbidden({ chart }: Desk, { uuid, concepts }: MedicineView): boolean {
  if (typeof chart.property(uuid, 'status_reason') === 'string') return true;
  return findPassages(chart, { concepts, words: new Map(), named: true }).some(({ passage }) => forbids(passage.text));
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
        })
          .map(({ passage }) => passage)
          .filter(({ text, before }) => namesOne(text, named) || namesOne(before?.text ?? '', named));
  return found
    .filter(({ text }) => forbids(text))
    .slice(0, MOST)
    .map((passage) => sayPassage(desk, passage))
    .filter((said) => said !== '');
}

/** "HIV is not to be named" forbids no medicine: of a kind, one of it must be named. */
function namesOne(text: string, named: readonly Subject[]): boolean {
  const kinds = named.filter(({ kind }) => kind === 'drug_class');
  if (kinds.length === 0) return true;
  return openCatalogue()
    .find(text, { kinds: ['drug', 'drug_class'] })
    .some(({ concept }) => kinds.some((subject) => isWithin(concept.id, subject)));
}
