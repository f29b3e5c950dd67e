/** "Have I been tested for diabetes?": a test is known by what it is for, whatever its name. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages } from '../evidence/passages.ts';
import { type Reading, readingsOf, sayFlag } from '../evidence/series.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { list, lower, sayDate } from '../wording.ts';

const TESTED_FOR = pattern('tested_for');
const MOST = 4;

/** Nothing where it is not asked of a condition, or where no value of the catalogue shows it. */
export function tellTested(desk: Desk, { text }: Frame, subject: Subject): Block | undefined {
  if (subject.kind !== 'condition' || !TESTED_FOR.test(text)) return undefined;
  const shown = shownBy(subject.id);
  const name = nameOf(subject.id);
  const results = shown.flatMap((id) => {
    const last = readingsOf(desk.chart, id).at(-1);
    return last === undefined ? [] : [{ id, last }];
  });
  const held = itemsFor(subject, desk.chart).conditions.find(({ status }) => status === 'active');
  const found =
    held === undefined
      ? `Your record does not list ${name}.`
      : `Your record lists ${lower(held.name)}${held.onset ? ` since ${sayDate(held.onset)}` : ''}${cite(desk, held, held.onset)}.`;
  if (results.length > 0)
    return block(
      `**Yes: what shows ${name} was measured: ${list(results.slice(0, MOST).map(({ id, last }) => sayResult(desk, id, last)))}.**`,
      [found],
    );
  if (held !== undefined || shown.length === 0) return undefined;
  const papers = findPassages(desk.chart, { concepts: [subject.id], words: new Map(), named: true })
    .filter(({ passage }) => !passage.remark)
    .slice(0, 2)
    .map(({ passage }) => sayPassage(desk, passage));
  if (papers.length > 0) return block(`**No result of a test for ${name} is in your record; papers name it.**`, papers);
  return block(
    `**No: your record holds no test for ${name}.** It would be seen in ${list(shown.slice(0, 3).map(nameOf))}; I looked through results, conditions and papers.`,
    [],
    'absent',
  );
}

function sayResult(desk: Desk, id: string, last: Reading): string {
  const flag = last.flag === undefined ? '' : `, ${sayFlag(last.flag)}`;
  return `${nameOf(id)} ${last.shown} on ${sayDate(last.time)}${flag}${citeReading(desk, last, nameOf(id))}`;
}

/** By the condition itself, else by its kinds: of thyroid disease what shows an underactive one. */
function shownBy(id: string): string[] {
  const catalogue = openCatalogue();
  const own = catalogue.shownBy(id).map((each) => each.id);
  const kinds = own.length > 0 ? [] : [...catalogue.descendants(id)].flatMap((each) => catalogue.shownBy(each));
  return [...new Set([...own, ...kinds.map((each) => each.id)])];
}
