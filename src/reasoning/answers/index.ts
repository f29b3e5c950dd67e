/** Each frame to its answer; what no answer settles goes to the papers, then to the knowledge, and says so. */

import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk } from '../desk.ts';
import { meantBy } from '../evidence/described.ts';
import { isEmpty, itemsFor } from '../evidence/items.ts';
import { contentWords } from '../evidence/words.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { drugName, lower } from '../wording.ts';
import { askBack } from './asking.ts';
import { answerAttribute } from './attributes.ts';
import { answerCare } from './caring.ts';
import { answerThing } from './conditions.ts';
import { answerDefined, tellUnknownWord } from './defined.ts';
import { denyTerm } from './denials.ts';
import { attempt } from './dispatch.ts';
import { answerDoseAhead } from './dose-ahead.ts';
import { answerFitting } from './fitting.ts';
import { answerForOther, dueForOther } from './for-other.ts';
import { notedThen } from './happened.ts';
import { answerHearsay } from './hearsay.ts';
import { answerHeredity } from './heredity.ts';
import { answerInDate } from './in-date.ts';
import { answerIndicated } from './indicated.ts';
import { answerByPlan } from './judging.ts';
import { answerOfOther } from './kin.ts';
import { answerGeneral, sayNear, workingOf } from './known.ts';
import { passedFor } from './limits.ts';
import { answerMattersFor } from './matters-for.ts';
import { conceptsIn } from './meanings.ts';
import { answerMisfiled } from './misfiled.ts';
import { answerOperation } from './operation.ts';
import { answerOrgan } from './organs.ts';
import { answerOutlook } from './outlook.ts';
import {
  answerFromPapers,
  answerNow,
  isNamedByPapers,
  nearestBeside,
  papersBeside,
  papersDemanding,
  papersNaming,
} from './papers.ts';
import { answerPlainWords } from './plain-words.ts';
import { answerPlanned, missingBeside } from './plans.ts';
import { reasonBeside } from './reasons.ts';
import { tellReport } from './reported.ts';
import { answerUnnamed } from './safety/index.ts';
import { answerFromSpoken, answerNearSpoken } from './spoken.ts';
import { answerChangeByPapers } from './taking.ts';
import { answerUndated } from './undated.ts';
import { denyAsked, denyCode, missingIn } from './unknown.ts';
import { answerWaiting } from './waiting.ts';
import { answerWatchNamed } from './watch.ts';

const TIMED = new Set<Frame['aspect']>(['next', 'due', 'when', 'safe', 'dose']);
/** What is done with a medicine says nothing of which. */
const GIVING = 'procedure:injection';

/** "When is the next bone injection?": the medicine of this record that is so described. */
function described(desk: Desk, frame: Frame): Frame {
  if (
    !TIMED.has(frame.aspect) ||
    frame.subjects.some(({ kind, id }) => kind !== 'system' && kind !== 'thing' && id !== GIVING)
  )
    return frame;
  const taken = meantBy(frame.text, desk.chart).filter(({ status }) => status === 'taken');
  const subjects = taken.flatMap(({ concepts: [id], name }): Subject[] =>
    id === undefined ? [] : [{ id, kind: 'drug', as: 'itself', text: drugName(name), start: 0, end: 0 }],
  );
  return subjects.length === 0 ? frame : { ...frame, subjects };
}

export function answerFrame(desk: Desk, read: Frame): Block {
  const plain = answerPlainWords(desk, read) ?? answerWaiting(desk, read) ?? answerHearsay(desk, read);
  if (plain !== undefined) return plain;
  const asked = withoutMeal(read);
  const settled = settleFrame(desk, described(desk, asked));
  const isSettled = OF_ENTRY.has(asked.aspect) && settled.found !== 'absent';
  const isAlone = ALONE.has(asked.aspect) && !(asked.aspect === 'count' && settled.found === 'absent');
  if (isAlone || isSettled || settled.found === 'unclear') return settled;
  const beside = nearestBeside(desk, asked, settled);
  if (beside.length === 0) return settled;
  if (settled.found === 'unread') return block(`**${beside[0]!}**`);
  const unnamed = settled.found === 'absent' ? nameless(asked) : undefined;
  if (unnamed !== undefined)
    return block(`**I did not find ${unnamed} by that name in your entries; this may speak of it.** ${beside[0]}`, [
      ...beside.slice(1),
      ...settled.body,
    ]);
  return { ...settled, body: [...settled.body, ...beside] };
}

