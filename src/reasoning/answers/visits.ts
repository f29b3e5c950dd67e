/** Visits: the last, the next, who was seen, what happened at a time, how long a stay was. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { MONTH, MONTHS, monthNumber } from '../../text/index.ts';
import { type Block, block, type Desk, nameOf, sayPassage } from '../desk.ts';
import { comingVisits, pastVisits } from '../evidence/contact.ts';
import { findPassages, passagesOf } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { isInside } from '../frames/scope.ts';
import { daysBetween, type EncounterView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { capital, list, lower, sayDate, saySpan } from '../wording.ts';
import { answerByAppointment, asksForPerson } from './appointments.ts';
import { nextByPaper } from './next-dose.ts';
import { answerDueWith, visitsWithThem } from './roles.ts';
import { asksAllComing, plansSoon } from './soon.ts';
import { denyNext, isUnheld } from './unplanned.ts';
import { fits, wordsOf } from './visit-names.ts';
import { dayOf, describe } from './visiting.ts';

const OF_TESTS = new Set<Frame['subjects'][number]['kind']>(['procedure', 'observation', 'vaccine']);

/** "When's the next blood test?" is no question for a day to be seen. */
function asksForVisit({ subjects }: Frame): boolean {
  return subjects.every(({ kind, id }) => !OF_TESTS.has(kind) && (kind !== 'thing' || id === 'thing:visits'));
}

/** Who is named goes before what a paper asks for by any date. */
function withPerson(desk: Desk, frame: Frame): Block | undefined {
  return asksForPerson(frame) ? answerByAppointment(desk, frame) : undefined;
}

export function answerNext(desk: Desk, frame: Frame): Block {
  const coming = comingAfter(desk, frame);
  const dated = onDay(desk, frame, coming);
  if (dated !== undefined) return dated;
  const theirs = visitsWithThem(desk, frame, coming);
  const fitting = theirs.length > 0 ? theirs : coming.filter((visit) => fits(desk, visit, frame));
  const due =
    fitting.length > 0
      ? undefined
      : (withPerson(desk, frame) ?? nextByPaper(desk, frame) ?? answerDueWith(desk, frame, coming));
  if (due !== undefined) return due;
  const unheld = fitting.length > 0 ? undefined : frame.subjects.find((subject) => isUnheld(desk, subject));
  if (unheld !== undefined) return denyNext(desk, unheld, coming);
  const [visit] = fitting.length > 0 ? fitting : coming;
  if (visit === undefined)
    return (
      (asksForVisit(frame) ? answerByAppointment(desk, frame) : undefined) ??
      block(
        '**Your record holds no coming visit.**',
        pastVisits(desk.chart)
          .slice(0, 1)
          .map((last) => `The last was ${describe(desk, last)}.`),
        'absent',
      )
    );
  const rest = coming.filter((each) => each !== visit).slice(0, 3);
  const day = dayOf(visit);
  return {
    ...block(
      `**Your next ${fitting.length > 0 && wordsOf(frame).length > 0 ? 'such ' : ''}visit is ${describe(desk, visit)}.**`,
      [
        ...papersOfDay(desk, day),
        sayOthers(
          desk,
          'Before it',
          rest.filter((each) => dayOf(each) < day),
        ),
        sayOthers(
          desk,
          'After that',
          rest.filter((each) => dayOf(each) >= day),
        ),
        ...(wordsOf(frame).length === 0 || asksAllComing(frame) ? plansSoon(desk, frame) : []),
      ],
    ),
    at: { from: day, to: day },
  };
}

function sayOthers(desk: Desk, when: string, visits: readonly EncounterView[]): string | undefined {
  return visits.length === 0 ? undefined : `${when}: ${list(visits.map((each) => describe(desk, each)))}.`;
}

const AFTER_THAT = /\b(?:after (?:that|this|it)|and then|then)\b/i;

/** "And after that?": those after the one that was told. */
function comingAfter({ chart, focus }: Desk, { text }: Frame): EncounterView[] {
  const coming = comingVisits(chart);
  const day = AFTER_THAT.test(text) ? focus.at?.to : undefined;
  const later = day === undefined ? [] : coming.filter((each) => dayOf(each) > day);
  return later.length > 0 ? later : coming;
}

/** A visit to come that the question names by a word of its own: "when is my iron drip?" */
export function isComing(desk: Desk, frame: Frame): boolean {
  const words = wordsOf(frame);
  return (
    ASKS_COMING.test(frame.text) &&
    words.length > 0 &&
    comingVisits(desk.chart).some((visit) => fits(desk, visit, frame))
  );
}

export function isVisited(desk: Desk, frame: Frame): boolean {
  return comingVisits(desk.chart).some((visit) => fits(desk, visit, frame));
}

const ASKS_COMING = pattern('asks_coming');

