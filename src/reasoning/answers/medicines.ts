/** Medicines: what is taken, for what, how much, since when, by whom; what was given up, and why. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { companionOf, companions, treatedHere } from '../evidence/companions.ts';
import { fitting, givenFor, meantBy } from '../evidence/described.ts';
import { actsOn } from '../evidence/influences.ts';
import { itemsFor, medicinesFor, reactionsTo } from '../evidence/items.ts';
import { levelsOf } from '../evidence/levels.ts';
import { measureWords } from '../evidence/measures.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords, withWords } from '../evidence/words.ts';
import { hasCue, isCue } from '../frames/cues.ts';
import { isInside } from '../frames/scope.ts';
import type { EntryView, MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';
import { tellThen } from './around.ts';
import { tellCourses } from './counted.ts';
import { givenUp, tellList, tellPrescriber, tellSince, tellStopped, tellTried } from './courses.ts';
import { denyThing } from './denials.ts';
import { describe, how, reasonOf, since } from './describing.ts';
import { changePassages, dosePassages, tellDose } from './dosing.ts';
import { tellPurposes } from './several.ts';
import { stopReason } from './stopping.ts';
import { triedFor } from './tried.ts';
import { tellWithheld } from './withheld.ts';

export function medicinesOf(desk: Desk, subjects: readonly Subject[]): MedicineView[] {
  const { chart } = desk;
  const all = subjects.flatMap((subject) => {
    if (subject.id === 'thing:medicines') return [];
    if (subject.kind === 'observation') return medicinesForMeasure(desk, subject.id);
    if (subject.kind === 'system') return [];
    if (subject.as === 'medicines_for' || subject.kind === 'condition' || subject.kind === 'symptom')
      return medicinesFor({ ...subject, text: withoutForm(subject.text) }, chart);
    return itemsFor(subject, chart).medicines;
  });
  const systems = subjects.filter(({ kind }) => kind === 'system');
  if (all.length === 0 && systems.length > 0) {
    const ofSystem = chart.view.medicines.filter((item) => systems.some((each) => isForSystem(item, each)));
    const byReason = ofSystem.filter(
      ({ reason }) => reason === null || systems.some(({ text }) => names(reason, text)),
    );
    if (ofSystem.length > 0) return byReason.length > 0 ? byReason : ofSystem;
  }
  const whole =
    all.length === 0 &&
    subjects.some(({ id }) => id === 'thing:medicines') &&
    !subjects.some(
      ({ kind }) => kind === 'condition' || kind === 'drug' || kind === 'drug_class' || kind === 'symptom',
    );
  if (all.length === 0 && !whole) return subjects.filter(isPurpose).flatMap(({ text }) => givenFor(text, chart));
  return [...new Set(whole ? chart.view.medicines : all)];
}

/** "The thyroid tablet": what it is for and its form; the name of a class says no more than that. */
function isPurpose({ kind, text }: Subject): boolean {
  return kind === 'drug_class' && withoutForm(text) !== text;
}

function withoutForm(text: string): string {
  const words = text.split(' ');
  return words.length > 1 && isCue('forms', words.at(-1)!) ? words.slice(0, -1).join(' ') : text;
}

/** What is given for a measure: what is dosed by it, else for the condition it is treated as, or for one of the record that it shows. */
function medicinesForMeasure({ chart }: Desk, id: string): MedicineView[] {
  const steered = chart.view.medicines.filter(({ concepts }) => levelsOf(chart, concepts).includes(id));
  if (steered.length > 0) return steered;
  const treated = measureWords.treated_as[id];
  if (treated !== undefined) return medicinesFor({ id: treated, text: '' }, chart);
  const shown = chart.view.conditions
    .flatMap(({ concepts }) => concepts)
    .filter((concept) =>
      openCatalogue()
        .shownBy(concept)
        .some((each) => each.id === id),
    );
  const better = measureWords.better.higher.includes(id) ? 'up' : 'down';
  const acting = chart.view.medicines.filter(({ concepts }) => concepts.some((each) => actsOn(each, id, better)));
  return [...new Set([...shown.flatMap((concept) => medicinesFor({ id: concept, text: '' }, chart)), ...acting])];
}

