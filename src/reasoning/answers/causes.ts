/** Why a value is as it is, from this record: what began before it, what goes with it, what papers say and set. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, citeReading, type Desk, mentionPassage, nameOf, quotePassage } from '../desk.ts';
import { causesOf } from '../evidence/causes.ts';
import { actsOn, influences } from '../evidence/influences.ts';
import { medicinesFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { findPassages, type Passage, passagesOf } from '../evidence/passages.ts';
import { choose, type Flag, type Reading, readingsOf, sayFlag } from '../evidence/series.ts';
import { blameIn } from '../frames/blaming.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, list, sayDate } from '../wording.ts';
import { blamedFor, namedBy } from './bearing.ts';
import { driversOf, markOf, sayCause, sayOthers, settleCause } from './blame.ts';
import { caseMade } from './case-made.ts';
import { tellLapse } from './lapsed.ts';
import { sayLimit } from './limits.ts';
import { medicinesOf } from './medicines.ts';
import { stepFor } from './steps.ts';
import { stopReason } from './stopping.ts';
import { explainThen, extremeOf, followsExtreme } from './then.ts';

const CAUSAL =
  /\b(?:because|due to|caus\w*|raises?|raised|lowers?|likely|after|on|from|put down to|since|explain\w*|contraindicated|triggered)\b/i;

export function suspectsOf(desk: Desk, { subjects }: Frame): Subject[] {
  return subjects.flatMap((subject): Subject[] =>
    subject.kind === 'drug' || subject.kind === 'drug_class'
      ? [subject]
      : subject.as === 'medicines_for'
        ? medicinesOf(desk, [subject])
            .filter(({ status, concepts }) => status === 'taken' && concepts.length > 0)
            .map(({ concepts, name }) => ({
              ...subject,
              id: concepts[0]!,
              kind: 'drug',
              as: 'itself',
              text: drugName(name),
            }))
        : [],
  );
}

/** What a question itself blames: medicines, and illnesses, organs or values where it says which is behind which. */
export function blamedIn(desk: Desk, frame: Frame): Subject[] {
  const causes = blameIn(frame)?.causes;
  if (causes === undefined) return suspectsOf(desk, frame);
  return [
    ...suspectsOf(desk, { ...frame, subjects: [...causes] }),
    ...causes.filter(({ kind, as }) => BLAMED.has(kind) && as !== 'medicines_for'),
  ];
}

const BLAMED = new Set<Subject['kind']>(['condition', 'symptom', 'observation', 'system', 'food']);

/** "Spironolactone (since 11 Aug 2026) and lisinopril can raise it; so can chronic kidney disease." */
export function causesFor(desk: Desk, id: string, flag: Flag | undefined, moved?: 'up' | 'down'): string | undefined {
  const way = moved ?? (flag?.endsWith('high') ? 'up' : flag?.endsWith('low') ? 'down' : undefined);
  if (way === undefined) return undefined;
  const readings = readingsOf(desk.chart, id);
  const causes = causesOf(desk.chart, id, way, stretchOf(readings, desk.now));
  const said = [sayOthers(desk, causes, way), ...papersOn(desk, id, way)].filter((each) => each !== '');
  if (said.length === 0) return undefined;
  return `${said.join(' ')}${causes.length > 0 ? desk.notes.source(influences.source) : ''}`;
}

/** From the last value that was otherwise to the last one there is. */
function stretchOf(readings: readonly Reading[], now: string): { from: string | null; to: string } {
  const last = readings.at(-1);
  if (last === undefined) return { from: null, to: now };
  const otherwise = readings.findLast((each) => each !== last && each.flag !== last.flag) ?? readings.at(-2);
  return { from: otherwise?.time ?? null, to: last.time };
}

/** The newest paper that speaks of it with a reason, and a course of days that only a paper names. */
function papersOn(desk: Desk, id: string, way: 'up' | 'down'): string[] {
  const paper = causePassage(desk, id);
  const verb = way === 'up' ? 'raise it' : 'lower it';
  return [
    paper === undefined ? '' : mentionPassage(desk, paper),
    ...paperInfluences(desk, id, way)
      .filter((passage) => passage !== paper && !desk.quoted.has(passage))
      .map((passage) => `${mentionPassage(desk, passage)} That can ${verb} too.`),
  ];
}