/** "How many units of insulin with tea?": of a dose a meal only says when. */
function withoutMeal(frame: Frame): Frame {
  const isMeal = ({ kind }: Subject) => kind === 'food';
  const isOfMedicine = frame.subjects.some(({ kind }) => kind === 'drug' || kind === 'drug_class');
  if (frame.aspect !== 'dose' || !isOfMedicine || !frame.subjects.some(isMeal)) return frame;
  return { ...frame, subjects: frame.subjects.filter((each) => !isMeal(each)) };
}

/** A complaint, or what was done, may stand in the papers under another name; an illness, a medicine or a test has one. */
function nameless({ subjects }: Frame): string | undefined {
  const named = subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system');
  return named.length > 0 && named.every(({ kind }) => kind === 'symptom' || kind === 'procedure')
    ? `“${named[0]!.text.replace(/\b(?:my|his|her|their)\b/gi, 'the')}”`
    : undefined;
}

/** What an entry settles needs no paper beside it. */
const OF_ENTRY = new Set<Frame['aspect']>(['value', 'dose', 'since']);

function settleFrame(desk: Desk, frame: Frame): Block {
  const other =
    answerHeredity(desk, frame) ??
    dueForOther(desk, frame) ??
    answerOfOther(desk, frame) ??
    answerForOther(desk, frame);
  const dated = other === undefined ? (answerInDate(desk, frame) ?? answerAttribute(desk, frame)) : undefined;
  if (dated !== undefined) return dated;
  const matters = answerMattersFor(desk, frame);
  if (matters !== undefined) return matters;
  const unnamed = answerUnnamed(desk, frame, other === undefined);
  if (unnamed !== undefined) return unnamed;
  if (other !== undefined) return other;
  const needed = answerIndicated(desk, frame) ?? answerChangeByPapers(desk, frame);
  if (needed !== undefined) return needed;
  const misfiled = answerMisfiled(desk, frame);
  if (misfiled !== undefined) return refusedByRecord(desk, frame) ?? misfiled;
  const care = answerWatchNamed(desk, frame) ?? answerCare(desk, frame);
  if (care !== undefined) return care;
  const outlook = answerOutlook(desk, frame);
  if (outlook !== undefined) return outlook;
  const fitting = answerFitting(desk, frame);
  if (fitting !== undefined) return fitting;
  const planned = answerByPlan(desk, frame) ?? answerNow(desk, frame);
  if (planned !== undefined) return planned;
  const step = answerDoseAhead(desk, frame);
  if (step !== undefined) return step;
  const spoken = answerFromSpoken(desk, frame);
  if (spoken !== undefined) return spoken;
  const own = frame.inherited ? ownPapers(desk, frame) : undefined;
  if (own !== undefined) return own;
  const noted = notedThen(desk, frame);
  if (noted !== undefined) return noted;
  const defined = answerDefined(desk, frame);
  if (defined !== undefined) return defined;
  const operation = answerOrgan(desk, frame) ?? answerOperation(desk, frame) ?? answerUndated(desk, frame);
  if (operation !== undefined) return operation;
  const missing = denyCode(desk, frame) ?? denyTerm(desk, frame) ?? answerPlannedFirst(desk, frame);
  if (missing !== undefined) return missing;
  const sized = asksSize(frame) ? answerFromPapers(desk, { ...frame, aspect: 'said' }) : undefined;
  if (sized !== undefined) return { ...sized, about: [] };
  const passed = OF_LIMITS.has(frame.aspect) ? passedFor(desk, frame.subjects) : [];
  const block_ = attempt(desk, frame);
  if (block_ !== undefined && block_.found !== 'absent')
    return ALONE.has(frame.aspect)
      ? block_
      : {
          ...block_,
          body: [
            ...passed,
            ...reasonBeside(desk, frame),
            ...block_.body,
            ...(frame.aspect === 'due' ? papersDemanding(desk, frame) : []),
            ...missingBeside(desk, frame),
            ...(OF_VISITS.has(frame.aspect) ? [] : papersBeside(desk, frame)),
            ...(frame.aspect === 'why-stopped' && block_.found === 'answered' ? [] : inGeneral(desk, frame)),
          ],
        };
  if (block_ !== undefined && frame.aspect === 'identity') return block_;
  const due = answerPlanned(desk, frame);
  if (due !== undefined) return due;
  const given = givenHereFor(desk, frame);
  if (block_ !== undefined && given.length > 0) return { ...block_, body: [...given, ...block_.body] };
  if (block_ !== undefined && isNamedThing(frame))
    return frame.subjects.some(({ id }) => id === 'thing:allergies')
      ? block_
      : { ...block_, body: [...block_.body, ...papersNaming(desk, frame)] };
  const papers = frame.aspect === 'value' && block_ !== undefined ? undefined : answerFromPapers(desk, frame);
  if (papers !== undefined) return papers;
  if (block_ !== undefined) return block_;
  if (isBareWorry(frame)) return worryOf(desk, frame);
  return (
    answerNearSpoken(desk, frame) ??
    answerGeneral(desk, frame.text) ??
    askBack(desk, frame) ??
    byRival(desk, frame) ??
    tellNothing(desk, frame)
  );
}

