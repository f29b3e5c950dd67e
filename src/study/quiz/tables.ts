/** Questions about tables: what a column says of a row, and which row a value is of. The other rows give what is wrong. */
import { mayBeBoth } from '../facts/overlaps.ts';
import { type Column, cellTold, isCell, lowered, type Row, type Table } from '../facts/tables.ts';
import { contentStems, isPlural, termKey } from '../facts/terms.ts';
import { areClose, thingOf } from '../facts/things.ts';
import { readQuantities } from '../facts/values.ts';
import type { QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import { isOpen, isOwn } from './columns.ts';
import { isNameOrFigure } from './exclusive.ts';
import type { Pair } from './matching.ts';
import { wrongValues } from './numbers.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

const WRONG = 3;

export function askAboutRow(kind: QuestionKind, row: Row, column: Column, chance: Chance): Draft | undefined {
  const { passage } = column;
  const settled = { reason: `The table says: “${row.told}”`, passage, words: row.words };
  if (kind === 'short' || kind === 'cloze') {
    const also = thingOf(row.value).names.filter((name) => name !== row.value);
    const stem =
      kind === 'short' ? stemFor(row, column) : `${upperFirst(row.subject)}. ${upperFirst(column.head)}: ____.`;
    return { kind, relation: 'class', stem, key: { kind: 'text', text: row.value, also }, ...settled };
  }
  if (kind !== 'choice') return undefined;
  const wrong = wrongFor(row, column, chance);
  if (wrong.length < WRONG) return undefined;
  const { options, label } = lettered(row.value, wrong, chance);
  return {
    ...{ kind, relation: 'class', stem: stemFor(row, column), options, ...settled },
    key: { kind: 'option', label, text: upperFirst(row.value) },
  };
}

/** Of the other rows, in the same unit; where these are too few, made up beside a figure that has one. */
function wrongFor(row: Row, { rows, passage }: Column, chance: Chance): string[] {
  const values = [...new Map(rows.map(({ value }) => [termKey(value), value])).values()];
  const wrong = chance.shuffle(values).filter((value) => areApart(value, row.value));
  const [quantity, more] = readQuantities(row.value);
  if (wrong.length >= WRONG || quantity === undefined || more !== undefined || quantity.unit === '')
    return wrong.slice(0, WRONG);
  const isWhole = termKey(quantity.text) === termKey(row.value);
  const made = isWhole ? wrongValues(quantity, passage.text, chance, row.value) : [];
  return [...wrong, ...made.filter((value) => wrong.every((other) => areApart(value, other)))].slice(0, WRONG);
}

/** Not the same, and neither within the other: "lymphatic" is no wrong answer beside "lymphatic and haematogenous". */
function areApart(a: string, b: string): boolean {
  if (termKey(a) === termKey(b) || areClose(thingOf(a), thingOf(b)) || mayBeBoth(a, b) || mayBeBoth(b, a)) return false;
  const [x, y] = [unitOf(a), unitOf(b)];
  if (x !== undefined || y !== undefined) return x === y;
  const [one, other] = [contentStems(a), contentStems(b)];
  return ![...one].every((word) => other.has(word)) && ![...other].every((word) => one.has(word));
}

/** Of what begins with a figure its unit; "inactivates the 60S subunit" is none. */
function unitOf(value: string): string | undefined {
  const [first] = readQuantities(value);
  const isFigure = first !== undefined && !/\p{L}{3}/u.test(value.slice(0, first.start).replace(BOUND, ''));
  return isFigure ? first.unit : undefined;
}

const BOUND = /\b(?:below|above|at least|at most|about|up to|over|under|less than|more than|from)\b/gi;

/** "Prolonged by", "treated with": what the head says goes on with the value. */
const GOES_ON = /^(?:\p{L}+ed|seen|found|given|known|made) (?:by|with|in|for|from|to|as|at)$/iu;

const ASKS = /^(?:what|how|where|when|why|which|who)\b/i;

function stemFor({ subject }: Row, { head }: Column): string {
  const asked = lowered(head);
  const [is, its] = isPlural(subject) ? (['are they', 'their'] as const) : (['is it', 'its'] as const);
  if (GOES_ON.test(head)) return `${upperFirst(subject)}: what ${is} ${asked}?`;
  if (ASKS.test(head)) return `${upperFirst(subject)}: “${asked}”?`;
  // "Which hearing", "which skin" is no English; what a column is called is quoted.
  return `${upperFirst(subject)}: what is ${its} “${asked}”?`;
}

/** Which row it is that all of this is said of: only where no other row fits it too. */
export function askForRow(kind: QuestionKind, at: number, table: Table, chance: Chance): Draft | undefined {
  const { passage, heads, rows } = table;
  const row = rows[at];
  const columns = heads
    .map((_, index) => index)
    .filter((index) => index > 0 && rows.every(({ cells }) => isCell(cells[index])));
  if (kind !== 'choice' || row === undefined || rows.length <= WRONG || columns.length < 2) return undefined;
  const isLike = (other: Table['rows'][number]) =>
    columns.every((index) => !isOther(other.cells[index] ?? '', row.cells[index] ?? ''));
  const others = rows.filter((other) => other !== row);
  const told = columns.map((index) => cellTold(heads[index] ?? '', row.cells[index] ?? ''));
  const said = contentStems(told.join(' '));
  const isGiven = [...contentStems(row.subject)].some((word) => said.has(word));
  if (isGiven || others.some(isLike)) return undefined;
  const wrong = chance.shuffle(others).slice(0, WRONG);
  const { options, label } = lettered(
    row.subject,
    wrong.map(({ subject }) => subject),
    chance,
  );
  return {
    ...{ kind, relation: 'class', stem: `Which of the following has: ${told.join('; ')}?`, options },
    ...{ reason: `The table says: “${row.told}”`, passage, words: row.words },
    key: { kind: 'option', label, text: upperFirst(row.subject) },
  };
}

/** "Low" and "low or normal" may be the same. */
function isOther(a: string, b: string): boolean {
  const [one, other] = [contentStems(a), contentStems(b)];
  if (readQuantities(a).length + readQuantities(b).length > 0) return termKey(a) !== termKey(b);
  return ![...one].some((word) => other.has(word));
}

/** What each row alone has; figures only in one unit, which would tell them apart. What holds of many is no pair of one of them. */
export function tablePairs({ head, of, rows, passage }: Column): Pair[] {
  if (isOpen(head)) return [];
  const alone = rows.filter(({ isAlone, value }) => isAlone && (isOwn(head) || isNameOrFigure(value)));
  const groups = [...Map.groupBy(alone, ({ value }) => unitOf(value)).values()];
  const [largest = []] = groups.toSorted((a, b) => b.length - a.length);
  const asks = GOES_ON.test(head)
    ? `Match each ${named(of)} with what it is ${lowered(head)}, as the table gives it.`
    : `Match each ${named(of)} with what the table gives as “${lowered(head)}”.`;
  return largest.map(({ subject, value, words }) => ({
    ...{ left: upperFirst(itemOf(subject, of, words)), right: upperFirst(value), passage, words, asks },
  }));
}

/** "Aqueous" where it is asked of each layer, as it stands in the table. */
function itemOf(subject: string, of: string, line: string): string {
  const [cell = ''] = line.replace(/^\s*\|\s*/, '').split(/\s*\|/);
  return subject === `${cell} ${of.toLowerCase()}` ? cell : subject;
}

function named(head: string): string {
  return /^\p{L}/u.test(head) ? lowered(head) : 'item on the left';
}