function names(reason: string, text: string): boolean {
  return reason.toLowerCase().includes(text.toLowerCase().replace(/s$/, ''));
}

/** "My thyroid tablets": by the class that names the organ, or by the reason. */
function isForSystem({ concepts, reason }: MedicineView, { id: asked, text }: Subject): boolean {
  const system = asked.replace('system:', '');
  const treats = openCatalogue()
    .find(reason ?? '', { kinds: ['condition'] })
    .some(({ concept }) => concept.system === system);
  if (treats && system !== 'endocrine') return true;
  const word = text.toLowerCase().replace(/s$/, '');
  const classes = concepts.flatMap((id) => [...openCatalogue().ancestors(id)]).filter((id) => id.startsWith('class:'));
  return classes.some((id) => id.includes(word)) || (reason ?? '').toLowerCase().includes(word);
}

export function answerMedicines(desk: Desk, frame: Frame): Block {
  const isVague = frame.subjects.every(({ id, kind }) => id === 'thing:medicines' || kind === 'system');
  const described = isVague ? meantBy(frame.text, desk.chart) : [];
  const told = tellMedicines(desk, frame, described);
  return described.length === 0 ? told : { about: described.map(subjectOf), ...told };
}

function tellMedicines(desk: Desk, frame: Frame, described: readonly MedicineView[]): Block {
  const meant = described.length > 0 ? described : medicinesOf(desk, frame.subjects);
  const all = fitting(frame.text, [...meant, ...triedFor(desk, frame, meant)]);
  const named = frame.subjects.find(({ kind }) => kind !== 'thing' && kind !== 'system') ?? frame.subjects[0];
  if (all.length === 0) return named === undefined ? tellList(desk, frame, []) : denyMedicine(desk, frame, named);
  const taken = all.filter(({ status }) => status === 'taken');
  const ended = all.filter(({ status, end }) => status === 'stopped' && isInside(end, frame.scope));
  const asksWhich = isBounded(frame) || WHICH.test(frame.text);
  if (ended.length > 0 && asksWhich && GIVEN_UP.test(frame.text)) return tellEnded(desk, frame, ended);
  const then = tellThen(desk, frame, all);
  if (then !== undefined) return then;
  const held = tellWithheld(desk, frame, taken);
  if (held !== undefined) return held;
  switch (frame.aspect) {
    case 'tried':
      return tellTried(desk, frame, all);
    case 'why-stopped':
      // "Since when and why?" of what is still taken asks what it is for.
      if (taken.length === all.length && BARE_WHY.test(frame.text)) return tellPurpose(desk, frame, taken[0]!);
      return tellStopped(desk, frame, all);
    case 'dose':
      return tellDose(desk, frame, taken, all);
    case 'purpose':
      return tellPurposes(desk, frame, taken) ?? tellPurpose(desk, frame, taken[0] ?? all[0]!);
    case 'when':
    case 'since':
      return tellSince(desk, frame, all);
    case 'count':
      return tellCourses(desk, frame, all);
    case 'who':
      return tellPrescriber(desk, taken[0] ?? all[0]!);
    case 'take':
    case 'have':
      if (/^\W*(?:what|which) (?:was|were)\b/i.test(frame.text) && taken.length === 0)
        return tellEnded(desk, frame, all);
      if (/^\W*(?:what|which)\b/i.test(frame.text))
        return withChanged(desk, tellList(desk, frame, taken.length > 0 ? taken : all), taken);
      return tellWhether(desk, frame, taken, all, named);
    case 'about':
      return tellWhether(desk, frame, taken, all, named);
    default:
      return tellList(desk, frame, taken.length > 0 ? taken : all);
  }
}

