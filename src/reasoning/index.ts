/**
 * Reasoning: a message beside a record becomes frames, evidence, concerns, an answer and writes. One entry, `consult`, pure
 * but for the data files it reads; the team's agents, the app and the gate of a model call the same one.
 * Stands above `record`, `knowledge`, `citations` and `clinical`; knows nothing of agents or models.
 */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import type { Fact } from '../clinical/index.ts';
import { isForOther } from './answers/for-other.ts';
import { answerFrame } from './answers/index.ts';
import { answerTold } from './answers/told.ts';
import { asksIn } from './asks.ts';
import type { Chart } from './chart.ts';
import { chooseConcerns } from './choosing.ts';
import { compose, nextFocus, outcomeOf } from './composing.ts';
import { type Concern, concernsOf, sayConcern, type Told } from './concern.ts';
import { type Block, block, type Caution, type Desk } from './desk.ts';
import { quotedIn, spokenOf, stillSpeaking } from './dialogue.ts';
import { earnYes } from './earned.ts';
import { isMinded } from './evidence/minded.ts';
import { type Citation, finish, openFootnotes } from './footnotes.ts';
import { readMessage } from './frames/index.ts';
import { asPatient } from './frames/kin.ts';
import { factsIn, toldIn } from './frames/told.ts';
import { heardIn } from './heard.ts';
import { rememberedIn } from './remembering.ts';
import { isBareAgain, isSaid } from './repeated.ts';
import { type Focus, type Frame, NO_FOCUS } from './types.ts';
import { settleVerdicts } from './verdicts.ts';
import { speakTo } from './voice.ts';
import { sayValue } from './wording.ts';
import { isTold } from './writes/gate.ts';

export {
  dangersOf,
  endedOf,
  heldOf,
  isCalm,
  isDayDose,
  isExposed,
  isOfPaper,
  isPoisoned,
  isSecondDose,
  plansIn,
  signsIn,
  tellsOfHold,
  tellsOfTaking,
  weighDoses,
} from './alarm/index.ts';
export { referenceFor } from './answers/known.ts';

import { theirsIn } from './answers/misfiled.ts';

export { type Chart, emptyChart, readChart } from './chart.ts';
export type { Concern } from './concern.ts';
export type { Caution } from './desk.ts';
export { ambulanceFor } from './evidence/ambulance.ts';
export { crisisLine } from './evidence/directory.ts';
export {
  type Citation,
  type Cited,
  type Finished,
  type Footnotes,
  finish,
  NOTICE,
  openFootnotes,
} from './footnotes.ts';
export { clausesOf } from './frames/clause.ts';
export { readMessage } from './frames/index.ts';
export { asPatient, isKinWord } from './frames/kin.ts';
export { asksDeadlyAmount, isHopeless } from './frames/mood.ts';
export { inOwnTime } from './frames/own-time.ts';
export { speaksOfPatient, withoutHandling } from './frames/person.ts';
export { quotedIn } from './frames/quoted.ts';
export { isAboutRecord, isHeldHere } from './frames/reach.ts';
export { namesKin, withoutWriter } from './frames/speaker.ts';
export { isLetterWord } from './glossary/index.ts';
export type { PatientView } from './patient.ts';
export { type Proposed, proposedIn } from './proposed.ts';
export { isUnderstood } from './slight.ts';
export { type Aspect, type Focus, type Frame, NO_FOCUS, type Subject } from './types.ts';
export * from './wording.ts';

export interface Consultation {
  frames: Frame[];
  told: Told[];
  facts: Fact[];
  concerns: Concern[];
  /** What speaks against what was asked about, worst first; for whoever acts on it. */
  cautions: Caution[];
  answer: { text: string; citations: Citation[]; outcome: 'answered' | 'fallback' };
  focus: Focus;
}

export interface ConsultInput {
  chart: Chart;
  message: string;
  now: string;
  focus?: Focus;
  /** What the person said earlier, where no record holds it; the oldest first. */
  heard?: readonly string[];
}

const UNHEARD =
  '**I am not sure what that means for you.** If it is about how you feel, tell me what it is, since when and how bad, or which medicine it has to do with. If it is sudden, severe or frightens you, do not wait for me: call your doctor, or the emergency number.';

