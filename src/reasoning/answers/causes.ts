/** Why something is as it is, from this record: medicines and conditions that can do it, what began before, what papers say. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { rangeOf } from '../chart.ts';
import { type Block, block, cite, citeReading, type Desk, mentionPassage, nameOf, sayPassage } from '../desk.ts';
import { doctorFor, nextVisit, numberFor } from '../evidence/contact.ts';
import { effectOf } from '../evidence/effects.ts';
import { actsOn, influences, influencesOn } from '../evidence/influences.ts';
import { itemsFor, medicinesFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { observationsOf } from '../evidence/observed.ts';
import { findPassages, type Passage, passagesOf } from '../evidence/passages.ts';
import { type Flag, type Reading, readingsOf, sayFlag } from '../evidence/series.ts';
import { contentWords, withWords } from '../evidence/words.ts';
import { daysBetween } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';
import { stopReason } from './medicines.ts';

const CAUSAL =
  /\b(?:because|due to|caus\w*|raises?|raised|lowers?|likely|after|on|from|put down to|since|explain\w*|contraindicated|triggered)\b/i;

/** "Spironolactone (since 11 Aug 2026) and lisinopril can raise it; so can chronic kidney disease." */
export function causesFor(desk: Desk, id: string, flag: Flag | undefined, moved?: 'up' | 'down'): string | undefined {
  const way = moved ?? (flag?.endsWith('high') ? 'up' : flag?.endsWith('low') ? 'down' : undefined);
  if (way === undefined) return undefined;
  const { medicines, conditions } = influencesOn(desk.chart, id, way);
  const verb = way === 'up' ? 'raise it' : 'lower it';
  const said: string[] = [];
  if (medicines.length > 0)
    said.push(
      `${capital(list(medicines.slice(0, 4).map((item) => `${drugName(item.name)}${item.start ? ` (since ${sayDate(item.start)})` : ''}${cite(desk, item, item.start)}`)))} can ${verb}.`,
    );
  if (conditions.length > 0)
    said.push(
      `${medicines.length > 0 ? 'So can' : 'What can'} ${medicines.length > 0 ? '' : `${verb} here: `}${list(conditions.slice(0, 3).map((item) => `your ${lower(item.name)}${cite(desk, item, item.onset)}`))}.`,
    );
  const paper = causePassage(desk, id);
  if (paper !== undefined) said.push(mentionPassage(desk, paper));
  for (const passage of paperInfluences(desk, id, way))
    if (passage !== paper && !desk.quoted.has(passage))
      said.push(`${mentionPassage(desk, passage)} That can ${verb} too.`);
  if (said.length === 0) return undefined;
  return `${said.join(' ')}${medicines.length + conditions.length > 0 ? desk.notes.source(influences.source) : ''}`;
}

const COURSE_DAYS = 60;

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
        .find(text, { kinds: ['drug'] })
        .some(
          ({ concept }) =>
            !listed.has(concept.id) &&
            /\b(?:given|took|taken|started|prescribed|on)\b/i.test(text) &&
            !/\b(?:no|never|not|avoid)\b/i.test(text) &&
            actsOn(concept.id, id, way),
        ),
    )
    .slice(0, 1);
}

/** The newest paper that speaks of it with a reason, or at all where it is recent. */
function causePassage(desk: Desk, id: string): Passage | undefined {
  const found = findPassages(desk.chart, { concepts: [id], words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ time, remark }) => !remark && time !== null && daysBetween(time, desk.now) < 400)
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  return found.find(({ text }) => CAUSAL.test(text)) ?? found[0];
}

/** Values that harm soon when they lie well outside: a tenth above is a matter of today. */
const SHARP = new Set([
  'observation:potassium',
  'observation:lithium_level',
  'observation:inr',
  'observation:digoxin_level',
  'observation:glucose',
]);
const FAR = 1.1;

