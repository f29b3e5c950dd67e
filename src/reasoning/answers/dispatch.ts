/** Each aspect to who answers it. */

import { type Block, type Desk, nameOf } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { observationsOf } from '../evidence/observed.ts';
import { readingsOf } from '../evidence/series.ts';
import { hasCue } from '../frames/cues.ts';
import { termsIn } from '../glossary/index.ts';
import type { Frame, Subject } from '../types.ts';
import { answerLimit } from './acting.ts';
import { answerActivity } from './activity.ts';
import { answerAlternative } from './alternatives.ts';
import { answerAvoid } from './avoid.ts';
import { answerBefore } from './before.ts';
import { explainComplaint, explainMedicine, takenThatCause } from './complaints.ts';
import { answerThing } from './conditions.ts';
import { tellPartOfDay } from './courses.ts';
import { answerDose } from './doses.ts';
import { answerDue, isPlanning } from './due.ts';
import { answerExplain, explainBeside } from './explain.ts';
import { answerGeneral } from './known.ts';
import { answerLetter } from './letters.ts';
import { answerLink } from './link.ts';
import { tellScanThen } from './looked.ts';
import { hasFinding, isOfCourse, isOfLabs, isOfPaper, isOnlyWish, isSystemAsked, OF_THINGS_TAKEN } from './matters.ts';
import { answerMeasure } from './measures.ts';
import { answerMedicines, medicinesOf } from './medicines.ts';
import { answerMissed } from './missed.ts';
import { tellOthers } from './others.ts';
import { answerChanges, answerIdentity, answerOverview, answerPrepare } from './overview.ts';
import { answerFromPapers, answerInCase } from './papers.ts';
import { tellDone } from './people.ts';
import { answerPlanned, answerRedone, tellPlannedFor } from './plans.ts';
import { answerReplaced } from './replaced.ts';
import { answerDocuments, answerLabs, answerNoted, answerRisk } from './rest.ts';
import { answerSafe, answerStop } from './safety/index.ts';
import { answerBring, answerNext, answerPeriod, answerVisit, isComing, isVisited } from './visits.ts';
import { answerWatch } from './watch.ts';
import { answerWho } from './whom.ts';
import { answerCause } from './why.ts';
import { answerWorked } from './worked.ts';

/** "What did the doctor say last time?": what was written at the last visit. */
const LAST_SEEN = /\blast (?:time|visit|appointment)\b/i;