/** Nothing was asked, so a bare yes or no settles nothing: it is told so, and no more. */
const BARE = /^\W*(?:yes|yep|yeah|yup|sure|no|nope|nah)(?:,? (?:please|thanks|thank you))?\W*$/i;
const NOTHING_ASKED =
  'I had not asked you anything, so nothing was changed. Ask about your health, or tell me what happened.';

export function consult({ chart, message, now, focus = NO_FOCUS, heard = [] }: ConsultInput): Consultation {
  if (BARE.test(message) && focus.pending === undefined && focus.aspect === undefined)
    return {
      ...{ frames: [], told: [], facts: [], concerns: [], cautions: [], focus },
      answer: { text: NOTHING_ASKED, citations: [], outcome: 'answered' },
    };
  const read = readMessage(message, chart, focus, now);
  const facts = factsIn(read.text, now, chart.view);
  const news = asksWhetherWritten(read.frames) ? [] : toldIn(read.frames, facts);
  const theirs = theirsIn(news, read.frames, chart, read.text);
  const told = news.filter(({ concept }) => !theirs.has(concept));
  const asks = asksIn(read.frames, chart);
  const desk: Desk = {
    chart,
    now,
    notes: openFootnotes(),
    focus,
    message: read.text,
    frames: read.frames,
    told,
    heard: heardIn(heard, now),
    said: saidValues(facts),
    facts,
    quoted: new Set(),
  };
  const chosen = chooseConcerns(
    chart.view,
    told,
    asks
      .filter((frame) => !isForOther(desk, frame))
      .map((frame) => ({ ...frame, subjects: frame.subjects.filter(({ id }) => !theirs.has(id)) })),
    focus,
    rememberedIn(read.frames, chart),
    (one) => isMinded(chart, one),
  );
  const concerns = [...chosen.said, ...chosen.beside];
  const all = asks.map((frame, at) => (isSaid(frame, asks[at - 1]) ? block('') : answerApart(desk, frame)));
  const settled = chosen.said.length > 0 || all.some(({ found }) => found === 'answered');
  /** Where another part of the message is answered, or what it tells is weighed, what was not understood is not told as well. */
  const kept = all.map((each, at) =>
    settled && (each.found === 'unread' || (each.found === 'absent' && isBareAgain(asks[at]!)))
      ? { ...each, lead: '', body: [] }
      : each,
  );
  const blocks = settleVerdicts(asks, earnYes(desk, asks, kept), chosen.said);
  const tells = !asksWhetherWritten(read.frames) && (told.length > 0 || read.frames.some(({ act }) => act === 'tell'));
  const isOnlyTheirs = told.length === 0 && asks.length > 0 && asks.every((frame) => isForOther(desk, frame));
  const toldBlock = isOnlyTheirs
    ? undefined
    : told.some(({ act }) => act !== 'exposed') || asks.length > 0 || !tells
      ? tells
        ? answerTold(desk, told, concerns)
        : undefined
      : (answerKin(desk, message) ?? answerTold(desk, told, concerns));
  const composed = compose(desk, chosen, blocks, toldBlock);
  const isNews = facts.some((fact) => fact.experiencer !== 'patient' || isTold(fact, read.frames));
  const unheard = composed === '' && !isNews && read.frames.some(({ act }) => act !== 'react' && act !== 'command');
  const text = unheard ? UNHEARD : composed;
  const { text: finished, citations } = finish(
    speakTo(text, read.speaker ?? stillSpeaking(read.text, focus)),
    desk.notes,
  );
  return {
    frames: read.frames,
    told,
    facts,
    concerns,
    cautions: cautionsIn(blocks, concerns),
    answer: {
      text: text === '' ? '' : finished,
      citations,
      outcome: unheard ? 'fallback' : outcomeOf(asks, blocks, chosen.said, toldBlock),
    },
    focus: {
      ...nextFocus(focus, read.frames, asks, blocks, concerns),
      ...spokenOf(focus, message, concerns, composed),
      ...((read.speaker ?? focus.speaker) && { speaker: read.speaker ?? focus.speaker! }),
      ...quotedIn(desk, focus),
      asked: message.slice(0, LONGEST_ASKED),
    },
  };
}

