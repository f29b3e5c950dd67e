/** "Will my kids get it?", "should my brother be tested?": how an illness of this record is passed on, and who is looked at. */

import { wordsIn } from '../../text/index.ts';
import { type Block, block, cite, type Desk, nameOf, sayPassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { type Passage, passagesOf, stemsOf } from '../evidence/passages.ts';
import { cueWords, isCue } from '../frames/cues.ts';
import { heredity, heredityOf, isTestedInKin } from '../glossary/heredity.ts';
import type { ConditionView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { capital, lower } from '../wording.ts';
import { namedRelative } from './kin.ts';

const PASSED_ON = pattern('passed_on');
const KIN_TESTED = pattern('kin_tested');
const MOST = 2;

export function answerHeredity(desk: Desk, frame: Frame): Block | undefined {
  const relative = namedRelative(desk, frame.text);
  const words = wordsIn(frame.text).map((each) => each.lower.replace(/['’]s$/, ''));
  const isOfKin = relative !== undefined || words.some((word) => isCue('kin', word) || isCue('children', word));
  if (!PASSED_ON.test(frame.text) && !(isOfKin && KIN_TESTED.test(frame.text))) return undefined;
  const ills = illsOf(desk, frame);
  if (ills.length === 0) return undefined;
  const isChild = words.some((word) => isCue('children', word));
  const lines = ills.slice(0, MOST).map(({ id, item }) => {
    const row = heredityOf(id)!;
    const own = item === undefined ? '' : cite(desk, item, item.onset);
    const risks = isChild ? [row.children] : relative !== undefined ? [row.siblings] : [row.children, row.siblings];
    return `**${capital(lower(item?.name ?? nameOf(id)))}${own} in the family.** ${[row.how, ...risks, row.test ?? 'No test of relatives is usual.'].join(' ')}`;
  });
  const said = relative === undefined ? [] : papersOf(desk, relative);
  return block(`${lines[0]}${desk.notes.source(heredity.source)}`, [
    ...lines.slice(1),
    ...said.map((passage) => sayPassage(desk, passage)),
    ills.some(({ id }) => isTestedInKin(id))
      ? 'They can ask their own doctor, and bring the name of the illness and how it was found.'
      : undefined,
  ]);
}

interface Ill {
  id: string;
  item?: ConditionView;
}

/** The illness that is named, or those of the record of which relatives are looked at. */
function illsOf(desk: Desk, { subjects }: Frame): Ill[] {
  const named = subjects
    .filter(({ kind, id }) => kind === 'condition' && heredityOf(id) !== undefined)
    .map((subject): Ill => {
      const [item] = itemsFor(subject, desk.chart).conditions;
      return { id: subject.id, ...(item && { item }) };
    });
  if (named.length > 0 || subjects.some(({ kind }) => kind === 'condition')) return named;
  return desk.chart.view.conditions
    .flatMap((item) => {
      const id = item.concepts.find(isTestedInKin);
      return id === undefined || item.status === 'doubtful' ? [] : [{ id, item }];
    })
    .toSorted((a, b) => rank(a.id) - rank(b.id));
}

/** Rows stand from what is surely passed on to what only runs in families. */
function rank(id: string): number {
  const row = heredityOf(id);
  return row === undefined ? Number.POSITIVE_INFINITY : heredity.rows.indexOf(row);
}

function papersOf({ chart }: Desk, name: string): Passage[] {
  const stems = [...stemsOf(isCue('kin', name) ? [name, ...cueWords('kin')].join(' ') : name)].slice(0, 1);
  return passagesOf(chart)
    .filter((passage) => stems.some((stem) => passage.stems.has(stem)))
    .slice(0, MOST);
}
