/** Questions about tables: what a column says of a row. The other rows give what is wrong. */
import type { Column, Row } from '../facts/tables.ts';
import { areClose, thingOf } from '../facts/things.ts';
import type { QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import type { Pair } from './matching.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

const WRONG = 3;

export function askAboutRow(kind: QuestionKind, row: Row, column: Column, chance: Chance): Draft | undefined {
  const { passage, head } = column;
  const settled = { reason: `The table says: “${row.words}”`, passage, words: row.words };
  const stem = `${upperFirst(row.subject)}: what does the table give as ${lowered(head)}?`;
  if (kind === 'short' || kind === 'cloze') {
    const also = thingOf(row.value).names.filter((name) => name !== row.value);
    const asked = kind === 'short' ? stem : `${upperFirst(row.subject)}. ${upperFirst(head)}: ____.`;
    return { kind, relation: 'class', stem: asked, key: { kind: 'text', text: row.value, also }, ...settled };
  }
  if (kind !== 'choice') return undefined;
  const own = thingOf(row.value);
  const wrong = chance
    .shuffle(column.rows)
    .filter(({ value }) => value !== row.value && !areClose(thingOf(value), own))
    .slice(0, WRONG)
    .map(({ value }) => value);
  if (wrong.length < WRONG) return undefined;
  const { options, label } = lettered(row.value, wrong, chance);
  return {
    ...{ kind, relation: 'class', stem, options, ...settled },
    key: { kind: 'option', label, text: upperFirst(row.value) },
  };
}

export function tablePairs({ head, rows, passage }: Column): Pair[] {
  return rows.map(({ subject, value, words }) => ({
    ...{
      left: upperFirst(subject),
      right: upperFirst(value),
      passage,
      words,
      by: `the table gives as ${lowered(head)}`,
    },
  }));
}

/** "Main transporter" within a sentence; "GFR" as it is. */
export function lowered(head: string): string {
  return /^\p{Lu}\p{Ll}/u.test(head) ? head.slice(0, 1).toLowerCase() + head.slice(1) : head;
}
