/** One value of a measure: the last or that of a time, where it stands, how it came there and what comes next. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, citeReading, type Desk, mentionPassage, nameOf } from '../desk.ts';
import { actsOn } from '../evidence/influences.ts';
import { medicinesFor } from '../evidence/items.ts';
import { heldRange, measureWords } from '../evidence/measures.ts';
import { findPassages } from '../evidence/passages.ts';
import { choose, PRESSURE, type Reading, sayFlag, sayRange } from '../evidence/series.ts';
import { isInside } from '../frames/scope.ts';
import { daysBetween } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, list, sayDate, saySpan } from '../wording.ts';
import { tellWrittenThen } from './around.ts';
import { causesFor } from './causes.ts';
import { extremesOf } from './extremes.ts';
import { lateBehind } from './given.ts';
import { goalSentence, usualGoal } from './goals.ts';
import { hasOwnGoal, isAsWanted, sayLimit, sideOfGoal } from './limits.ts';
import { courseOf } from './markers.ts';
import { turnsOf } from './moves.ts';
import { againstOwn } from './own-measure.ts';
import { tellSides } from './sided.ts';
import { stepFor } from './steps.ts';

export function tellValue(desk: Desk, frame: Frame, id: string, readings: Reading[]): Block {
  const sides = tellSides(desk, frame.text, id);
  if (sides !== undefined) return sides;
  const { scope, aspect } = frame;
  const name = nameOf(id);
  const last = readings.at(-1)!;
  const isScoped =
    scope.from !== undefined || scope.to !== undefined || scope.near !== undefined || scope.nth !== undefined;
  const chosen = isScoped ? choose(readings, scope) : [last];
  if (chosen.length === 0) return tellNoneThen(desk, frame, id, readings);
  if (isScoped && chosen.length > 1) return tellSeveral(desk, frame, id, chosen);
  const one = chosen[0]!;
  const written = scope.near === undefined ? undefined : tellWrittenThen(desk, frame, id, one);
  if (written !== undefined) return written;
  const nth = readings.length - 1 - readings.indexOf(one);
  const before = readings[readings.indexOf(one) - 1];
  const { meets } = one;
  const wanted = isAsWanted(desk, id, one);
  const missed = sideOfGoal(desk, id, one);
  const course = courseOf(desk, id, one, readings);
  const edge = one.flag === 'normal' && meets === undefined && course === undefined && atEdge(desk, id, one);
  const standing =
    course !== undefined
      ? course.say
      : wanted
        ? hasOwnGoal(desk, id, one)
          ? ', within the goal set for you'
          : ', within the goal usual on this treatment'
        : meets !== undefined
          ? `, within the goal usual with ${meets.who} (below ${meets.say})`
          : missed !== undefined
            ? `, ${missed} the goal set for you`
            : one.flag === undefined
              ? ''
              : one.flag === 'normal'
                ? `, within the range${edge ? ', but near its edge' : ''}`
                : `, ${sayFlag(one.flag)}`;
  const range = sayRange(desk.chart, id, one);
  const isHeld = hasOwnGoal(desk, id, one) || heldRange(desk.chart, id, one.time) !== undefined;
  const when = isScoped ? `${scope.say ?? 'then'}, your ${name} was` : `your last ${name} was`;
  const off: Reading['flag'] = missed === undefined ? one.flag : /below/.test(missed) ? 'low' : 'high';
  const judged: Reading = course?.risen ? { ...one, flag: 'high' } : { ...one, flag: wanted ? 'normal' : off };
  const settles = !edge && (aspect === 'judge' || aspect === 'worry') ? verdict(frame, judged) : '';
  const sentence = `${settles}${settles === '' ? capital(when) : when} ${one.shown} on ${sayDate(one.time)}${standing}.`;
  const today =
    isScoped && nth > 0 && /\b(?:now|currently|today|these days|at the moment)\b/i.test(frame.text)
      ? ` Now it is ${last.shown}, on ${sayDate(last.time)}${citeReading(desk, last, name)}.`
      : '';
  const old =
    daysBetween(one.time, desk.now) > 730 && !isScoped
      ? ` That is ${saySpan(daysBetween(one.time, desk.now))} ago.`
      : '';
  const moved =
    before === undefined || (isScoped && nth > 0)
      ? ''
      : ` ${one.shown === before.shown ? 'The same as' : `${one.value > before.value ? 'Up' : 'Down'} from`} ${before.shown} on ${sayDate(before.time)}${citeReading(desk, before, name)}.`;
  const isOff = (judged.flag !== undefined && judged.flag !== 'normal') || missed !== undefined;
  const abnormal = isOff && nth === 0;
  const isPanel = !frame.subjects.some((subject) => subject.id === id || subject.id === PRESSURE);
  const long =
    nth === 0 && (aspect !== 'value' || isPanel) && readings.length > 3
      ? `${spanLine(desk, id, readings)} ${turnsOf(desk, id, readings)}`.trim()
      : '';
  return {
    ...block(
      `**${sentence}**${citeReading(desk, one, name)}${range === '' || one.flag === undefined || missed !== undefined || meets !== undefined || course !== undefined || isHeld ? '' : ` The normal range is ${range}.`}${moved}${today}${old}`,
      [
        course?.why,
        long,
        abnormal || aspect === 'judge' || aspect === 'worry'
          ? causesFor(desk, id, one.flag, missed === undefined ? undefined : missed === 'above' ? 'up' : 'down')
          : undefined,
        nth === 0 ? againstOwn(desk, id, one) : undefined,
        nth === 0 ? sayLimit(desk, id, one) : undefined,
        goalSentence(desk, id) ?? (meets !== undefined ? undefined : usualGoal(desk, id, one)),
        ...(abnormal ? lateBehind(desk, id, one.flag) : []),
        abnormal ? treatedLine(desk, id) : undefined,
        abnormal ? stepFor(desk, id, one) : undefined,
      ],
    ),
    nth,
    at: { from: one.time.slice(0, 10), to: one.time.slice(0, 10) },
  };
}

const NEAR = 1.3;

/** Within the range, but close to the side to which an illness of this record drives it: neither yes nor no settles that. */
function atEdge({ chart }: Desk, id: string, { point }: Reading): boolean {
  const bound = (name: string) => {
    const stated = chart.property(point.uuid, name);
    return typeof stated === 'number' ? stated : undefined;
  };
  const [low, high] = [bound('ref_low'), bound('ref_high')];
  const { value } = point.original;
  const side =
    low !== undefined && low > 0 && value < low * NEAR
      ? 'down'
      : high !== undefined && value * NEAR > high
        ? 'up'
        : undefined;
  return (
    side !== undefined &&
    chart.view.conditions.some(
      ({ status, concepts }) => status === 'active' && concepts.some((each) => actsOn(each, id, side)),
    )
  );
}