const GIVEN_UP = pattern('given_up');
const BARE_WHY = /\b(?:why|what for)\W*$/i;
/** Asked which one, not whether or why. */
const WHICH = /^\W*(?:and |so )?(?:what|which)\b(?! (?:happens|if|should|can|do i))/i;

function isBounded({ scope }: Frame): boolean {
  return scope.from !== undefined && scope.to !== undefined;
}

/** What was given up in the time that is asked for: those alone are "it" of the next question. */
function tellEnded(desk: Desk, frame: Frame, ended: readonly MedicineView[]): Block {
  return { ...tellStopped(desk, frame, ended), about: ended.map(subjectOf) };
}

function subjectOf({ concepts, uuid, name }: MedicineView): Subject {
  return { id: concepts[0] ?? `entry:${uuid}`, kind: 'drug', as: 'itself', text: drugName(name), start: 0, end: 0 };
}

const FEW = 2;

/** What papers have changed since is told with the entry. */
function withChanged(desk: Desk, told: Block, taken: readonly MedicineView[]): Block {
  if (taken.length === 0 || taken.length > FEW) return told;
  const changed = changePassages(desk, taken).map((each) => sayPassage(desk, each));
  return { ...told, body: [...told.body, ...changed.filter((each) => each !== '')] };
}

const WORDED = 3;

function tellWhether(
  desk: Desk,
  frame: Frame,
  taken: readonly MedicineView[],
  all: readonly MedicineView[],
  named: Subject | undefined,
): Block {
  const what = named === undefined ? 'it' : lower(named.text);
  const changed = changePassages(desk, [...taken, ...all]);
  if (taken.length > 0) {
    const shown = list(taken.map((item) => `${describe(item)}${since(item)}${cite(desk, item, item.start)}`));
    const past = frame.aspect === 'take' ? '' : '';
    const other = otherDose(frame, taken);
    const settle =
      other === undefined ? (frame.aspect === 'about' || frame.score < WORDED ? 'Your' : 'Yes: your') : `${other} Your`;
    return block(`**${settle} record lists ${shown} as taken now.**${past}`, [
      taken.length === 1 && how(taken[0]!) !== '' ? `As written: ${how(taken[0]!)}.${reasonOf(taken[0]!)}` : undefined,
      ...changed.map((each) => sayPassage(desk, each)),
    ]);
  }
  const last = all.toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''))[0]!;
  if (hasCue('past', frame.text))
    return block(
      `**Yes, earlier: ${describe(last)}${last.start ? ` from ${sayDate(last.start)}` : ''}${last.end ? ` to ${sayDate(last.end)}` : ''}; none is taken now.**${cite(desk, last, last.end)}`,
      [stopReason(desk, last)],
    );
  return block(
    `**No: your record lists no ${what} that you take now. ${capital(describe(last))} was taken${last.start ? ` from ${sayDate(last.start)}` : ''}${last.end ? ` to ${sayDate(last.end)}` : ' earlier'}.**${cite(desk, last, last.end)}`,
    [stopReason(desk, last)],
  );
}

