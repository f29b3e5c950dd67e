/**
 * Reasoning as the team asks it: in a thread where the server keeps some, so that nobody's long message or large record
 * keeps others waiting. Each works on a turn's record (`chartOf`); what a thread is given of it is the patient's rows.
 */
import type { Whereabouts } from 'consilium/clinical';
import { type PatientRows, withCopy } from 'consilium/graph';
import {
  ambulanceFor,
  asksDeadlyAmount,
  asOfNow,
  asPatient,
  type Chart,
  checkAnswer,
  consult,
  crisisLine,
  dangersOf,
  emptyChart,
  endedOf,
  type Focus,
  heldOf,
  holdOn,
  inOwnTime,
  inOwnUnit,
  isAboutRecord,
  isAhead,
  isCalm,
  isDayDose,
  isExposed,
  isHeldHere,
  isHopeless,
  isKinWord,
  isOfStranger,
  isOnRecord,
  isPoisoned,
  isSecondDose,
  isTold,
  isUnderstood,
  plansIn,
  proposedIn,
  readChart,
  readMessage,
  referenceFor,
  type Subject,
  signsIn,
  speaksOfPatient,
  toldEntries,
  weighDoses,
} from 'consilium/reasoning';
import { aside, type Held, openHeld } from 'consilium/threads';
import { factsOn } from './facts.ts';

export interface ChartRows {
  readonly rows: PatientRows;
  readonly patientId: string;
  readonly now: string;
  readonly without: string;
  readonly where: Whereabouts;
}

function chartIn(held: Held<Chart>): Chart {
  return openHeld(held, ({ rows, patientId, now, without, where }: ChartRows) =>
    withCopy(rows, (data) => readChart({ data, patientId, now, actor: 'thread', audit: () => {} }, without, where)),
  );
}

type Fact = Parameters<typeof holdOn>[1];