/** "Over 6 years it fell from 104 to 63." */
export function spanLine(desk: Desk, id: string, readings: readonly Reading[]): string {
  const [first, last] = [readings[0]!, readings.at(-1)!];
  const way = last.value > first.value ? 'rose' : last.value < first.value ? 'fell' : 'stayed';
  return `Over ${saySpan(daysBetween(first.time, last.time))} it ${way} from ${first.shown} on ${sayDate(first.time)}${citeReading(desk, first, nameOf(id))} to ${last.shown}.`;
}

export function verdict({ aspect, text }: Frame, { flag }: Reading): string {
  if (flag === undefined || /^\W*(?:and |so )?(?:how|what|which|when)\b/i.test(text)) return '';
  const fine = flag === 'normal';
  const asksBad = aspect === 'worry' || /\b(?:high|low|bad|worse|worr\w*|dangerous|too)\b/i.test(text);
  return `${fine !== asksBad ? 'Yes' : 'No'}: `;
}

function tellSeveral(desk: Desk, { scope }: Frame, id: string, chosen: Reading[]): Block {
  const name = nameOf(id);
  const shown = chosen.length > 6 ? [chosen[0]!, ...extremesOf(chosen), chosen.at(-1)!] : chosen;
  const parts = [...new Set(shown)].map(
    (each) => `${each.shown} on ${sayDate(each.time)}${citeReading(desk, each, name)}`,
  );
  return { ...block(`**${capital(scope.say ?? 'then')}, your ${name} was ${list(parts)}.**`), nth: 0 };
}

function tellNoneThen(desk: Desk, { scope }: Frame, id: string, readings: Reading[]): Block {
  const name = nameOf(id);
  const [paper] = findPassages(desk.chart, { concepts: [id], words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ text, time, remark }) => !remark && /\d/.test(text) && isInside(time, scope));
  if (paper !== undefined)
    return block(
      `**Your list of results has no ${name} ${scope.say ?? 'for that time'}; a paper of those days names it.** ${mentionPassage(desk, paper)}`,
    );
  const aim = Date.parse(`${(scope.from ?? scope.to ?? desk.now).slice(0, 10)}`);
  const near = readings.toSorted((a, b) => Math.abs(Date.parse(a.time) - aim) - Math.abs(Date.parse(b.time) - aim))[0]!;
  return block(
    `**Your record holds no ${name} ${scope.say ?? 'for that time'}.** The nearest is ${near.shown} on ${sayDate(near.time)}${citeReading(desk, near, name)}.`,
    [],
    scope.nth !== undefined ? 'answered' : 'absent',
  );
}

/** What is taken for it, or what was, and why no longer. */
export function treatedLine(desk: Desk, id: string): string | undefined {
  const condition = measureWords.treated_as[id];
  if (condition === undefined) return undefined;
  const all = medicinesFor({ id: condition, text: '' }, desk.chart);
  const taken = all.filter(({ status }) => status === 'taken');
  if (taken.length > 0)
    return `For it you take ${list(taken.map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`))}.`;
  const last = all.filter(({ status }) => status === 'stopped').at(-1);
  if (last === undefined) return undefined;
  const classes = last.concepts.flatMap((each) => openCatalogue().get(each)?.parents ?? []);
  const [offer] = findPassages(desk.chart, { concepts: classes, words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ time, remark }) => !remark && (time ?? '') > (last.end ?? ''))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  return `You take nothing for it now: ${drugName(last.name)} was stopped${last.end === null ? '' : ` on ${sayDate(last.end)}`}${cite(desk, last, last.end)}.${offer === undefined ? '' : ` ${mentionPassage(desk, offer)}`}`;
}