/** "Am I still on apixaban 5?" of somebody whose list says 2.5 mg: the medicine, and not that dose. */
function otherDose({ text, subjects }: Frame, taken: readonly MedicineView[]): string | undefined {
  const [item] = taken;
  const end = Math.max(0, ...subjects.filter(({ kind }) => kind === 'drug').map((subject) => subject.end));
  const said =
    /^\s*(?:at |the )?(\d+(?:[.,]\d+)?)\s*(mg|mcg|micrograms?|µg|g|units?)?(?![\d/.]|\s*(?:times|x|tablets?|pills?|years?|months?|weeks?|days?|hours?)\b)/i.exec(
      text.slice(end),
    );
  const written = /(?<![\d.,])(\d+(?:[.,]\d+)?)\s*(mg|mcg|micrograms?|µg|g|units?)\b/i.exec(
    item === undefined ? '' : how(item),
  );
  const dose = item?.dose ?? (written === null ? null : Number(written[1]!.replace(',', '.')));
  const unit = item?.unit ?? written?.[2];
  if (end === 0 || said === null || item === undefined || taken.length > 1 || dose === null) return undefined;
  const isOwnUnit = said[2] === undefined || said[2].toLowerCase() === unit?.toLowerCase();
  if (!isOwnUnit || Number(said[1]!.replace(',', '.')) === dose) return undefined;
  return `Not ${said[1]}: ${drugName(item.name)} yes, but now ${dose} ${unit ?? ''}.`.replace(' .', '.');
}

/** A reason that says itself how it hangs on: "with methotrexate". */
const BARE = /^(?:with|because|after|before|to|as|for|against|until|while|when)\b/i;

function tellPurpose(desk: Desk, frame: Frame, item: MedicineView): Block {
  const reason = item.reason === null ? undefined : lower(item.reason);
  const papers = findPassages(desk.chart, {
    concepts: item.concepts,
    words: withWords(contentWords(frame.text), ['because', 'for', 'started'], 0.5),
    named: true,
  })
    .filter(({ passage }) => !passage.remark)
    .slice(0, 1);
  const lead =
    reason === undefined
      ? derivedReason(desk, item, papers.length > 0)
      : `${item.status === 'taken' ? 'You take' : 'You took'} ${drugName(item.name)} ${BARE.test(reason) ? '' : 'for '}${reason}`;
  return block(
    `**${lead}.**${cite(desk, item, item.start)} ${capital(describe(item))}${since(item)}${how(item) === '' ? '' : `: ${lower(how(item))}`}.`,
    [...papers.map(({ passage }) => sayPassage(desk, passage)), ...givenUp(desk, frame, item)],
  );
}

/** Where the entry gives no reason: what else of the record makes it needed, said as what it is. */
function derivedReason(desk: Desk, item: MedicineView, inPapers: boolean): string {
  const name = drugName(item.name);
  const beside = companionOf(desk.chart, item);
  if (beside !== undefined)
    return `Your entry gives no reason for ${name}; it is given with ${sayHeld(beside.item)}${cite(desk, beside.item, beside.date)}, because ${beside.because}${desk.notes.source(companions.source)}`;
  const ill = treatedHere(desk.chart, item);
  return ill === undefined
    ? inPapers
      ? `Your entry gives no reason for ${name}; your papers speak of it`
      : `Your record gives no reason for ${name}`
    : `Your entry gives no reason for ${name}; it is a treatment of ${lower(ill.name)}, which your record lists${cite(desk, ill, ill.onset)}`;
}

function sayHeld({ label, name }: EntryView): string {
  return label === 'IntakeRegimen' ? drugName(name) : lower(name);
}

/** A medicine that is on no list may stand among the allergies or in papers. */
function denyMedicine(desk: Desk, frame: Frame, named: Subject): Block {
  const reacted = [...new Set([...itemsFor(named, desk.chart).allergies, ...reactionsTo(named, desk.chart)])];
  if (reacted.length > 0)
    return block(
      `**You do not take ${lower(named.text)}; your record lists a reaction to it: ${list(reacted.map((item) => `${lower(item.name)}${item.reactions.length === 0 ? '' : ` (${list(item.reactions.map(lower))})`}${cite(desk, item)}`))}.**`,
    );
  if (frame.aspect === 'dose' || frame.aspect === 'about') {
    const papers = dosePassages(desk, frame);
    if (papers.length > 0)
      return block(
        `**${quotePassage(desk, papers[0]!)}**`,
        papers.slice(1).map((each) => sayPassage(desk, each)),
      );
  }
  return denyThing(desk, frame, named);
}