export const works = {
  read: (chart: Held<Chart>, message: string, focus: Focus, now: string) =>
    readMessage(message, chartIn(chart), focus, now),
  /** What the message tells, of all that it names; `asks` where it asks something too. */
  tells: (chart: Held<Chart>, message: string, focus: Focus, now: string) => {
    const { text, byOther, frames, speaker } = readMessage(message, chartIn(chart), focus, now);
    // A relative who is taken for the patient by a word alone: what is told is weighed, and kept once that is settled.
    const isSettled = speaker === undefined || speaker.isKnown === true || !isKinWord(speaker.word);
    const held = chartIn(chart);
    const facts = isSettled
      ? factsOn(text, now)
          .filter((fact) => isTold(fact, frames) && !isOfStranger(held, fact))
          .map((fact) => inOwnUnit(held.view, asOfNow(inOwnTime(fact, frames, now), message, now)))
          .filter((fact) => !isAhead(held, { ...fact }, message))
      : [];
    return { text, byOther, facts, asks: frames.some(({ act }) => act === 'ask') };
  },
  isAbout: (chart: Held<Chart>, message: string, focus: Focus, now: string) =>
    isAboutRecord(message, chartIn(chart), focus, now),
  isHere: (chart: Held<Chart>, message: string, focus: Focus, now: string) =>
    isHeldHere(message, chartIn(chart), focus, now),
  consult: (
    chart: Held<Chart> | null,
    message: string,
    now: string,
    heard: readonly string[],
    focus?: Focus,
    where?: Whereabouts,
  ) => {
    const read = chart === null ? emptyChart(now, where) : chartIn(chart);
    const {
      answer,
      frames,
      cautions,
      focus: next,
    } = consult({ chart: read, message, now, heard, ...(focus !== undefined && { focus }) });
    return { answer, cautions, whose: read.view.name, framed: frames.length, focus: next };
  },
  /** What must be known of the record in an emergency: plans for just this, dangers, whether the patient is named. */
  alarms: (held: Held<Chart>, message: string, sought: string, now: string, heard: readonly (readonly string[])[]) => {
    const chart = chartIn(held);
    const line = crisisLine(chart);
    return {
      ...(line !== undefined && {
        crisis: {
          whose: line.label,
          number: line.number,
          paper: {
            uuid: line.passage.uuid,
            label: line.passage.label,
            name: line.passage.title,
            date: line.passage.time,
          },
        },
      }),
      ambulance: ambulanceFor(chart),
      plans: plansIn({ chart, message: sought, now }).map(({ passage, text, near, fit, acts, isNow, named }) => ({
        uuid: passage.uuid,
        label: passage.label,
        title: passage.title,
        time: passage.time,
        text,
        near,
        fit,
        acts,
        isNow,
        named,
      })),
      dangers: dangersOf({ chart, message, now }),
      /** What was given although the record ended it, with what the paper says. */
      ended: endedOf({ chart, message, now }).map(({ item, passage }) => ({
        medicine: { uuid: item.uuid, label: item.label, name: item.name, date: item.end },
        paper: { uuid: passage.uuid, label: passage.label, name: passage.title, date: passage.time },
        text: passage.text,
      })),
      held: heldOf(chart, heard),
      named: speaksOfPatient(message, chart.view),
      kin: asPatient(message, chart.view) !== undefined,
      /** Of somebody whose record this is not: only what the message itself tells. */
      strangers: dangersOf({ chart: emptyChart(now), message, now }),
    };
  },
  proposed: (message: string) => proposedIn(message),
  hopeless: (message: string) => isHopeless(message),
  deadly: (message: string) => asksDeadlyAmount(message),
  signs: (message: string) => signsIn(message),
  calm: (message: string, rule: string, now: string) => isCalm(message, rule, now),
  understood: (chart: Held<Chart> | null, message: string, now: string) =>
    isUnderstood(chart === null ? null : chartIn(chart), message, now),
  dayDose: (chart: Held<Chart> | null, message: string, now: string) =>
    isDayDose({ chart: chart === null ? emptyChart(now) : chartIn(chart), message, now }),
  secondDose: (chart: Held<Chart> | null, message: string, now: string) =>
    isSecondDose({ chart: chart === null ? emptyChart(now) : chartIn(chart), message, now }),
  /** What was taken, as a dose: `usual`, `unclear` before it is known which it was, or `unknown`. */
  doses: (chart: Held<Chart> | null, message: string, now: string) =>
    weighDoses({ chart: chart === null ? emptyChart(now) : chartIn(chart), message, now }),
  /** What was just taken is what the record names a severe allergy to. */
  exposed: (chart: Held<Chart>, message: string, now: string) => isExposed({ chart: chartIn(chart), message, now }),
  poisoned: (chart: Held<Chart> | null, message: string, now: string) =>
    isPoisoned({ chart: chart === null ? emptyChart(now) : chartIn(chart), message, now }),
  reference: (question: string) => {
    const near = referenceFor(question);
    return near === undefined ? undefined : { id: near.entry.id, title: near.entry.title, text: near.text };
  },
  check: (chart: Held<Chart>, message: string, text: string, now: string, heard: readonly string[], focus: Focus) =>
    checkAnswer({ chart: chartIn(chart), message, text, now, heard, focus }),
  holds: (chart: Held<Chart>, facts: readonly Fact[], ordered: boolean) =>
    facts.map((fact) => holdOn(chartIn(chart), fact, ordered)),
  /** Which of the facts the record holds already. */
  onRecord: (chart: Held<Chart>, facts: readonly Fact[]) => facts.map((fact) => isOnRecord(chartIn(chart), fact)),
  told: (chart: Held<Chart>, subjects: readonly Subject[]) => toldEntries(chartIn(chart), subjects),
  /** The entry that somebody chose in the side panel. */
  entry: (chart: Held<Chart>, uuid: string) => {
    const { view } = chartIn(chart);
    const entries = [view.conditions, view.medicines, view.allergies, view.symptoms, view.procedures, view.encounters];
    return entries.flat().find((entry) => entry.uuid === uuid);
  },
};

export const {
  read,
  tells,
  isAbout,
  isHere,
  consult: reason,
  alarms,
  calm,
  dayDose,
  secondDose,
  understood,
  doses,
  exposed,
  poisoned,
  proposed,
  hopeless,
  deadly,
  signs,
  reference,
  check,
  holds,
  onRecord,
  told,
  entry,
} = aside(import.meta.url, works);
