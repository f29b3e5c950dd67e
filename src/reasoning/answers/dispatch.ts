/** Each aspect to who answers it. */

import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, type Desk, nameOf } from '../desk.ts';
import { contentWords } from '../evidence/words.ts';
import { termsIn } from '../glossary/index.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { answerLimit } from './acting.ts';
import { answerAlternative } from './alternatives.ts';
import { answerAvoid } from './avoid.ts';
import { answerBarred, isNeverHeld } from './barred.ts';
import { answerBefore } from './before.ts';
import { answerCalledOff } from './called-off.ts';
import { answerChoice } from './choices.ts';
import { answerContagion } from './contagion.ts';
import { answerCulprit } from './culprit.ts';
import { answerDoseCeiling } from './dose-ceiling.ts';
import { answerDose } from './doses.ts';
import { answerDoubled } from './doubled.ts';
import { answerDue, isPlanning } from './due.ts';
import { answerExplain } from './explain.ts';
import { answerFactor, selfHelp } from './factors.ts';
import { answerFillers } from './fillers.ts';
import { answerThingOr, complaint, general, measured, weighed, withNames } from './general.ts';
import { answerGestation } from './gestation.ts';
import { answerLastGiven } from './given.ts';
import { answerHandling } from './handling.ts';
import { answerHappened } from './happened.ts';
import { answerImmune } from './immunity.ts';
import { answerInformed } from './informed.ts';
import { answerGeneral } from './known.ts';
import { answerLasting } from './lasting.ts';
import { answerLess } from './less.ts';
import { answerLetter } from './letters.ts';
import { answerLink } from './link.ts';
import { tellScanThen } from './looked.ts';
import { hasFinding, isOfCourse, isOfLabs, isOnlyWish, isSystemAsked } from './matters.ts';
import { answerMedicines, medicinesOf } from './medicines.ts';
import { answerGap, answerMissed, isGivenUp } from './missed.ts';
import { answerNextDose } from './next-dose.ts';
import { tellOthers } from './others.ts';
import { answerOverlooked } from './overlooked.ts';
import { answerChanges, answerIdentity, answerOverview, answerPrepare } from './overview.ts';
import { answerOwnIllness } from './own-illness.ts';
import { answerFromPapers, answerInCase, answerManner } from './papers.ts';
import { tellDone } from './people.ts';
import { answerPlanned, answerRedone, tellPlannedFor } from './plans.ts';
import { answerLeads, answerPrevent } from './prevention.ts';
import { answerReason } from './reasons.ts';
import { answerRemedy } from './remedies.ts';
import { answerReplaced } from './replaced.ts';
import { tellReport } from './reported.ts';
import { answerLabs, answerNoted, answerRisk } from './rest.ts';
import { answerSafe, answerStop } from './safety/index.ts';
import { answerSeasonal } from './seasonal.ts';
import { answerDonor, answerSide } from './sides.ts';
import { answerChange, answerTaking } from './taking.ts';
import { answerUntested } from './tested.ts';
import { answerBring, answerNext, answerPeriod, answerVisit, isComing, isVisited } from './visits.ts';
import { answerWatch } from './watch.ts';
import { answerWholePlan } from './whole-plan.ts';
import { answerWho } from './whom.ts';
import { answerCause } from './why.ts';
import { answerWhyVisit } from './why-visit.ts';
import { answerWorked } from './worked.ts';

/** "What did the doctor say last time?": what was written at the last visit. */
const LAST_SEEN = /\blast (?:time|visit|appointment)\b/i;