const COURSE_DAYS = 75;
/** What held it the other way is over or left out: "stopped smoking", "leaves out the insulin at lunch". */
const GIVEN_UP = pattern('left_out');

/** Papers shortly before the value that name a medicine which acts on it and stands on no list: a course of days. */
function paperInfluences(desk: Desk, id: string, way: 'up' | 'down'): Passage[] {
  const last = readingsOf(desk.chart, id).at(-1);
  if (last === undefined) return [];
  const listed = new Set(desk.chart.view.medicines.flatMap(({ concepts }) => concepts));
  return passagesOf(desk.chart)
    .filter(
      ({ time, remark }) =>
        !remark && time !== null && daysBetween(time, last.time) > -2 && daysBetween(time, last.time) < COURSE_DAYS,
    )
    .filter(({ text }) =>
      openCatalogue()
        .find(text, { kinds: ['drug', 'drug_class', 'condition', 'food'] })
        .some(
          ({ concept }) =>
            (GIVEN_UP.test(text) && actsOn(concept.id, id, way === 'up' ? 'down' : 'up')) ||
            (concept.kind !== 'condition' &&
              !listed.has(concept.id) &&
              /\b(?:given|took|takes?|taken|taking|used|uses|started|prescribed|on|together|drinks?|drinking|eats?|eating)\b/i.test(
                text,
              ) &&
              !/\b(?:no|never|not|avoid)\b/i.test(text) &&
              actsOn(concept.id, id, way)),
        ),
    )
    .slice(0, 1);
}

/** What is taken for the measure: how it is taken may be why it does not hold. */
function treatingOf({ chart }: Desk, id: string): string[] {
  const condition = measureWords.treated_as[id];
  if (condition === undefined) return [];
  return medicinesFor({ id: condition, text: '' }, chart)
    .filter(({ status }) => status === 'taken')
    .flatMap(({ concepts }) => concepts);
}

function causePassage(desk: Desk, id: string): Passage | undefined {
  const found = findPassages(desk.chart, { concepts: [id, ...treatingOf(desk, id)], words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ time, remark }) => !remark && time !== null && daysBetween(time, desk.now) < 400)
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  const names = (text: string) => openCatalogue().find(text, { kinds: ['drug', 'drug_class', 'food'] }).length > 0;
  return found.find(({ text }) => CAUSAL.test(text)) ?? found.find(({ text }) => names(text));
}

/** Of two numbers that move against each other the one that went the way that is said. */
function meantMeasure({ chart, message }: Desk, { text }: Frame, id: string): string {
  const mirror = measureWords.mirror[id];
  const [last, before] = readingsOf(chart, id).toReversed();
  const said = wayIn(text) ?? wayIn(message);
  if (mirror === undefined || said === undefined || last === undefined || before === undefined) return id;
  const went = last.value > before.value ? 'up' : 'down';
  return went !== said && readingsOf(chart, mirror).length > 1 ? mirror : id;
}

