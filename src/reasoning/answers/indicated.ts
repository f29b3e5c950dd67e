/** "Do I need a statin?", "should I be on something for my cholesterol?": of what is not taken here, whether it is usually offered. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { concernsOf, sayConcern } from '../concern.ts';
import { type Block, block, citeReading, type Desk, nameOf } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { observationsOf } from '../evidence/observed.ts';
import { readingsOf, sayOff } from '../evidence/series.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { lower, sayDate } from '../wording.ts';

const ASKS_NEED = pattern('asks_whether_needed');
const FOR_IT = pattern('asks_something_for');
const MEDICINES = new Set<Subject['kind']>(['drug', 'drug_class']);
const RULES = 'indicated-';
const SPEAKS_AGAINST = /^indicated-[a-z-]+-not(?![a-z-])/;
const MOST = 2;

export function answerIndicated(desk: Desk, frame: Frame): Block | undefined {
  if (!ASKS_NEED.test(frame.text)) return undefined;
  const named = frame.subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system');
  const asked = named.filter(({ kind, as }) => MEDICINES.has(kind) && as === 'itself');
  const isTaken = asked.some((each) => itemsFor(each, desk.chart).medicines.some(({ status }) => status === 'taken'));
  if (isTaken) return undefined;
  const meant = asked.length > 0 ? asked.map(({ id }) => id) : FOR_IT.test(frame.text) ? named.flatMap(treating) : [];
  if (meant.length === 0) return undefined;
  const all = concernsOf(desk.chart.view, desk.told, meant, []).filter(({ key }) => key.startsWith(RULES));
  const against = all.find(({ key }) => SPEAKS_AGAINST.test(key));
  const found = all.filter((each) => each !== against);
  if (found.length > 0)
    return {
      ...block(`**It is worth asking for.** ${sayConcern(desk, found[0]!)}`, [
        ...found.slice(1, MOST).map((each) => sayConcern(desk, each)),
        ...measured(desk, named),
      ]),
      tells: found.map(({ key }) => key),
    };
  if (asked.length === 0) return undefined;
  if (against !== undefined) return block(`**Probably not.** ${sayConcern(desk, against)}`);
  const name = lower(asked[0]!.text);
  return block(
    `**Your list has no ${name}, and I find no reason for it in your record by the rules I know.** Whether it would help is for your doctor to weigh with what the record does not show: bring it up at the next visit, and do not start it on your own.`,
  );
}

/** The value that it is about, as it stands. */
function measured(desk: Desk, named: readonly Subject[]): string[] {
  return observationsOf(desk, named).flatMap((id) => {
    const last = readingsOf(desk.chart, id).at(-1);
    if (last === undefined) return [];
    return [
      `Your last ${nameOf(id)} was ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, nameOf(id))}${sayOff(last)}.`,
    ];
  });
}

/** What is given against it: against a value, what is given for the illness that it stands for. */
function treating({ id }: Subject): string[] {
  const ill = measureWords.treated_as[id] ?? id;
  return ill.startsWith('condition:') ? [...openCatalogue().closure(ill).treated_by] : [];
}