/** "What's Rutgeerts i2a?" */
const ASKS_MEANING = /^\W*(?:and |so )?what(?:['’]?s| is| are| was| were| does| do| did)\b/i;

/** "What is an AHI of 17?" wants the word explained; "what is my AHI?" wants the value. */
function asksMeaning({ aspect, text }: Frame): boolean {
  if (!ASKS_MEANING.test(text) || termsIn(text).length === 0) return false;
  return (
    aspect === 'about' ||
    aspect === 'have' ||
    aspect === 'overview' ||
    (aspect === 'value' && !/\b(?:my|last|latest|current|newest|now)\b/i.test(text))
  );
}

/** "I have a tooth out on Thursday, what about my Eliquis?": what becomes of the medicine then. */
function plannedBeside({ told, frames }: Desk, { aspect, subjects }: Frame): Subject | undefined {
  if (aspect !== 'about' || !subjects.some(({ kind }) => kind === 'drug' || kind === 'drug_class')) return undefined;
  const planned = new Set(told.filter(({ act }) => act === 'plans').map(({ concept }) => concept));
  return frames
    .flatMap((each) => each.subjects)
    .find(({ id, kind }) => kind === 'procedure' && planned.has(id) && openCatalogue().isA(id, 'procedure:operation'));
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

const BEGINS_AGAIN = pattern('begins_again');

export function attempt(desk: Desk, frame: Frame): Block | undefined {
  if ((PREPARES.has(frame.aspect) || isOnlyWish(frame)) && isPlanning(frame)) return answerDue(desk, frame);
  const doubled = answerDoubled(desk, frame);
  if (doubled !== undefined) return doubled;
  const gap = BEGINS_AGAIN.test(frame.text) ? answerGap(desk, frame) : undefined;
  if (gap !== undefined) return gap;
  const handled = answerHandling(desk, frame);
  if (handled !== undefined) return handled;
  if (asksMeaning(frame)) return answerExplain(desk, frame);
  const operation = plannedBeside(desk, frame);
  if (operation !== undefined) return answerStop(desk, { ...frame, subjects: [...frame.subjects, operation] });
  const before = answerBefore(desk, frame);
  if (before !== undefined) return before;
  if (frame.aspect === 'why-stopped' && CANNOT_STOP.test(frame.text)) return answerStop(desk, frame);
  if (frame.aspect === 'why-stopped' && isNeverHeld(desk, frame)) return answerBarred(desk, frame);
  if (COMES.has(frame.aspect) && isComing(desk, frame)) return answerNext(desk, frame);
  const first =
    answerNextDose(desk, frame) ??
    answerDoseCeiling(desk, frame) ??
    answerFillers(desk, frame) ??
    answerContagion(desk, frame) ??
    answerSide(desk, frame) ??
    answerDonor(desk, frame) ??
    answerOverlooked(desk, frame) ??
    answerReason(desk, frame) ??
    answerLess(desk, frame) ??
    answerSeasonal(desk, frame) ??
    answerImmune(desk, frame) ??
    answerUntested(desk, frame) ??
    answerLastGiven(desk, frame) ??
    answerFactor(desk, frame) ??
    answerOwnIllness(desk, frame);
  if (first !== undefined) return first;
  switch (frame.aspect) {
    case 'safe':
      if (isSystemAsked(frame)) return answerOverview(desk, frame);
      if (frame.inherited && frame.subjects.length > 0 && frame.subjects.every(({ kind }) => kind === 'observation'))
        return attempt(desk, { ...frame, aspect: 'judge' });
      if (WAS_FINE.test(frame.text)) return attempt(desk, { ...frame, aspect: 'result' });
      return answerSafe(desk, frame);
    case 'stop':
      return answerStop(desk, frame);
    case 'taking':
      return answerTaking(desk, frame) ?? answerFromPapers(desk, frame) ?? answerGeneral(desk, withNames(frame));
    case 'change':
      return answerChange(desk, frame) ?? answerFromPapers(desk, frame) ?? general(desk, { ...frame, aspect: 'dose' });
    case 'missed':
      if (isGivenUp(desk, frame)) return answerSafe(desk, { ...frame, aspect: 'safe' });
      return (
        answerMissed(desk, frame) ??
        answerFromPapers(desk, frame) ??
        answerGeneral(desk, withNames(frame)) ??
        general(desk, { ...frame, aspect: 'dose' })
      );
    case 'cause':
      if (isOfEnded(desk, frame)) return answerMedicines(desk, { ...frame, aspect: 'why-stopped' });
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
      if (frame.subjects.length > 0 && frame.subjects.every(({ id }) => id === 'thing:visits'))
        return answerWhyVisit(desk, frame) ?? answerNext(desk, frame);
      return answerManner(desk, frame) ?? general(desk, frame);
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
    case 'culprit':
      return answerCulprit(desk, frame) ?? answerCause(desk, frame) ?? general(desk, { ...frame, aspect: 'tried' });
    case 'gestation':
      return answerGestation(desk) ?? answerFromPapers(desk, frame);
    case 'happened':
      return answerHappened(desk, frame);
    case 'alternative':
      return (
        answerRemedy(desk, frame) ??
        answerAlternative(desk, frame) ??
        answerFromPapers(desk, frame) ??
        answerGeneral(desk, frame.text)
      );
    case 'choice':
      return answerRemedy(desk, frame) ?? answerChoice(desk, frame) ?? answerSafe(desk, frame);
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
        tellReport(desk, frame) ??
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
        answerCalledOff(desk, frame) ??
        answerWholePlan(desk, frame) ??
        answerLetter(desk, frame) ??
        answerLasting(desk, frame) ??
        answerPlanned(desk, frame) ??
        answerFromPapers(desk, frame) ??
        general(desk, frame) ??
        (LAST_SEEN.test(frame.text) ? answerVisit(desk, { ...frame, aspect: 'visit' }) : undefined)
      );
    case 'informed':
      return answerInformed(desk, frame) ?? general(desk, { ...frame, aspect: 'about' });
    case 'leads':
      return answerLeads(desk, frame) ?? answerGeneral(desk, frame.text) ?? answerThingOr(desk, frame);
    case 'prevent':
      return answerPrevent(desk, frame) ?? answerTodo(desk, { ...frame, aspect: 'todo' });
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

/** "Was it ok?" asks for what was found, not for leave. */
const WAS_FINE = pattern('was_it_fine');

const ONLY_WHY = 1;

/** "Why?" of nothing but a medicine that was given up asks why it was. */
function isOfEnded(desk: Desk, { subjects, text }: Frame): boolean {
  if (contentWords(text).size > ONLY_WHY || subjects.some(({ kind }) => kind !== 'drug')) return false;
  const items = medicinesOf(desk, subjects);
  return items.length > 0 && items.every(({ status }) => status === 'stopped');
}

/** "What should I do if …?": what a paper tells for that case. */
const IN_CASE = /\b(?:if|when|in case)\b/i;

/** What to do: the plan that papers hold, what to tell others before a procedure, what helps in general. */
function answerTodo(desk: Desk, frame: Frame): Block | undefined {
  const papers = (IN_CASE.test(frame.text) ? answerInCase(desk, frame) : undefined) ?? answerFromPapers(desk, frame);
  const procedure = frame.subjects.some(({ kind }) => kind === 'procedure');
  if (procedure || /\b(?:tell|mention|bring|know)\b/i.test(frame.text)) return tellOthers(desk, frame, papers);
  const named = frame.subjects.find(({ kind }) => kind === 'symptom' || kind === 'condition' || kind === 'observation');
  const own = papers ?? (named?.kind === 'observation' ? measured(desk, frame) : undefined);
  const help = named === undefined || IN_CASE.test(frame.text) ? undefined : selfHelp(desk, named);
  const told =
    own ??
    (named?.kind === 'symptom' ? answerPrevent(desk, frame) : undefined) ??
    answerGeneral(desk, named === undefined ? desk.message : `what helps with ${nameOf(named.id)}`) ??
    general(desk, frame);
  return told === undefined || help === undefined ? told : { ...told, body: [...told.body, help] };
}

/** "When is the next blood count?": what a paper asks for, unless a visit is for it. */
function nextPlanned(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind === 'procedure' || kind === 'observation');
  return subject === undefined || isVisited(desk, frame) ? undefined : tellPlannedFor(desk, subject);
}
