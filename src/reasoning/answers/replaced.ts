/** What came in the place of a medicine, or what it took the place of: the same reason, the end of one near the start of the other. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { daysBetween, type MedicineView } from '../patient.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, list, lower, sayOn } from '../wording.ts';
import { stopReason } from './stopping.ts';

const NEAR_DAYS = 120;

export function answerReplaced(desk: Desk, { subjects, scope, text }: Frame): Block | undefined {
  const drugs = subjects.filter(({ kind }) => kind === 'drug');
  const meant = drugs.length > 0 ? drugs : scope.event !== undefined ? [scope.event] : subjects;
  const asked = meant.flatMap((subject) => itemsFor(subject, desk.chart).medicines);
  const [item] = asked.toSorted((a, b) => (b.end ?? b.start ?? '').localeCompare(a.end ?? a.start ?? ''));
  if (item === undefined) return undefined;
  const others = desk.chart.view.medicines.filter(
    (each) => each !== item && isForSame(each, item) && !each.concepts.some((id) => item.concepts.includes(id)),
  );
  const first = firstStart(asked, item);
  const isBefore = item.status !== 'stopped' || BEFORE.test(text);
  return isBefore ? tellBefore(desk, { ...item, start: first }, others) : tellAfter(desk, item, others);
}

/** One medicine in several courses began with the first of them. */
function firstStart(asked: readonly MedicineView[], { concepts, start }: MedicineView): string | null {
  const starts = asked
    .filter((each) => each.concepts.some((id) => concepts.includes(id)))
    .flatMap((each) => (each.start === null ? [] : [each.start]));
  return starts.toSorted()[0] ?? start;
}

const BEFORE = /\bbefore\b/i;

function isForSame(one: MedicineView, two: MedicineView): boolean {
  const words = (reason: string | null) => new Set((reason ?? '').toLowerCase().match(/\p{L}{4,}/gu));
  const [first, second] = [words(one.reason), words(two.reason)];
  return [...first].some((word) => second.has(word)) || treatsSame(one, two);
}

/** By the catalogue, where an entry gives no reason. */
function treatsSame({ concepts: one }: MedicineView, { concepts: two }: MedicineView): boolean {
  const treated = (ids: readonly string[]) =>
    ids.flatMap((id) =>
      openCatalogue()
        .treats(id)
        .map((each) => each.id),
    );
  const first = new Set(treated(one));
  return treated(two).some((id) => first.has(id));
}

function isNear(one: string | null, two: string | null): boolean {
  return one !== null && two !== null && Math.abs(daysBetween(one, two)) < NEAR_DAYS;
}

function tellAfter(desk: Desk, item: MedicineView, others: readonly MedicineView[]): Block {
  const since = others.filter(({ start }) => item.end !== null && (start ?? '') >= item.end.slice(0, 7));
  const near = since.filter(({ start }) => isNear(start, item.end));
  const shown = near.length > 0 ? near : since.slice(0, 2);
  const ended = `${capital(drugName(item.name))} was stopped${item.end === null ? '' : ` ${sayOn(item.end)}`}${cite(desk, item, item.end)}.`;
  if (shown.length === 0)
    return block(`**Your record names nothing that took the place of ${drugName(item.name)}.** ${ended}`, [
      stopReason(desk, item),
    ]);
  return block(
    `**Instead of ${drugName(item.name)} came ${list(shown.map((each) => sayOne(desk, each)))}.** ${ended}`,
    [stopReason(desk, item)],
  );
}

function tellBefore(desk: Desk, item: MedicineView, others: readonly MedicineView[]): Block {
  const earlier = others
    .filter(({ status, end }) => status === 'stopped' && (end === null || item.start === null || end <= item.start))
    .toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''));
  const near = others.filter(({ status, end }) => status === 'stopped' && isNear(end, item.start));
  const ended = near.length > 0 ? near : earlier.slice(0, 1);
  const start = item.start === null ? '' : `, started ${sayOn(item.start)}`;
  if (ended.length === 0)
    return block(
      `**Your record names nothing that ${drugName(item.name)} took the place of.**${cite(desk, item, item.start)}`,
      [],
      'absent',
    );
  // Months apart it only came before.
  const relation = near.length > 0 ? 'took the place of' : 'came after';
  const told = block(
    `**${capital(drugName(item.name))}${start}, ${relation} ${list(ended.map((each) => `${drugName(each.name)}${cite(desk, each, each.end)}`))}.**${cite(desk, item, item.start)}`,
    ended.map((each) => stopReason(desk, each)),
  );
  return { ...told, about: ended.map(toSubject) };
}

/** What the answer brought up is what "it" means next. */
function toSubject({ concepts, name }: MedicineView): Subject {
  return { id: concepts[0] ?? name, kind: 'drug', as: 'itself', text: drugName(name), start: 0, end: 0 };
}

function sayOne(desk: Desk, item: MedicineView): string {
  const reason = item.reason === null ? '' : `, for ${lower(item.reason)}`;
  return `${drugName(item.name)}${item.start === null ? '' : ` (since ${sayOn(item.start).replace(/^\w+ /, '')}${reason})`}${cite(desk, item, item.start)}`;
}