/** Whether it may be taken is asked of this record; what lies in it by mistake comes after a no. */
function refusedByRecord(desk: Desk, frame: Frame): Block | undefined {
  if (frame.aspect !== 'safe' || !frame.subjects.some(({ kind }) => kind === 'drug' || kind === 'drug_class'))
    return undefined;
  const weighed = attempt(desk, frame);
  return weighed?.caution?.severity === 'critical' ? weighed : undefined;
}

const ASKS_SIZE = pattern('asks_size');

/** "How big is the spot on my lung?": of an organ or a complaint no value is a size, and papers tell it. */
function asksSize({ subjects, text }: Frame): boolean {
  return ASKS_SIZE.test(text) && subjects.every(({ kind }) => kind === 'system' || kind === 'symptom');
}

const WORRY_WORDS = new Set(['worri', 'worry', 'concern', 'bother', 'panic']);

/** "Should I be worried?" names nothing: it is about what the message asked before, never about being worried. */
function isBareWorry({ aspect, subjects, text }: Frame): boolean {
  const own = [...contentWords(text).keys()].filter((word) => !WORRY_WORDS.has(word));
  return (aspect === 'worry' || aspect === 'judge') && subjects.length === 0 && own.length === 0;
}

function worryOf(desk: Desk, frame: Frame): Block {
  const others = desk.frames.some((each) => each !== frame && each.act === 'ask');
  const papers = answerFromPapers(desk, { ...frame, aspect: 'said', text: desk.message });
  return papers ?? (others ? block('', [], 'unclear') : (askBack(desk, frame) ?? tellNothing(desk, frame)));
}

/** "The leaflet says it is for diabetes, but I have none": what a medicine that was named is given for here. */
function givenHereFor(desk: Desk, frame: Frame): string[] {
  if (frame.aspect !== 'have') return [];
  const ill = frame.subjects.filter(({ kind }) => kind === 'condition').map(({ id }) => id);
  return desk.frames
    .flatMap(({ subjects }) => subjects.filter(({ kind }) => kind === 'drug'))
    .flatMap((subject) => itemsFor(subject, desk.chart).medicines)
    .filter(
      ({ status, reason, concepts }, at, all) =>
        status === 'taken' &&
        reason !== null &&
        all.findIndex((each) => each.concepts[0] === concepts[0]) === at &&
        ill.some((id) => concepts.some((each) => openCatalogue().closure(id).treated_by.has(each))),
    )
    .map(
      (item) =>
        `You take ${drugName(item.name)} for ${lower(item.reason!)}${cite(desk, item, item.start)}: it is given for more than one illness.`,
    );
}

/** What is asked for by name and is not there: a plan for it goes before the plain denial. */
function answerPlannedFirst(desk: Desk, frame: Frame): Block | undefined {
  const asked = missingIn(desk, frame);
  if (asked === undefined) return undefined;
  const report = frame.aspect === 'result' ? tellReport(desk, frame) : undefined;
  return report ?? answerPlanned(desk, frame) ?? denyAsked(desk, asked);
}

/** The next best reading, where the best one finds nothing. */
function byRival(desk: Desk, { rival, ...frame }: Frame): Block | undefined {
  const read = rival === undefined ? undefined : attempt(desk, { ...frame, aspect: rival });
  return read?.found === 'answered' ? read : undefined;
}