/** What papers say of a day that is still to come: what to bring, what to leave off before it. */
export function papersOfDay(desk: Desk, time: string | null): string[] {
  if (time === null) return [];
  const [year, month, day] = time.slice(0, 10).split('-').map(Number);
  const name = MONTHS[month! - 1]!.slice(0, 3);
  const says = new RegExp(
    `\\b0?${day}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${name}[a-z]*\\b|\\b${name}[a-z]*\\.?\\s+0?${day}(?:st|nd|rd|th)?\\b|${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    'i',
  );
  return passagesOf(desk.chart)
    .filter(({ text, remark, time: written }) => !remark && (written ?? '') <= time && says.test(text))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
    .slice(0, 3)
    .map((passage) => sayPassage(desk, passage))
    .filter((said) => said !== '');
}

const DAY = new RegExp(
  `\\b(?:the|on)\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)\\b|\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH})\\b|\\b(${MONTH})\\.?\\s+(\\d{1,2})\\b`,
  'i',
);

/** "Do I still have to go on the 17th?": what the record holds for that day. */
function onDay(desk: Desk, { text }: Frame, coming: readonly EncounterView[]): Block | undefined {
  const found = DAY.exec(text);
  if (found === null) return undefined;
  const day = Number(found[1] ?? found[2] ?? found[5]);
  const named = found[3] ?? found[4];
  const date = nextDay(desk.now, day, named === undefined ? undefined : monthNumber(named) - 1);
  const visits = coming.filter((each) => dayOf(each) === date);
  const papers = papersOfDay(desk, date);
  if (visits.length + papers.length === 0)
    return block(
      `**Your record holds nothing for ${sayDate(date)}.**`,
      coming.slice(0, 2).map((each) => `Your next visit is ${describe(desk, each)}.`),
      'absent',
    );
  const ill = [
    ...new Set(
      desk.told
        .filter(({ act, concept }) => act === 'has' && /^(?:symptom|condition):/.test(concept))
        .map(({ concept }) => nameOf(concept)),
    ),
  ];
  if (visits.length > 0 && ill.length > 0)
    return block(
      `**That is not for me or you alone to settle: ring before you go, and tell them of ${list(ill)}.** In your record it stands ${list(visits.map((each) => describe(desk, each)))}.`,
      [
        'A medicine that weakens the defence, a vaccine or an operation is usually put off while there is a fever or an infection; other visits may be held by telephone.',
        ...papers,
      ],
    );
  const still = /\b(?:still|have to|need to|must|should|cancel\w*|off|postponed)\b/i.test(text);
  return block(
    `**${still ? 'Yes, it stands: ' : ''}${visits.length > 0 ? list(visits.map((each) => describe(desk, each))) : `your papers name ${sayDate(date)}`}.**${still ? ' Nothing in your record takes it back: please go, and ask the clinic itself if somebody told you otherwise.' : ''}`,
    papers,
  );
}

function nextDay(now: string, day: number, month?: number): string {
  const today = now.slice(0, 10);
  const at = new Date(`${today}T00:00:00Z`);
  for (let ahead = 0; ahead < 400; ahead++) {
    if (at.getUTCDate() === day && (month === undefined || at.getUTCMonth() === month))
      return at.toISOString().slice(0, 10);
    at.setUTCDate(at.getUTCDate() + 1);
  }
  return today;
}

const BRINGING = /\b(?:bring|bringing|take along|carry|come with|accompan\w+|with (?:him|her|you) to)\b/i;

/** What to bring, and whom: sentences that say so, those of the next visit first. */
export function answerBring(desk: Desk, frame: Frame): Block | undefined {
  const coming = comingVisits(desk.chart);
  const fitting = coming.filter((visit) => fits(desk, visit, frame));
  const [visit] = fitting.length > 0 ? fitting : coming;
  const said = passagesOf(desk.chart)
    .filter(({ text, remark, uuid }) => (!remark || uuid === visit?.uuid) && BRINGING.test(text))
    .toSorted(
      (a, b) =>
        Number(b.uuid === visit?.uuid) - Number(a.uuid === visit?.uuid) || (b.time ?? '').localeCompare(a.time ?? ''),
    );
  const ofDay = papersOfDay(desk, visit === undefined ? null : dayOf(visit));
  const others = said.slice(0, 2).map((passage) => sayPassage(desk, passage));
  const papers = [...ofDay, ...others].filter((each) => each !== '');
  if (papers.length === 0) return undefined;
  return block(
    `**${visit === undefined ? 'Your papers say what to bring.' : `For your visit ${describe(desk, visit)}:`}** ${papers[0]}`,
    [...papers.slice(1, 3), 'Bring your list of medicines too.'],
  );
}

export function answerVisit(desk: Desk, frame: Frame): Block {
  const past = pastVisits(desk.chart);
  const recent = /\brecent(?:ly)?\b/i.test(frame.text) && frame.scope.from === undefined;
  const scope = recent ? { from: monthsBack(desk.now, 3), say: 'in the last three months' } : frame.scope;
  const inside = past.filter(({ time }) => isInside(time, scope));
  const kind = kindOf(frame);
  const ofKind = inside.filter((visit) => kind === undefined || kind.includes(visit.kind ?? ''));
  const fitting = ofKind.filter((visit) => fits(desk, visit, frame));
  const shown = fitting.length > 0 ? fitting : ofKind;
  const [visit] = shown.slice(frame.scope.nth === 1 ? 1 : 0);
  if (visit === undefined) {
    const nearest = past.find((each) => kind === undefined || kind.includes(each.kind ?? '')) ?? past[0];
    return block(
      `**Your record holds no ${kind === undefined ? 'visit' : 'such visit'}${frame.scope.say ? ` ${frame.scope.say}` : ''}.**${nearest === undefined ? '' : ` The last one was ${describe(desk, nearest)}.`}`,
      [],
      'absent',
    );
  }
  if (frame.aspect === 'count')
    return block(
      `**${shown.length === 1 ? 'Once' : `${shown.length} times`}${frame.scope.say ? ` ${frame.scope.say}` : ''}.**`,
      [
        shown
          .slice(0, 6)
          .map((each) => `- ${capital(describe(desk, each))}`)
          .join('\n'),
      ],
    );
  const several = scope.from !== undefined && shown.length > 1;
  const lead = several
    ? `${shown.length} visits ${scope.say ?? ''}: ${list(shown.slice(0, 5).map((each) => describe(desk, each)))}`
    : `The last${kind === undefined ? ' visit' : kind.includes('IMP') ? ' stay' : ' one'} was ${describe(desk, visit)}`;
  const stay =
    visit.end !== null && visit.time !== null && daysBetween(visit.time, visit.end) >= 1
      ? `It lasted ${saySpan(daysBetween(visit.time, visit.end))}, until ${sayDate(visit.end)}.`
      : undefined;
  const told = block(`**${lead}.**`, [stay, ...whatHappened(desk, frame, several ? shown.slice(0, 3) : [visit])]);
  const [from, to] = [visit.time?.slice(0, 10), (visit.end ?? visit.time)?.slice(0, 10)];
  return from === undefined || to === undefined ? told : { ...told, at: { from, to } };
}

function monthsBack(now: string, months: number): string {
  const day = new Date(now);
  day.setUTCMonth(day.getUTCMonth() - months);
  return day.toISOString().slice(0, 10);
}

/** Conditions that began and papers that were written at a visit or in its days. */
function whatHappened(desk: Desk, frame: Frame, visits: readonly EncounterView[]): string[] {
  return visits.flatMap(({ time, end }) => {
    if (time === null) return [];
    const near = passagesOf(desk.chart).filter(
      (passage) =>
        !passage.remark &&
        passage.time !== null &&
        daysBetween(time, passage.time) > -1.5 &&
        daysBetween(end ?? time, passage.time) < 8,
    );
    const words = contentWords(frame.text);
    const scored = near.map((passage) => ({
      passage,
      score: [...words.keys()].filter((word) => passage.stems.has(word)).length,
    }));
    return scored
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 2)
      .map(({ passage }) => sayPassage(desk, passage));
  });
}

/** "What happened to my kidneys in 2023?" */
export function answerPeriod(desk: Desk, frame: Frame): Block | undefined {
  const { view } = desk.chart;
  const inside = (time: string | null) => isInside(time, frame.scope);
  const about = frame.subjects.filter(({ kind }) => kind !== 'thing');
  const systemOf = (id: string) =>
    openCatalogue().get(id)?.system ??
    [...openCatalogue().descendants(id)]
      .map((each) => openCatalogue().get(each)?.system)
      .find((each) => each !== undefined && each !== 'general');
  const systems = about.flatMap(({ id, kind }) =>
    kind === 'system' ? [id.replace('system:', '')] : [systemOf(id) ?? ''],
  );
  const fitsAbout = (concepts: readonly string[]) =>
    about.length === 0 ||
    concepts.some(
      (concept) =>
        systems.includes(openCatalogue().get(concept)?.system ?? '?') ||
        about.some(({ id }) => openCatalogue().isA(concept, id)),
    );
  const conditions = view.conditions.filter(({ onset, concepts }) => inside(onset) && fitsAbout(concepts));
  if (conditions.length === 0 || frame.scope.from === undefined) return undefined;
  const said = conditions.map(
    (item) =>
      `${lower(item.name)} on ${sayDate(item.onset)}${desk.notes.entry({ uuid: item.uuid, label: item.label, name: item.name, date: item.onset })}${item.note === null ? '' : ` (${item.note})`}`,
  );
  const papers = findPassages(desk.chart, {
    concepts: conditions.flatMap(({ concepts }) => concepts),
    words: contentWords(frame.text),
    named: true,
  }).filter(({ passage }) => !passage.remark && inside(passage.time));
  return block(
    `**${capital(frame.scope.say ?? 'then')}: ${list(said)}.**`,
    papers.slice(0, 2).map(({ passage }) => sayPassage(desk, passage)),
  );
}

function kindOf({ text, subjects }: Frame): string[] | undefined {
  if (/\bemergency\b|\ba&e\b|\bcasualty\b/i.test(text)) return ['EMER'];
  if (subjects.some(({ id }) => id === 'thing:hospital') || /\badmi(?:tted|ssion)\b|\bhospital/i.test(text))
    return ['IMP', 'EMER', 'ACUTE', 'NONAC'];
  return undefined;
}