/** Of the answers, and of concerns that none of them tells; in plain words, without marks. */
function cautionsIn(blocks: readonly Block[], concerns: readonly Concern[]): Caution[] {
  const told = new Set(blocks.flatMap(({ tells = [] }) => tells));
  const others = concerns.flatMap(({ key, fresh, severity, say, do: { what } }) =>
    !fresh || severity === 'worth_knowing' || told.has(key) ? [] : [{ severity, say: `${say} ${what}`, taken: false }],
  );
  return [...blocks.flatMap(({ caution }) => caution ?? []), ...others]
    .map((one) => ({ ...one, say: one.say.replace(/\[\^[^\]]*\]|\*\*/g, '') }))
    .toSorted((one, other) => Number(other.severity === 'critical') - Number(one.severity === 'critical'));
}

const LONGEST_ASKED = 200;

const MOST_FOR_KIN = 2;

/** "Mum banged her head", beside a record that can be hers: the danger is told with an if, and nothing is written. */
function answerKin(desk: Desk, message: string): Block | undefined {
  const said = asPatient(message, desk.chart.view);
  if (said === undefined) return undefined;
  const { frames, text } = readMessage(said, desk.chart, NO_FOCUS, desk.now);
  const told = toldIn(frames, factsIn(text, desk.now, desk.chart.view));
  const found = concernsOf(desk.chart.view, told, [], []).filter(
    ({ fresh, severity }) => fresh && severity !== 'worth_knowing',
  );
  if (found.length === 0) return undefined;
  return block(
    `**If this is about ${desk.chart.view.name ?? 'the person of this record'}:** ${found
      .slice(0, MOST_FOR_KIN)
      .map((concern) => sayConcern(desk, concern))
      .join(' ')}`,
    ['If it is somebody else, ask for them: I know only this record.'],
  );
}

/** Who asks whether something is written down tells nothing new. */
function asksWhetherWritten(frames: readonly Frame[]): boolean {
  return frames.some(({ act, aspect }) => act === 'ask' && aspect === 'written');
}

const APART = new Set<Frame['aspect']>(['value', 'trend', 'judge', 'have', 'about', 'worry', 'when', 'result']);
const MATTERS = new Set(['condition', 'system', 'observation', 'procedure']);

/** "How is my coeliac blood and my thyroid?": two matters of unlike kinds are two questions. */
function answerApart(desk: Desk, frame: Frame): Block {
  const matters = frame.subjects.filter(({ kind, as }) => MATTERS.has(kind) && as === 'itself');
  const kinds = new Set(matters.map(({ kind }) => kind));
  const joined = matters.some(({ start }, at) => at > 0 && JOINS.test(frame.text.slice(matters[at - 1]!.end, start)));
  if (!APART.has(frame.aspect) || kinds.size < 2 || !joined || matters.length !== frame.subjects.length)
    return answerFrame(desk, frame);
  const [first, ...others] = matters.map((subject) => answerFrame(desk, { ...frame, subjects: [subject] }));
  return { ...first!, body: [...first!.body, ...others.flatMap(({ lead, body }) => [lead, ...body])] };
}

const JOINS = /\b(?:and|or|plus)\b|[&,]/i;

function saidValues(facts: readonly Fact[]): Map<string, string> {
  return new Map(
    facts.flatMap(({ kind, name, code, value, unit, original }): [string, string][] => {
      if (kind !== 'measurement' || code === undefined || value === undefined) return [];
      const concept = openCatalogue().link({ name, codes: [code], kinds: ['observation'] });
      return concept === undefined
        ? []
        : [
            [
              concept.id,
              sayValue(
                original?.value ?? value,
                original?.unit ?? (original === undefined || original.value === value ? unit : undefined),
              ),
            ],
          ];
    }),
  );
}

/** The LOINC codes of an observation and of what it includes. */
export function observationCodes(id: string): string[] {
  const catalogue = openCatalogue();
  return [id, ...catalogue.descendants(id)].flatMap(
    (each) => catalogue.get(each)?.observation?.loinc.slice(0, 1) ?? [],
  );
}

export { type Checked, checkAnswer } from './check/answer.ts';
export { type Amendment, amendmentIn, toldEntries } from './writes/amend.ts';
export { isTold } from './writes/gate.ts';
export { type Hold, holdOn, plausibleDoseUnits } from './writes/holds.ts';
export { asOfNow, isAhead, isOfStranger, isOnRecord } from './writes/known.ts';
export { inOwnUnit } from './writes/own-unit.ts';