export function explainMeasure(desk: Desk, frame: Frame, asked_: string): Block {
  const id = meantMeasure(desk, frame, asked_);
  const readings = readingsOf(desk.chart, id);
  const then = thenOf(readings, frame);
  if (then !== undefined) return explainThen(desk, id, then);
  const worst = followsExtreme(desk, frame) ? extremeOf(desk, frame, readings, id) : undefined;
  if (worst !== undefined) return explainThen(desk, id, worst);
  const [last, before] = [readings.at(-1)!, readings.at(-2)];
  const way = movedOf(frame.text, last, before) ?? 'up';
  const causes = causesOf(desk.chart, id, way, stretchOf(readings, desk.now));
  const asked = blamedIn(desk, frame).filter((each) => !actsOn(each.id, id, way === 'up' ? 'down' : 'up'));
  const tablets = frame.subjects.some((each) => each.id === 'thing:medicines')
    ? causes.filter(({ kind }) => kind === 'started')
    : [];
  const { lead, first } =
    tablets.length > 0
      ? {
          lead: `${capital(list(tablets.map((cause) => sayCause(desk, cause))))} can ${way === 'up' ? 'raise' : 'lower'} it`,
          first: tablets[0],
        }
      : settleCause(desk, causes, asked, (each) => actsOn(each, id, way));
  const name = nameOf(id);
  const made = caseMade(desk, [{ id, text: name }]);
  const lapse = asked.length > 0 ? undefined : (made ?? tellLapse(desk, id));
  const standing = last.flag === undefined || last.flag === 'normal' ? '' : `, ${sayFlag(last.flag)}`;
  const from =
    before === undefined ? '' : ` (${before.shown} on ${sayDate(before.time)}${citeReading(desk, before, name)})`;
  const others = causes.filter((cause) => cause !== first && !tablets.includes(cause));
  return {
    ...block(
      `**${lapse?.lead ?? lead}: your ${name} was ${last.shown} on ${sayDate(last.time)}${standing}.**${citeReading(desk, last, name)}${first === undefined ? '' : markOf(desk, first)}${from}`,
      [
        lapse?.text ?? made?.text,
        `${sayOthers(desk, lapse === undefined ? others : causes, way)}${causes.length > 0 ? desk.notes.source(influences.source) : ''}`,
        driversOf(desk, causes),
        papersOn(desk, id, way).join(' ').trim(),
        ...sayBlamed(desk, id),
        ...treatmentOf(desk, id, way),
        sayLimit(desk, id, last),
        stepFor(desk, id, last),
      ],
    ),
    nth: 0,
  };
}

/** What the papers themselves hold to be the cause. */
function sayBlamed(desk: Desk, id: string): string[] {
  const subject: Subject = { id, kind: 'observation', as: 'itself', text: nameOf(id), start: 0, end: 0 };
  return blamedFor(desk, namedBy(subject, []))
    .filter((passage) => !desk.quoted.has(passage))
    .map((passage) => quotePassage(desk, passage, [passage]));
}

/** What lowers or raises it the wanted way: what was given up, with the reason, and what is taken now. */
function treatmentOf(desk: Desk, id: string, way: 'up' | 'down'): string[] {
  const condition = measureWords.treated_as[id];
  if (condition === undefined || way !== 'up') return [];
  const all = medicinesFor({ id: condition, text: '' }, desk.chart);
  const over = all
    .filter(({ status }) => status === 'stopped')
    .toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''));
  const now = all.filter(({ status }) => status === 'taken');
  const [last] = over;
  const gone =
    last === undefined || now.some(({ concepts }) => concepts.some((each) => last.concepts.includes(each)))
      ? undefined
      : `${capital(drugName(last.name))} for it was stopped${last.end ? ` on ${sayDate(last.end)}` : ''}${cite(desk, last, last.end)}. ${stopReason(desk, last) ?? ''}`.trim();
  const taken =
    now.length === 0
      ? 'You take nothing for it now.'
      : `For it you take ${list(now.map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`))}.`;
  return [[gone, taken].filter((each) => each !== undefined).join(' ')];
}

/** A value of the past is asked about: what was then. */
function thenOf(readings: readonly Reading[], { scope }: Frame): Reading | undefined {
  if (scope.from === undefined && scope.near === undefined && (scope.nth ?? 0) <= 0) return undefined;
  const [one] = choose(readings, scope).toReversed();
  return one === readings.at(-1) ? undefined : one;
}

function wayIn(text: string): 'up' | 'down' | undefined {
  if (/\b(?:high|higher|up|ris\w*|rose|increas\w*|elevated|raised)\b/i.test(text)) return 'up';
  return /\b(?:low|lower|down|fall\w*|fell|drop\w*|decreas\w*|slow\w*)\b/i.test(text) ? 'down' : undefined;
}

export function movedOf(text: string, last: Reading, before: Reading | undefined): 'up' | 'down' | undefined {
  const said = wayIn(text);
  if (said !== undefined) return said;
  if (last.flag?.endsWith('high')) return 'up';
  if (last.flag?.endsWith('low')) return 'down';
  return before === undefined || last.value === before.value ? undefined : last.value > before.value ? 'up' : 'down';
}