const ASKS_WHY =
  /\b(?:why|mean(?:s|ing)?|explain|what (?:is|are|does|do|did)|how (?:does|do|come|big|bad)|what for)\b/i;
const EXPLAINED = new Set<Frame['aspect']>([
  'stop',
  'why-stopped',
  'cause',
  'purpose',
  'about',
  'worry',
  'judge',
  'risk',
  'list',
  'goal',
  'said',
  'take',
]);

/** Who asks why or what it means gets the reference's word beside the record's. */
function inGeneral(desk: Desk, frame: Frame): string[] {
  const isTold = desk.frames.some(({ aspect, subjects }) => aspect === 'explain' && subjects === frame.subjects);
  if (frame.aspect === 'purpose' && isTold) return [];
  const works = frame.aspect === 'purpose' ? worksLine(desk, frame) : undefined;
  if (works !== undefined) return [works];
  if (!EXPLAINED.has(frame.aspect) || !ASKS_WHY.test(frame.text)) return [];
  const said = sayNear(desk, frame);
  return said === undefined ? [] : [`In general: ${said}`];
}

/** Where each of several was told how it works. */
const SEVERAL = /\b(?:two|three|four|five|several|both|so many)\b/i;

function worksLine(desk: Desk, { subjects, text }: Frame): string | undefined {
  if (SEVERAL.test(text)) return undefined;
  const item = subjects
    .flatMap((subject) => itemsFor(subject, desk.chart).medicines)
    .find(({ status }) => status === 'taken');
  return item === undefined
    ? undefined
    : workingOf(desk, item.concepts, drugName(item.name), conceptsIn(item.reason ?? ''));
}

/** A medicine, a test or a vaccine is there or it is not: what papers say of something near it is no answer. */
function isNamedThing({ subjects }: Frame): boolean {
  const named = subjects.filter(({ kind }) => kind !== 'thing');
  return (
    named.length > 0 &&
    named.every(({ kind }) => ['drug', 'drug_class', 'observation', 'vaccine', 'procedure'].includes(kind))
  );
}

/** What is asked of a medicine changes where a value has passed the limit that papers set for it. */
const OF_LIMITS = new Set<Frame['aspect']>(['safe', 'stop', 'purpose', 'explain', 'about', 'take', 'dose', 'worry']);

/** A visit brings its own papers. */
const OF_VISITS = new Set<Frame['aspect']>(['visit', 'next']);

/** What is a matter of entries alone. */
const ALONE = new Set<Frame['aspect']>(['count', 'identity', 'noted', 'overview', 'changes', 'extreme']);

const OWN_WORDS = new Set<Frame['aspect']>(['have', 'take', 'about', 'said']);

/** A clause that points back but has words of its own that a paper holds: "… and does he need the pen?" */
function ownPapers(desk: Desk, frame: Frame): Block | undefined {
  const { inherited: _, ...rest } = frame;
  const own = { ...rest, subjects: [] };
  if (OWN_WORDS.has(frame.aspect)) return answerFromPapers(desk, { ...frame, subjects: [] });
  // "When may I drive and how much can I lift?": it names its own matter.
  return desk.frames[0] !== frame && isNamedByPapers(desk, own) ? answerFromPapers(desk, own) : undefined;
}

/** Asked for something that a record would hold: where it holds nothing, that is the answer. */
const OF_ENTRIES = new Set<Frame['aspect']>(['result', 'said', 'who', 'when', 'have', 'due']);

/** Nothing explains it: what was looked through, and how to ask. */
function tellNothing(desk: Desk, frame: Frame): Block {
  const named = frame.subjects.filter((subject) => subject.kind !== 'thing' && !isEmpty(itemsFor(subject, desk.chart)));
  if (named.length > 0) return answerThing(desk, { ...frame, aspect: 'about' });
  const unknown = tellUnknownWord(frame);
  if (unknown !== undefined) return unknown;
  if (OF_ENTRIES.has(frame.aspect))
    return block(
      '**Your record does not say: I found no entry, no paper and nothing in my reference for that.** If you have it on paper, type it here and I will keep it.',
      [],
      'absent',
    );
  return block(
    '**I am not sure what you ask.** I found nothing in your entries, your papers or my reference that fits. Name a value, a medicine, a condition or a visit, or tell me what happened.',
    [],
    'unread',
  );
}