/** Whom to turn to about a value, and by when. */
export function stepFor(desk: Desk, id: string, { flag, time, uuid, point }: Reading): string {
  const range = rangeOf(desk.chart.view, id);
  const far = range?.high !== undefined && point.value > range.high * FAR && flag?.endsWith('high') && SHARP.has(id);
  const urgent = flag?.startsWith('critical') || far;
  const about = [
    id,
    ...[
      ...influencesOn(desk.chart, id, flag?.endsWith('low') ? 'down' : 'up').medicines.flatMap(
        ({ concepts }) => concepts,
      ),
    ],
  ];
  const number = numberFor(desk, about);
  const doctor = desk.chart.seenBy(uuid)[0] ?? doctorFor(desk, about) ?? 'your doctor';
  const recent = daysBetween(time, desk.now) < 90;
  const who = number === '' ? doctor : `${doctor} or ${number}`;
  if (urgent && recent) return `Call ${who} today.`;
  const visit = nextVisit(desk, doctor);
  if (recent)
    return `Contact ${who} this week${visit === '' ? '' : `, and do not wait for ${visit} if you feel unwell`}.`;
  return `Ask ${doctor}${visit === '' ? '' : ` at ${visit}`} whether it should be measured again: the value is from ${sayDate(time)}.`;
}

export function answerCause(desk: Desk, frame: Frame): Block | undefined {
  const observations = observationsOf(
    desk,
    frame.subjects.filter(({ kind }) => kind === 'observation' || kind === 'system'),
  );
  const held = observations.find((id) => readingsOf(desk.chart, id).length > 0);
  if (held !== undefined) return explainMeasure(desk, frame, held);
  const complaint = frame.subjects.find(({ kind }) => kind === 'symptom' || kind === 'condition');
  if (complaint !== undefined) return explainComplaint(desk, frame, complaint.id);
  return undefined;
}

function explainMeasure(desk: Desk, frame: Frame, id: string): Block {
  const all = readingsOf(desk.chart, id);
  const worst = followsExtreme(desk, frame) ? worstOf(all, id) : undefined;
  if (worst !== undefined) return explainThen(desk, id, worst);
  const readings = all;
  const last = readings.at(-1)!;
  const before = readings.at(-2);
  const name = nameOf(id);
  const moved = movedOf(frame.text, last, before);
  const standing = last.flag === undefined || last.flag === 'normal' ? '' : `, ${sayFlag(last.flag)}`;
  const from =
    before === undefined ? '' : ` (${before.shown} on ${sayDate(before.time)}${citeReading(desk, before, name)})`;
  const way = moved ?? 'up';
  const { medicines, conditions } = influencesOn(desk.chart, id, way);
  const recent = medicines.filter(
    ({ start }) =>
      start !== null && before !== undefined && start.slice(0, 10) >= before.time.slice(0, 10) && start <= last.time,
  );
  const named = frame.subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  const suspect = recent[0] ?? medicines[0];
  const settle =
    suspect !== undefined
      ? `${recent.length > 0 ? 'Most likely' : 'Possibly'} because of ${drugName(suspect.name)}${suspect.start ? `, started on ${sayDate(suspect.start)}` : ''}`
      : conditions[0] !== undefined
        ? `Most likely because of your ${lower(conditions[0].name)}`
        : 'Your record names no clear cause';
  const marker =
    suspect === undefined
      ? conditions[0] === undefined
        ? ''
        : cite(desk, conditions[0], conditions[0].onset)
      : cite(desk, suspect, suspect.start);
  return {
    ...block(
      `**${settle}: your ${name} was ${last.shown} on ${sayDate(last.time)}${standing}.**${citeReading(desk, last, name)}${marker}${from}`,
      [
        causesFor(desk, id, last.flag, way),
        treatmentOf(desk, id, way),
        named.length > 0 && suspect === undefined
          ? `My reference does not name ${list(named.map(({ text }) => lower(text)))} for this.`
          : undefined,
        stepFor(desk, id, last),
      ],
    ),
    nth: 0,
  };
}

function followsExtreme({ frames }: Desk, frame: Frame): boolean {
  const at = frames.indexOf(frame);
  return frame.inherited === true && frames.slice(0, at).at(-1)?.aspect === 'extreme';
}

function worstOf(readings: readonly Reading[], id: string): Reading | undefined {
  const low = measureWords.better.higher.includes(id);
  return readings.toSorted((a, b) => (low ? a.value - b.value : b.value - a.value))[0];
}

const AROUND_DAYS = 45;