/** "What's Rutgeerts i2a?" */
const ASKS_MEANING = /^\W*(?:and |so )?what(?:['’]?s| is| are| does| do| did)\b/i;

/** "What is an AHI of 17?" wants the word explained; "what is my AHI?" wants the value. */
function asksMeaning({ aspect, text }: Frame): boolean {
  if (!ASKS_MEANING.test(text) || termsIn(text).length === 0) return false;
  return aspect === 'about' || (aspect === 'value' && !/\b(?:my|last|latest|current|newest|now)\b/i.test(text));
}

const CANNOT_STOP = /\bcan(?:['’]?t| ?not)\b.{0,40}\bstop/i;

const PREPARES = new Set<Frame['aspect']>([
  'todo',
  'due',
  'list',
  'prepare',
  'about',
  'avoid',
  'watch',
  'have',
  'overview',
]);

/** What a question for a day to come may be read as. */
const COMES = new Set<Frame['aspect']>(['when', 'value', 'about', 'have', 'list', 'since', 'take']);

export function attempt(desk: Desk, frame: Frame): Block | undefined {
  if ((PREPARES.has(frame.aspect) || isOnlyWish(frame)) && isPlanning(frame)) return answerDue(desk, frame);
  if (asksMeaning(frame)) return answerExplain(desk, frame);
  const before = answerBefore(desk, frame);
  if (before !== undefined) return before;
  if (frame.aspect === 'why-stopped' && CANNOT_STOP.test(frame.text)) return answerStop(desk, frame);
  if (COMES.has(frame.aspect) && isComing(desk, frame)) return answerNext(desk, frame);
  switch (frame.aspect) {
    case 'safe':
      if (isSystemAsked(frame)) return answerOverview(desk, frame);
      return answerSafe(desk, frame);
    case 'stop':
      return answerStop(desk, frame);
    case 'missed':
      return (
        answerMissed(desk, frame) ??
        answerFromPapers(desk, frame) ??
        answerGeneral(desk, withNames(frame)) ??
        general(desk, { ...frame, aspect: 'dose' })
      );
    case 'cause':
      return answerCause(desk, frame) ?? answerFromPapers(desk, frame);
    case 'risk':
      return answerRisk(desk, frame);
    case 'noted':
      return answerNoted(desk);
    case 'worry':
    case 'judge':
      if (isOfLabs(frame)) return answerLabs(desk, frame);
      if (frame.subjects.some(({ kind }) => kind === 'drug') && /\b(?:for|with|to take)\b/i.test(frame.text))
        return answerSafe(desk, frame);
      if (frame.subjects.length > 0 && frame.subjects.every(({ kind }) => kind === 'system'))
        return answerOverview(desk, frame);
      return weighed(desk, frame) ?? complaint(desk, frame) ?? answerThingOr(desk, frame);
    case 'explain':
      if (isOfLabs(frame)) return answerLabs(desk, frame);
      return answerExplain(desk, frame);
    case 'purpose':
      return frame.subjects.every(({ id }) => id === 'thing:visits') ? answerNext(desk, frame) : general(desk, frame);
    case 'due':
      return answerDue(desk, frame);
    case 'written':
      return answerThingOr(desk, { ...frame, aspect: 'have' }) ?? answerFromPapers(desk, frame);
    case 'turn':
      return measured(desk, frame) ?? general(desk, { ...frame, aspect: 'since' });
    case 'redone':
      return answerRedone(desk, frame) ?? general(desk, { ...frame, aspect: 'value' });
    case 'worked':
      return answerWorked(desk, frame) ?? answerFromPapers(desk, frame) ?? general(desk, frame);
    case 'avoid':
      return answerAvoid(desk, frame) ?? answerFromPapers(desk, frame);
    case 'alternative':
      return answerAlternative(desk, frame) ?? answerFromPapers(desk, frame) ?? answerGeneral(desk, frame.text);
    case 'replaced':
      return answerReplaced(desk, frame) ?? answerFromPapers(desk, frame) ?? general(desk, frame);
    case 'watch':
      return answerWatch(desk, frame) ?? answerFromPapers(desk, frame);
    case 'bring':
      return answerBring(desk, frame) ?? answerFromPapers(desk, frame) ?? answerPrepare(desk, frame);
    case 'next': {
      const planned = nextPlanned(desk, frame);
      if (planned !== undefined) return planned;
      const coming = answerNext(desk, frame);
      const isCheck = frame.subjects.some(({ kind }) => kind === 'procedure' || kind === 'vaccine');
      return isCheck && coming.found !== 'answered' ? answerDue(desk, frame) : coming;
    }
    case 'visit':
      if (isOfCourse(frame)) return answerMedicines(desk, { ...frame, aspect: 'why-stopped' });
      return (
        answerPeriod(desk, frame) ??
        (frame.subjects.some(({ kind }) => kind === 'observation')
          ? measured(desk, { ...frame, aspect: 'value' })
          : undefined) ??
        answerVisit(desk, frame)
      );
    case 'overview':
      return answerOverview(desk, frame);
    case 'changes':
      return answerChanges(desk, frame);
    case 'prepare':
      return answerPrepare(desk, frame);
    case 'identity':
      return answerIdentity(desk, frame);
    case 'result': {
      const done = tellDone(desk, frame) ?? tellScanThen(desk, frame);
      if (done !== undefined) return done;
      if (isOfLabs(frame)) return answerLabs(desk, frame);
      if (frame.subjects.some(({ kind }) => kind === 'observation' || kind === 'system')) {
        const values = measured(desk, {
          ...frame,
          aspect: /\bover\b|\byears?\b|\bgo\b/i.test(frame.text) ? 'trend' : 'value',
        });
        if (values !== undefined) return values;
      }
      return (
        answerPlanned(desk, frame) ??
        (hasFinding(desk, frame) ? general(desk, frame) : undefined) ??
        answerFromPapers(desk, frame) ??
        general(desk, frame)
      );
    }
    case 'limit':
      return answerLimit(desk, frame) ?? answerFromPapers(desk, frame) ?? general(desk, { ...frame, aspect: 'goal' });
    case 'link':
      return answerLink(desk, frame) ?? answerCause(desk, frame) ?? answerFromPapers(desk, frame);
    case 'said':
      return (
        answerLetter(desk, frame) ??
        answerPlanned(desk, frame) ??
        answerFromPapers(desk, frame) ??
        general(desk, frame) ??
        (LAST_SEEN.test(frame.text) ? answerVisit(desk, { ...frame, aspect: 'visit' }) : undefined)
      );
    case 'todo':
      return answerTodo(desk, frame);
    case 'dose':
      return answerDose(desk, frame) ?? general(desk, frame);
    case 'goal':
      return measured(desk, frame) ?? answerFromPapers(desk, { ...frame, subjects: [] });
    case 'who':
      return answerWho(desk, frame);
    default:
      return general(desk, frame);
  }
}

const TAKING = /\b(?:take|taking|on|given|use|using|prescribed|medic\w*|tablets?|pills?|drugs?)\b/i;
const OF_MEDICINES = new Set<Frame['aspect']>(['take', 'dose', 'purpose', 'why-stopped', 'tried', 'effects']);
const OF_SERIES = new Set<Frame['aspect']>(['compare', 'extreme']);
const OF_TIMES = new Set<Frame['aspect']>(['when', 'since']);

/** By what is named: a measure, a medicine, or anything else that the record can hold. */
function general(desk: Desk, frame: Frame): Block | undefined {
  const kinds = new Set(frame.subjects.map(({ kind }) => kind));
  if (frame.aspect === 'effects')
    return effectsHere(desk, frame) ?? answerGeneral(desk, frame.text) ?? answerFromPapers(desk, frame);
  if (frame.aspect === 'take' && kinds.size > 0 && [...kinds].every((kind) => kind === 'symptom'))
    return takenThatCause(desk, frame);
  if (frame.aspect === 'take' || (frame.aspect === 'list' && kinds.has('observation'))) {
    if (medicinesOf(desk, frame.subjects).length > 0) return answerMedicines(desk, frame);
  }
  if (frame.aspect === 'list' && frame.subjects.every(({ id }) => id === 'thing:medicines')) {
    const part = tellPartOfDay(desk, frame);
    if (part !== undefined) return part;
  }
  if (frame.aspect === 'list' && kinds.has('drug_class')) return answerMedicines(desk, frame);
  if (
    ['list', 'dose', 'take'].includes(frame.aspect) &&
    TAKING.test(frame.text) &&
    medicinesOf(desk, frame.subjects).length > 0
  )
    return answerMedicines(desk, frame);
  if (OF_TIMES.has(frame.aspect) && kinds.has('system') && frame.subjects.some(({ id }) => id === 'thing:medicines'))
    return answerMedicines(desk, frame);
  if (OF_TIMES.has(frame.aspect) && kinds.has('condition') && TESTED.test(frame.text)) {
    const values = measured(desk, { ...frame, aspect: 'value' });
    if (values !== undefined) return { ...values, about: observedIn(desk, frame) };
  }
  const isWhole = [...kinds].every((kind) => kind === 'thing' || kind === 'system');
  if (frame.subjects.some(({ id }) => id === 'thing:labs') && isWhole) return answerLabs(desk, frame);
  if (frame.subjects.some(({ id }) => id === 'thing:documents') && isWhole && isOfPaper(frame))
    return answerDocuments(desk, frame);
  if (
    OF_MEDICINES.has(frame.aspect) &&
    (medicinesOf(desk, frame.subjects).length > 0 ||
      kinds.has('drug') ||
      kinds.has('drug_class') ||
      frame.subjects.some(({ id }) => id === 'thing:medicines'))
  )
    return answerMedicines(desk, frame);
  if (
    frame.aspect === 'list' &&
    frame.subjects.some(({ id, as }) => id === 'thing:medicines' || as === 'medicines_for')
  )
    return answerMedicines(desk, frame);
  if (
    frame.subjects.some(({ id }) => ['thing:visits', 'thing:hospital', 'thing:emergency'].includes(id)) &&
    ![...kinds].some((kind) => OF_THINGS_TAKEN.has(kind)) &&
    !frame.subjects.some(({ id }) => id === 'thing:allergies')
  )
    return answerVisit(desk, frame);
  if (kinds.has('observation')) return measured(desk, frame) ?? answerMeasure(desk, frame);
  if (OF_SERIES.has(frame.aspect)) {
    const values = measured(desk, frame);
    if (values !== undefined) return values;
  }
  if (frame.aspect === 'trend' || frame.aspect === 'value')
    return (
      (/\bcontrol/i.test(frame.text) || hasCue('sizes', frame.text) ? measured(desk, frame) : undefined) ??
      answerActivity(desk, frame) ??
      measured(desk, frame) ??
      answerThingOr(desk, frame)
    );
  if ((kinds.has('drug') || kinds.has('drug_class')) && !kinds.has('condition'))
    return isAllergyAsked(desk, frame) ? answerThing(desk, frame) : answerMedicines(desk, frame);
  if (frame.aspect === 'todo') return undefined;
  return answerThingOr(desk, frame);
}

/** The question with the name of what "it" is, for who answers in general. */
function withNames({ text, subjects, inherited }: Frame): string {
  return inherited ? `${text} ${subjects.map((subject) => subject.text).join(' ')}` : text;
}

/** "When is the next blood count?": what a paper asks for, unless a visit is for it. */
function nextPlanned(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind === 'procedure' || kind === 'observation');
  return subject === undefined || isVisited(desk, frame) ? undefined : tellPlannedFor(desk, subject);
}

/** "What are they doing to me?" of what is taken: what of the record it may have a part in. */
function effectsHere(desk: Desk, frame: Frame): Block | undefined {
  const held = frame.subjects.find((subject) =>
    itemsFor(subject, desk.chart).medicines.some(({ status }) => status === 'taken'),
  );
  return held === undefined ? undefined : explainMedicine(desk, frame, held);
}

function isAllergyAsked({ chart }: Desk, { text, subjects }: Frame): boolean {
  return (
    /\ballerg|\breact/i.test(text) ||
    subjects.every(
      (subject) => itemsFor(subject, chart).medicines.length === 0 && itemsFor(subject, chart).allergies.length > 0,
    )
  );
}

function measured(desk: Desk, frame: Frame): Block | undefined {
  const observations = observationsOf(desk, frame.subjects);
  const direct = frame.subjects.some(({ kind }) => kind === 'observation');
  const held = observations.some((id) => readingsOf(desk.chart, id).length > 0);
  return direct || held ? answerMeasure(desk, frame) : undefined;
}

/** A value that is weighed comes with what it is and why it matters here. */
function weighed(desk: Desk, frame: Frame): Block | undefined {
  const told = measured(desk, frame);
  return told === undefined ? undefined : explainBeside(desk, frame, told);
}

const TESTED = /\b(?:tested|checked|screened|measured) for\b/i;

/** What was measured is what "it" means next. */
function observedIn(desk: Desk, { subjects }: Frame): Subject[] {
  const [id] = observationsOf(desk, subjects).filter((each) => readingsOf(desk.chart, each).length > 0);
  return id === undefined
    ? [...subjects]
    : [{ id, kind: 'observation', as: 'itself', text: nameOf(id), start: 0, end: 0 }];
}

function complaint(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind === 'symptom');
  return subject === undefined ? undefined : explainComplaint(desk, frame, subject.id);
}

function answerThingOr(desk: Desk, frame: Frame): Block | undefined {
  return frame.subjects.some(({ kind }) => kind !== 'system') ? answerThing(desk, frame) : undefined;
}

/** "What should I do if …?": what a paper tells for that case. */
const IN_CASE = /\b(?:if|when|in case)\b/i;

/** What to do: the plan that papers hold, what to tell others before a procedure, what helps in general. */
function answerTodo(desk: Desk, frame: Frame): Block | undefined {
  const papers = (IN_CASE.test(frame.text) ? answerInCase(desk, frame) : undefined) ?? answerFromPapers(desk, frame);
  const procedure = frame.subjects.some(({ kind }) => kind === 'procedure');
  if (procedure || /\b(?:tell|mention|bring|know)\b/i.test(frame.text)) return tellOthers(desk, frame, papers);
  const named = frame.subjects.find(({ kind }) => kind === 'symptom' || kind === 'condition' || kind === 'observation');
  return (
    papers ??
    (named?.kind === 'observation' ? measured(desk, frame) : undefined) ??
    answerGeneral(desk, named === undefined ? desk.message : `what helps with ${nameOf(named.id)}`) ??
    general(desk, frame)
  );
}
