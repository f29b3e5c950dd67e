/** Each frame to its answer; what no answer settles goes to the papers, then to the knowledge, and says so. */
import { type Block, block, type Desk, nameOf } from '../desk.ts';
import { isEmpty, itemsFor } from '../evidence/items.ts';
import { observationsOf } from '../evidence/observed.ts';
import { readingsOf } from '../evidence/series.ts';
import type { Frame } from '../types.ts';
import { answerActivity } from './activity.ts';
import { answerAlternative } from './alternatives.ts';
import { answerAvoid } from './avoid.ts';
import { explainComplaint } from './complaints.ts';
import { answerThing } from './conditions.ts';
import { answerContact } from './contact.ts';
import { answerDose } from './doses.ts';
import { answerDue, isPlanning } from './due.ts';
import { answerExplain, answerGeneral, sayNear } from './explain.ts';
import { passedFor } from './limits.ts';
import { answerMeasure } from './measures.ts';
import { answerMedicines, medicinesOf } from './medicines.ts';
import { tellOthers } from './others.ts';
import { answerChanges, answerIdentity, answerOverview, answerPrepare } from './overview.ts';
import { answerFromPapers, papersBeside, papersNaming } from './papers.ts';
import { answerReplaced } from './replaced.ts';
import { answerDocuments, answerLabs, answerNoted, answerRisk } from './rest.ts';
import { answerSafe, answerStop } from './safety.ts';
import { denyCode } from './unknown.ts';
import { answerBring, answerNext, answerPeriod, answerVisit, tellRole } from './visits.ts';
import { answerWatch } from './watch.ts';
import { answerCause } from './why.ts';
import { answerWorked } from './worked.ts';

export function answerFrame(desk: Desk, frame: Frame): Block {
  const own = frame.inherited ? ownPapers(desk, frame) : undefined;
  if (own !== undefined) return own;
  const missing = denyCode(desk, frame);
  if (missing !== undefined) return missing;
  const passed = OF_LIMITS.has(frame.aspect) ? passedFor(desk, frame.subjects) : [];
  const block_ = attempt(desk, frame);
  if (block_ !== undefined && block_.found !== 'absent')
    return ALONE.has(frame.aspect)
      ? block_
      : { ...block_, body: [...passed, ...block_.body, ...papersBeside(desk, frame), ...inGeneral(desk, frame)] };
  if (block_ !== undefined && isNamedThing(frame))
    return { ...block_, body: [...block_.body, ...papersNaming(desk, frame)] };
  const papers = frame.aspect === 'value' && block_ !== undefined ? undefined : answerFromPapers(desk, frame);
  if (papers !== undefined) return papers;
  if (block_ !== undefined) return block_;
  return answerGeneral(desk, frame.text) ?? tellNothing(desk, frame);
}

/** "Are my kidneys ok?" is about the organ; "may they draw blood at the eye clinic?" is not. */
function isSystemAsked({ subjects, text }: Frame): boolean {
  return (
    subjects.length > 0 &&
    subjects.every(({ kind }) => kind === 'system') &&
    /^\W*(?:and |so |but )?(?:is|are|how|has|have|was|were)(?: is| are)? (?:my|the)\b/i.test(text)
  );
}