/** Why a value of the past was so: papers of those days, what was started or stopped then. */
function explainThen(desk: Desk, id: string, reading: Reading): Block {
  const near = (time: string | null) => time !== null && Math.abs(daysBetween(time, reading.time)) < AROUND_DAYS;
  const papers = findPassages(desk.chart, { concepts: [id], words: new Map(), named: true, wide: true })
    .map(({ passage }) => passage)
    .filter(({ time, remark }) => !remark && near(time))
    .slice(0, 2);
  const { view } = desk.chart;
  const moved = [
    ...view.medicines
      .filter(({ start }) => near(start))
      .map((item) => `${drugName(item.name)} started on ${sayDate(item.start)}${cite(desk, item, item.start)}`),
    ...view.medicines
      .filter(({ end, status }) => status === 'stopped' && near(end))
      .map((item) => `${drugName(item.name)} stopped on ${sayDate(item.end)}${cite(desk, item, item.end)}`),
    ...view.conditions
      .filter(({ onset }) => near(onset))
      .map((item) => `${lower(item.name)} on ${sayDate(item.onset)}${cite(desk, item, item.onset)}`),
  ];
  const name = nameOf(id);
  return block(
    `**${moved.length + papers.length === 0 ? 'Your record does not say why' : 'At that time your record has'}${moved.length === 0 ? '' : `: ${list(moved.slice(0, 4))}`}.** The ${name} was ${reading.shown} on ${sayDate(reading.time)}${citeReading(desk, reading, name)}.`,
    papers.map((passage) => sayPassage(desk, passage)),
  );
}

