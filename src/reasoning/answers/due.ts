/** What is due: the checks that rules name for this person, what papers asked for and nobody did, the last time of each. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Concern, concernsOf, sayConcern } from '../concern.ts';
import { type Block, block, cite, type Desk, nameOf, sayPassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages, type Passage, passagesOf } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import { daysBetween } from '../patient.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, lower, sayDate } from '../wording.ts';

const FAMILIES = /prevent|monitor|due|vaccin|screen|check/i;
const ASKS_AGAIN =
  /\b(?:next (?:\w+ ){0,3}(?:in|on|check)|again (?:in|on|within|after)|repeat|every (?:\w+ )?(?:months?|weeks?|years?)|to be (?:arranged|given|checked|decided|started)|not yet done|no (?:level|slot|result)s? |before dialysis|within a week|weekly|yearly|level again|vaccination)\b/i;

export function dueConcerns(desk: Desk): Concern[] {
  return concernsOf(desk.chart.view, [], [], []).filter(({ family, id }) => FAMILIES.test(family) || FAMILIES.test(id));
}

export function answerDue(desk: Desk, frame: Frame): Block {
  const named = frame.subjects.filter(({ kind }) =>
    ['vaccine', 'procedure', 'observation', 'drug', 'drug_class', 'condition'].includes(kind),
  );
  const all = dueConcerns(desk);
  const vaccines =
    frame.subjects.some(({ id }) => id === 'thing:vaccines') || /\bvaccin|\bjab|\bshot|\bimmuni/i.test(frame.text);
  const whole = vaccines && !named.some(({ kind }) => kind === 'vaccine');
  const [first] = whole ? [] : named;
  if (first !== undefined) return tellNamed(desk, frame, first, all);
  const kinds = all.filter(
    ({ family, id, concepts }) =>
      !vaccines || /vaccin/i.test(`${family} ${id}`) || concepts.some((concept) => concept.startsWith('vaccine:')),
  );
  const papers = openPlans(desk).filter(({ text }) => !vaccines || /\bvaccin|\bMMR\b|\bimmun/i.test(text));
  if (kinds.length + papers.length === 0)
    return block(
      '**By your record, nothing that I know of is due.** I looked at vaccinations, checks for your conditions and medicines, and at what papers asked for.',
      [],
      'answered',
    );
  const names = [
    ...new Set(
      kinds
        .flatMap(({ concepts }) => concepts.filter((id) => /^(?:vaccine|procedure|observation):/.test(id)).slice(0, 1))
        .map(nameOf),
    ),
  ].slice(0, 6);
  const lead =
    kinds.length > 0
      ? `By your record, ${kinds.length === 1 ? 'one thing is' : `${kinds.length} things are`} due`
      : 'Your papers asked for something that I do not find done';
  return block(`**${lead}${names.length === 0 ? '' : `: ${names.join(', ')}`}.**`, [
    kinds.length === 0
      ? undefined
      : kinds
          .slice(0, 7)
          .map((concern) => `- ${sayConcern(desk, concern)}`)
          .join('\n'),
    ...papers.slice(0, 4).map((paper) => sayPassage(desk, paper)),
  ]);
}

/** Sentences of the last years that ask for something to be done again, the newest first. */
export function openPlans(desk: Desk): Passage[] {
  return passagesOf(desk.chart)
    .filter(
      ({ text, time, remark }) =>
        !remark && time !== null && daysBetween(time, desk.now) < 365 * 8 && ASKS_AGAIN.test(text),
    )
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
}

function tellNamed(desk: Desk, frame: Frame, subject: Subject, all: readonly Concern[]): Block {
  const catalogue = openCatalogue();
  const related = (id: string) => catalogue.isA(id, subject.id) || catalogue.isA(subject.id, id);
  const own = all.filter(({ concepts }) => concepts.some(related));
  const held = itemsFor(subject, desk.chart);
  const events = [...held.procedures, ...held.immunisations].toSorted((a, b) =>
    (b.time ?? '').localeCompare(a.time ?? ''),
  );
  const [last] = events;
  const reading = subject.kind === 'observation' ? readingsOf(desk.chart, subject.id).at(-1) : undefined;
  const papers = findPassages(desk.chart, {
    concepts: [subject.id],
    words: contentWords(`${frame.text} next every months years`),
    named: true,
    wide: true,
  })
    .map(({ passage }) => passage)
    .filter(
      ({ remark, text }) => !remark && (ASKS_AGAIN.test(text) || /\b(?:months?|years?|every|before)\b/i.test(text)),
    );
  const monitored = subject.kind === 'drug' || subject.kind === 'drug_class' ? catalogue.monitoring(subject.id) : [];
  const when =
    last !== undefined
      ? `the last ${lower(last.name)} was on ${sayDate(last.time)}`
      : reading !== undefined
        ? `the last value is from ${sayDate(reading.time)}`
        : '';
  const marker =
    last === undefined
      ? reading === undefined
        ? ''
        : desk.notes.entry({ uuid: reading.uuid, label: 'Observation', name: nameOf(subject.id), date: reading.time })
      : cite(desk, last, last.time);
  const term = papers[0] === undefined ? undefined : termOf(papers[0], last?.time ?? papers[0].time, desk.now);
  const isDue = own.length > 0 || term?.over === true;
  const settle =
    monitored.length > 0
      ? `With ${lower(subject.text)} these checks belong: ${monitored.map(({ observation, months }) => `${nameOf(observation)} every ${months} months`).join(', ')}`
      : isDue
        ? `Yes, ${term?.over ? 'overdue' : 'due'}${when === '' ? '' : `: ${when}`}${term === undefined ? '' : `, the next was due ${term.say}`}`
        : when === ''
          ? papers.length > 0
            ? `Your papers name what is needed`
            : `Your record holds no ${lower(subject.text)} that I could count from`
          : `${capital(when)}${term === undefined ? '' : `; the next is due ${term.say}`}`;
  const findings = desk.chart.view.findings.filter(
    (item) => papers.length === 0 && item.name.toLowerCase().includes(lower(subject.text)),
  );
  return block(
    `**${settle}.**${marker}`,
    [
      ...own.slice(0, 3).map((concern) => sayConcern(desk, concern)),
      ...papers.slice(0, 2).map((paper) => sayPassage(desk, paper)),
      ...findings.map((item) => `${item.name}: ${item.text}${cite(desk, item, item.time)}.`),
    ],
    own.length + papers.length + events.length + monitored.length === 0 && reading === undefined
      ? 'absent'
      : 'answered',
  );
}

const NUMBERS: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10, twelve: 12 };

/** "Next colonoscopy in five years", counted from the day it was done. */
function termOf({ text }: Passage, from: string | null, now: string): { say: string; over: boolean } | undefined {
  const found = /\b(?:in|every|after)\s+(\d+|one|two|three|four|five|six|ten|twelve)\s+(week|month|year)s?\b/i.exec(
    text,
  );
  if (found === null || from === null) return undefined;
  const many = NUMBERS[found[1]!.toLowerCase()] ?? Number(found[1]);
  const day = new Date(from);
  if (found[2]!.toLowerCase() === 'year') day.setUTCFullYear(day.getUTCFullYear() + many);
  else if (found[2]!.toLowerCase() === 'month') day.setUTCMonth(day.getUTCMonth() + many);
  else day.setUTCDate(day.getUTCDate() + 7 * many);
  const due = day.toISOString();
  return { say: `in ${sayDate(due.slice(0, 7))}`, over: due < now };
}