const CANNOT_STOP = /\bcan(?:['’]?t| ?not)\b.{0,40}\bstop/i;
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
  if (!EXPLAINED.has(frame.aspect) || !ASKS_WHY.test(frame.text)) return [];
  const said = sayNear(desk, frame);
  return said === undefined ? [] : [`In general: ${said}`];
}

/** A medicine, a test or a vaccine is there or it is not: what papers say of something near it is no answer. */
function isNamedThing({ subjects }: Frame): boolean {
  return (
    subjects.length > 0 &&
    subjects.every(({ kind }) => ['drug', 'drug_class', 'observation', 'vaccine', 'procedure'].includes(kind))
  );
}

/** What is asked of a medicine changes where a value has passed the limit that papers set for it. */
const OF_LIMITS = new Set<Frame['aspect']>(['safe', 'stop', 'purpose', 'explain', 'about', 'take', 'dose', 'worry']);

/** What is a matter of entries alone. */
const ALONE = new Set<Frame['aspect']>(['count', 'identity', 'noted', 'overview', 'changes', 'extreme']);

/** A clause that points back but has words of its own that a paper holds: "… and does he need the pen?" */
function ownPapers(desk: Desk, frame: Frame): Block | undefined {
  if (!['have', 'take', 'about', 'said'].includes(frame.aspect)) return undefined;
  return answerFromPapers(desk, { ...frame, subjects: [] });
}

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

/** "Coil out on the 9th so we can start trying, that's fine?": nothing to take is asked about, only the plan. */
function isOnlyWish({ aspect, subjects }: Frame): boolean {
  return (
    (aspect === 'safe' || aspect === 'judge' || aspect === 'worry' || aspect === 'when') &&
    subjects.some(({ id }) => id === 'condition:planning_a_pregnancy') &&
    !subjects.some(({ kind }) => ['drug', 'drug_class', 'food', 'vaccine', 'observation'].includes(kind))
  );
}

function attempt(desk: Desk, frame: Frame): Block | undefined {
  if ((PREPARES.has(frame.aspect) || isOnlyWish(frame)) && isPlanning(frame)) return answerDue(desk, frame);
  if (frame.aspect === 'why-stopped' && CANNOT_STOP.test(frame.text)) return answerStop(desk, frame);
  switch (frame.aspect) {
    case 'safe':
      if (isSystemAsked(frame)) return answerOverview(desk, frame);
      return answerSafe(desk, frame);
    case 'stop':
      return answerStop(desk, frame);
    case 'missed':
      return answerFromPapers(desk, frame) ?? answerGeneral(desk, frame.text);
    case 'cause':
      return answerCause(desk, frame) ?? answerFromPapers(desk, frame);
    case 'risk':
      return answerRisk(desk, frame);
    case 'noted':
      return answerNoted(desk);
    case 'worry':
    case 'judge':
      if (frame.subjects.some(({ kind }) => kind === 'drug') && /\b(?:for|with|to take)\b/i.test(frame.text))
        return answerSafe(desk, frame);
      if (frame.subjects.length > 0 && frame.subjects.every(({ kind }) => kind === 'system'))
        return answerOverview(desk, frame);
      return measured(desk, frame) ?? complaint(desk, frame) ?? answerThingOr(desk, frame);
    case 'explain':
      return answerExplain(desk, frame);
    case 'purpose':
      return frame.subjects.every(({ id }) => id === 'thing:visits') ? answerNext(desk, frame) : general(desk, frame);
    case 'due':
      return answerDue(desk, frame);
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
    case 'next':
      return answerNext(desk, frame);
    case 'visit':
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
    case 'result':
      if (frame.subjects.some(({ kind }) => kind === 'observation' || kind === 'system')) {
        const values = measured(desk, {
          ...frame,
          aspect: /\bover\b|\byears?\b|\bgo\b/i.test(frame.text) ? 'trend' : 'value',
        });
        if (values !== undefined) return values;
      }
      return answerFromPapers(desk, frame) ?? general(desk, frame);
    case 'said':
      return answerFromPapers(desk, frame) ?? general(desk, frame);
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
const OF_TIMES = new Set<Frame['aspect']>(['when', 'since']);

/** By what is named: a measure, a medicine, or anything else that the record can hold. */
function general(desk: Desk, frame: Frame): Block | undefined {
  const kinds = new Set(frame.subjects.map(({ kind }) => kind));
  if (frame.aspect === 'effects') return answerGeneral(desk, frame.text) ?? answerFromPapers(desk, frame);
  if (frame.aspect === 'take' || (frame.aspect === 'list' && kinds.has('observation'))) {
    if (medicinesOf(desk, frame.subjects).length > 0) return answerMedicines(desk, frame);
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
  if (frame.subjects.some(({ id }) => id === 'thing:labs') && !kinds.has('observation')) return answerLabs(desk, frame);
  if (frame.subjects.some(({ id }) => id === 'thing:documents') && !kinds.has('observation'))
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
    !kinds.has('observation')
  )
    return answerVisit(desk, frame);
  if (kinds.has('observation')) return measured(desk, frame) ?? answerMeasure(desk, frame);
  if (frame.aspect === 'trend' || frame.aspect === 'value')
    return (
      (/\bcontrol/i.test(frame.text) ? measured(desk, frame) : undefined) ??
      answerActivity(desk, frame) ??
      measured(desk, frame) ??
      answerThingOr(desk, frame)
    );
  if ((kinds.has('drug') || kinds.has('drug_class')) && !kinds.has('condition'))
    return isAllergyAsked(desk, frame) ? answerThing(desk, frame) : answerMedicines(desk, frame);
  if (frame.aspect === 'todo') return undefined;
  return answerThingOr(desk, frame);
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

function complaint(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind === 'symptom');
  return subject === undefined ? undefined : explainComplaint(desk, frame, subject.id);
}

function answerThingOr(desk: Desk, frame: Frame): Block | undefined {
  return frame.subjects.some(({ kind }) => kind !== 'system') ? answerThing(desk, frame) : undefined;
}

function answerWho(desk: Desk, frame: Frame): Block | undefined {
  const isPrescriber =
    /\b(?:prescrib\w*|started|ordered|put me|gave)\b/i.test(frame.text) &&
    frame.subjects.some(({ kind }) => kind === 'drug' || kind === 'drug_class');
  if (isPrescriber) return answerMedicines(desk, frame);
  const role = tellRole(desk, frame);
  if (role !== undefined) return role;
  const contact = answerContact(desk, frame);
  if (contact !== undefined) return contact;
  return answerFromPapers(desk, frame) ?? answerVisit(desk, { ...frame, aspect: 'visit' });
}

/** What to do: the plan that papers hold, what to tell others before a procedure, what helps in general. */
function answerTodo(desk: Desk, frame: Frame): Block | undefined {
  const papers = answerFromPapers(desk, frame);
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

/** Asked for something that a record would hold: where it holds nothing, that is the answer. */
const OF_ENTRIES = new Set<Frame['aspect']>(['result', 'said', 'who', 'when', 'have', 'due']);

/** Nothing explains it: what was looked through, and how to ask. */
function tellNothing(desk: Desk, frame: Frame): Block {
  const named = frame.subjects.filter((subject) => subject.kind !== 'thing' && !isEmpty(itemsFor(subject, desk.chart)));
  if (named.length > 0) return answerThing(desk, { ...frame, aspect: 'about' });
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