/** What lowers or raises it the wanted way: what was given up, with the reason, and what is taken now. */
function treatmentOf(desk: Desk, id: string, way: 'up' | 'down'): string | undefined {
  const condition = measureWords.treated_as[id];
  if (condition === undefined || way !== 'up') return undefined;
  const all = medicinesFor({ id: condition, text: '' }, desk.chart);
  const over = all
    .filter(({ status }) => status === 'stopped')
    .toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''));
  const now = all.filter(({ status }) => status === 'taken');
  const [last] = over;
  const gone =
    last === undefined || now.some(({ concepts }) => concepts.some((each) => last.concepts.includes(each)))
      ? undefined
      : `${capital(drugName(last.name))} for it was stopped on ${sayDate(last.end)}${cite(desk, last, last.end)}. ${stopReason(desk, last) ?? ''}`.trim();
  const taken =
    now.length === 0
      ? 'You take nothing for it now.'
      : `For it you take ${list(now.map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`))}.`;
  return [gone, taken].filter((each) => each !== undefined).join(' ');
}

function movedOf(text: string, last: Reading, before: Reading | undefined): 'up' | 'down' | undefined {
  if (/\b(?:high|higher|up|ris\w*|rose|increas\w*|elevated|raised)\b/i.test(text)) return 'up';
  if (/\b(?:low|lower|down|fall\w*|fell|drop\w*|decreas\w*|slow\w*)\b/i.test(text)) return 'down';
  if (last.flag?.endsWith('high')) return 'up';
  if (last.flag?.endsWith('low')) return 'down';
  return before === undefined || last.value === before.value ? undefined : last.value > before.value ? 'up' : 'down';
}

/** Values that bear on a complaint; the abnormal ones of the last two years are told. */
const bearing = z
  .strictObject({
    source: z.string(),
    rows: z.array(z.strictObject({ of: z.string(), by: z.array(z.string()).min(1) })),
  })
  .parse(parse(readFileSync(new URL('../evidence/bearing.yml', import.meta.url), 'utf8')));
const BEARING: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  bearing.rows.map(({ of, by }) => [of, by]),
);

export function explainComplaint(desk: Desk, frame: Frame, id: string): Block {
  const catalogue = openCatalogue();
  const key = Object.keys(BEARING).find((each) => each === id || catalogue.isA(id, each));
  const { medicines: classed, conditions } = influencesOn(desk.chart, id, 'by');
  const taken = desk.chart.view.medicines.filter(({ status }) => status === 'taken');
  const known = taken.flatMap((item) => {
    const effect = effectOf(item.concepts, id);
    return effect === undefined ? [] : [{ item, effect }];
  });
  const medicines = [...new Set([...classed, ...known.map(({ item }) => item)])];
  const values = (key === undefined ? [] : BEARING[key]!).flatMap((observation) => {
    const readings = readingsOf(desk.chart, observation);
    const last = readings.at(-1);
    if (last === undefined || daysBetween(last.time, desk.now) > 730) return [];
    const moved = readings.find(({ time }) => daysBetween(time, last.time) < 800 && time < last.time);
    const abnormal = last.flag !== undefined && last.flag !== 'normal';
    if (!abnormal && observation !== 'observation:body_weight') return [];
    const change = moved === undefined ? '' : ` (${moved.shown} on ${sayDate(moved.time)})`;
    return [
      `${nameOf(observation)} ${last.shown} on ${sayDate(last.time)}${abnormal ? `, ${sayFlag(last.flag)}` : ''}${change}${citeReading(desk, last, nameOf(observation))}`,
    ];
  });
  const held = itemsFor({ id, as: 'itself', text: nameOf(id) }, desk.chart);
  const papers = findPassages(desk.chart, {
    concepts: [id],
    words: withWords(contentWords(frame.text), [], 0.5),
    named: true,
  })
    .map(({ passage }) => passage)
    .filter(({ remark }) => !remark)
    .slice(0, 1);
  const asksDrugs = frame.subjects.some(
    ({ id: each, kind }) => each === 'thing:medicines' || kind === 'drug' || kind === 'drug_class',
  );
  const drugs = medicines
    .slice(0, 5)
    .map(
      (item) =>
        `${drugName(item.name)}${item.start ? ` (since ${sayDate(item.start)})` : ''}${cite(desk, item, item.start)}`,
    );
  const ills = conditions.slice(0, 3).map((item) => `${lower(item.name)}${cite(desk, item, item.onset)}`);
  const name = nameOf(id);
  if (values.length + drugs.length + ills.length === 0)
    return block(
      `**Your record shows no clear cause of ${name}.**`,
      [
        ...held.symptoms
          .slice(0, 1)
          .map((item) => `It lists ${lower(item.name)} since ${sayDate(item.onset)}${cite(desk, item, item.onset)}.`),
        ...papers.map((paper) => mentionPassage(desk, paper)),
      ],
      'unclear',
    );
  const innocent = taken.filter((item) => !medicines.includes(item));
  if (asksDrugs && drugs.length > 0)
    return block(
      `**Possibly: ${list(drugs)} ${drugs.length === 1 ? 'is' : 'are'} known for it.**${desk.notes.source(influences.source)}`,
      [
        ...known.slice(0, 2).map(({ effect }) => `${effect.sentence}${desk.notes.knowledge(effect.entry)}`),
        innocent.length === 0
          ? undefined
          : `Not named for ${name}: ${list(innocent.slice(0, 6).map((item) => drugName(item.name)))}.`,
        values.length === 0 ? undefined : `Beside it: ${list(values)}.`,
        ills.length === 0 ? undefined : `It also goes with your ${list(ills)}.`,
        `None of it proves a cause. Do not stop anything on your own: ask ${
          doctorFor(
            desk,
            medicines.flatMap(({ concepts }) => concepts),
          ) ?? 'your doctor'
        }.`,
      ],
    );
  const settle =
    values.length > 0
      ? `Your record has a likely reason: ${list(values)}`
      : drugs.length > 0
        ? `Possibly one of your medicines: ${list(drugs)}`
        : `It goes with your ${list(ills)}`;
  const doctor = doctorFor(desk, [id, ...medicines.flatMap(({ concepts }) => concepts)]) ?? 'your doctor';
  return block(`**${settle}.**`, [
    values.length > 0 && drugs.length > 0
      ? `${capital(list(drugs))} can do this too.${desk.notes.source(influences.source)}`
      : undefined,
    (values.length > 0 || drugs.length > 0) && ills.length > 0 ? `It also goes with your ${list(ills)}.` : undefined,
    ...papers.map((paper) => mentionPassage(desk, paper)),
    `None of it proves a cause. Do not stop anything on your own: ask ${doctor}.`,
  ]);
}
