/** "Have I been tested for diabetes?": a test is known by what it is for, whatever its name. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages, passagesOf } from '../evidence/passages.ts';
import { type Reading, readingsOf, sayFlag } from '../evidence/series.ts';
import { testsNamed, testsOf } from '../evidence/standing.ts';
import type { FindingView } from '../patient.ts';
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
  const finding = resultOf(desk, subject.id);
  if (finding !== undefined)
    return block(
      `**Yes: ${finding.name} on ${sayDate(finding.time)}: ${lower(finding.text)}.**${cite(desk, finding, finding.time)}`,
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

/** The newest result in words of a test that stands for the illness: a QuantiFERON for tuberculosis. */
function resultOf({ chart: { view } }: Desk, id: string): FindingView | undefined {
  const tests = testsOf(id);
  const isTest = (name: string) => tests.some(({ pattern: named }) => name.search(named) >= 0);
  return view.findings.filter(({ name, text }) => isTest(name) && text !== '')[0];
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

const ASKS_TEST = pattern('asks_of_a_test');
const OF_RESULTS = new Set<Frame['aspect']>(['list', 'result', 'value', 'have', 'about', 'judge', 'when', 'said']);

/** "Was my HIV test negative?": a test that is named by its illness and was never done is denied by that name. */
export function answerUntested(desk: Desk, { text, aspect }: Frame): Block | undefined {
  if (!OF_RESULTS.has(aspect)) return undefined;
  const name = ASKS_TEST.exec(text)?.groups?.['name'];
  const [test] = name === undefined ? [] : testsNamed(name);
  if (test === undefined) return undefined;
  const { view } = desk.chart;
  const catalogue = openCatalogue();
  const isOf = (said: string) =>
    said.search(test.pattern) >= 0 || catalogue.find(said).some(({ concept }) => catalogue.isA(concept.id, test.id));
  const held =
    [...view.findings, ...view.procedures, ...view.conditions].some((each) => isOf(each.name)) ||
    passagesOf(desk.chart).some((passage) => isOf(`${passage.title} ${passage.text}`)) ||
    [...view.series.values()].flat().some(({ uuid }) => isOf(String(desk.chart.property(uuid, 'name') ?? '')));
  if (held) return undefined;
  return block(
    `**There is no ${name!.length <= 4 ? name!.toUpperCase() : name!} test in your record**, neither negative nor positive. I looked through results, findings, conditions and your papers. If you have it on paper, type it here and I will keep it.`,
    [],
    'absent',
  );
}
