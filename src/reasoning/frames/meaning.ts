/** Which of its meanings a word has here: what this record holds says what somebody speaks of. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { wordsIn } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import { nameOf } from '../desk.ts';
import { isEmpty, itemsFor, medicinesFor } from '../evidence/items.ts';
import { levelsOf } from '../evidence/levels.ts';
import { measureWords } from '../evidence/measures.ts';
import { stemsOf, withSynonyms } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { termsIn } from '../glossary/index.ts';
import type { EntryView } from '../patient.ts';
import type { Subject } from '../types.ts';
import { type Asked, askedIn, entriesAsked, holds } from './asked.ts';
import { PLAIN_WORDS, SMALL, withEntries, withValue } from './bare.ts';
import { isClipped, isShortFor } from './clipped.ts';
import { asFollowed } from './compounds.ts';
import { hasCue, isCue } from './cues.ts';
import { withFormMeant, withForms } from './forms.ts';
import { withVague } from './vague.ts';

/** The subjects of a question in the light of the record: the value rather than the tablet, the entry by its initials. */
export function meantBy(subjects: Subject[], text: string, chart: Chart): Subject[] {
  const formed = withFormMeant(withForms(subjects, text), text, chart);
  const held = measuredIn(formed, text, chart).map((subject) =>
    asHeld(asPill(asLevel(subject, text, chart), chart), chart),
  );
  const named = withMedicines(withDone(withNamed(held, text, chart), text, chart), text, chart);
  return withVague(withEntries(withValue(named, text, chart), text, chart), text, chart);
}

export function measuredIn(subjects: Subject[], text: string, chart: Chart): Subject[] {
  return withSugar(
    asOwnSeries(asFollowed(subjects, chart), chart).map((subject) => asMeasured(subject, text, chart)),
    text,
    chart,
  );
}

/** "My thyroglobulin is 0.9": a measure of this record by its whole name goes before what sounds like it. */
function asOwnSeries(subjects: Subject[], chart: Chart): Subject[] {
  return subjects.map((subject) => {
    if (isHeldAs(subject, chart) || subject.kind === 'observation') return subject;
    const word = subject.text.toLowerCase();
    const id = [...chart.view.series.keys()].find(
      (each) => each.startsWith('own:') && nameOf(each).toLowerCase() === word,
    );
    return id === undefined ? subject : { ...subject, id, kind: 'observation' };
  });
}

const SUGAR = 'observation:glucose';
const LOWERS_SUGAR = ['class:insulins', 'class:sulfonylurea', 'class:glinide'];
const AS_SUGAR =
  /\b(?:am|['’]m|is|['’]s|was|at|reads?|reading|says?|now|on|down to|up to|dropped to)\s+(\d{1,2}\.\d)(?![\d.]|\s*(?:kg|kilos?|%|mg|ml|units?|degrees|cm|stone|x)\b)/i;
const MOST_SUGAR = 34;

/** "He is 3.4 before football": a bare number of somebody who takes insulin is the sugar, where nothing else is named. */
function withSugar(subjects: Subject[], text: string, { view }: Chart): Subject[] {
  const found = AS_SUGAR.exec(text);
  if (found === null || Number(found[1]) >= MOST_SUGAR) return subjects;
  if (subjects.some(({ kind }) => kind === 'observation' || kind === 'drug' || kind === 'drug_class')) return subjects;
  const isTaken = view.medicines.some(
    ({ status, concepts }) =>
      status === 'taken' && concepts.some((id) => LOWERS_SUGAR.some((each) => openCatalogue().isA(id, each))),
  );
  if (!isTaken) return subjects;
  const start = found.index + found[0].length - found[1]!.length;
  return [...subjects, { id: SUGAR, kind: 'observation', as: 'itself', text: 'sugar', start, end: start }];
}

/** "My last lithium", "is the tacrolimus in range?": the level in the blood, where it is followed. */
function asLevel(subject: Subject, text: string, chart: Chart): Subject {
  if (subject.as === 'medicines_for') return asLevelFor(subject, text, chart);
  const isMoved = MOVED.test(text) && !DOSED.test(text);
  if (subject.kind !== 'drug' || !hasCue('level', text) || (hasCue('taking', text) && !isMoved)) return subject;
  const [level] = levelsOf(chart, [subject.id]);
  return level === undefined ? subject : { ...subject, id: level, kind: 'observation', alike: [subject.id] };
}

/** "My epilepsy med level": of the one that is taken for it and followed. */
function asLevelFor(subject: Subject, text: string, chart: Chart): Subject {
  if (!/\blevels?\b/i.test(text.slice(subject.end))) return subject;
  const taken = medicinesFor(subject, chart).filter(({ status }) => status === 'taken');
  const [level] = levelsOf(
    chart,
    taken.flatMap(({ concepts }) => concepts),
  );
  return level === undefined ? subject : { ...subject, id: level, kind: 'observation', as: 'itself' };
}

/** "Why is my digoxin so high?": of what is in the blood, not of what is swallowed. */
const MOVED = /\b(?:high|low|higher|lower|up|down|rising|rose|risen|falling|fell|climb\w*|shot)\b/i;
const DOSED = /\b(?:doses?|tablets?|pills?|mg|tak(?:e|en|ing)|took|stop\w*|start\w*|brand|safe|on)\b/i;

const PILL = 'class:contraceptive';

/** "Back on my old pill": the contraceptive, where the record holds one. */
function asPill(subject: Subject, chart: Chart): Subject {
  if (subject.id !== 'thing:medicines' || subject.text.toLowerCase() !== 'pill') return subject;
  const own = { ...subject, id: PILL, kind: 'drug_class' as const };
  return itemsFor(own, chart).medicines.length === 0 ? subject : own;
}

const OWN = /^(?:my|the|our)\s+/i;

/** "My oxygen" of somebody whose saturation is measured and who has no oxygen at home: what the bare word means here. */
function asHeld(subject: Subject, chart: Chart): Subject {
  if (subject.as !== 'itself' || subject.kind === 'thing' || subject.kind === 'system' || isHeldAs(subject, chart))
    return subject;
  if (!OWN.test(subject.text)) return byOtherWord(subject, chart) ?? subject;
  const bare = subject.text.replace(OWN, '');
  const found = openCatalogue()
    .find(bare)
    .map(({ concept }): Subject => ({ ...subject, id: concept.id, kind: concept.kind, text: bare }))
    .find((each) => each.id !== subject.id && isHeldAs(each, chart));
  return found ?? subject;
}

/** The coil of somebody whose list calls it an intrauterine system: an entry by another word for the same. */
function byOtherWord(subject: Subject, { view }: Chart): Subject | undefined {
  const [word, ...others] = [...stemsOf(subject.text)];
  if (word === undefined || others.length > 0 || subject.kind !== 'procedure') return undefined;
  const names = [...withSynonyms(new Map([[word, 1]])).keys()].filter((each) => each.length > LEAST_LETTERS);
  const item = view.medicines.find(({ name, status }) => {
    const held = stemsOf(name);
    return status === 'taken' && names.some((each) => held.has(each));
  });
  return item === undefined ? undefined : toSubject(item, subject.start, subject.end);
}

const TAKEN =
  /\b(?:take|taking|took|tablets?|pills?|capsules?|supplements?|start(?:ed|ing)?|stop(?:ped|ping)?|eat|drink|dose|safe|allerg\w*|prescribed|instead)\b/i;

/** "My magnesium is low" means the value where there is one, though magnesium is a tablet too. */
function asMeasured(subject: Subject, text: string, chart: Chart): Subject {
  const has = (id: string) => readingsOf(chart, id).length > 0;
  const observation = (subject.alike ?? []).find(
    (id) => id.startsWith('observation:') && (has(id) || (measureWords.nearest[id] ?? []).some(has)),
  );
  if (observation === undefined || subject.kind === 'observation' || TAKEN.test(text)) return subject;
  const alike = [subject.id, ...(subject.alike ?? [])].filter((id) => id !== observation);
  return { ...subject, id: observation, kind: 'observation', alike };
}

const KINDS: Record<string, Subject['kind']> = {
  ConditionCase: 'condition',
  Procedure: 'procedure',
  IntakeRegimen: 'drug',
};

function toSubject(item: EntryView, start: number, end: number): Subject {
  const kind = KINDS[item.label] ?? 'condition';
  return { id: item.concepts[0] ?? `entry:${item.uuid}`, kind, as: 'itself', text: item.name, start, end };
}

/** An entry by the initials of its name ("PSC") or by words of it that stand together ("lupus anticoagulant"). */
function withNamed(subjects: Subject[], text: string, chart: Chart): Subject[] {
  const { conditions, procedures, findings } = chart.view;
  let all = subjects;
  for (const item of [...conditions, ...procedures, ...findings]) {
    const place = initialsIn(item, text) ?? runIn(item, text) ?? codeIn(item, text) ?? nounIn(item, text);
    if (place === undefined) continue;
    const [start, end] = place;
    const over = all.filter((each) => each.start < end && each.end > start);
    const known = over.some((each) => each.end - each.start >= end - start && isHeldAs(each, chart));
    if (!known) all = [...all.filter((each) => !over.includes(each)), toSubject(item, start, end)];
  }
  return all;
}

/** "The brain scan" of somebody whose brain was scanned: that entry, not the organ. */
function withDone(subjects: Subject[], text: string, chart: Chart): Subject[] {
  const asked = askedIn(text);
  if (asked === undefined) return subjects;
  const over = subjects.filter(({ start, end }) => start < asked.end && end > asked.start);
  if (over.some((each) => isHeldAs(each, chart))) return subjects;
  const named = [
    ...over.filter(({ kind }) => kind === 'procedure').map(({ id }) => id),
    ...(OPERATED.test(asked.phrase) ? ['procedure:operation'] : []),
  ];
  const [item] = entriesAsked(asked, chart).filter(
    ({ concepts, name }) =>
      !(OPERATED.test(asked.phrase) && NO_OPERATION.test(name)) &&
      isOfKind(concepts, named) &&
      (named.length === 0 || concepts.length > 0 || isNamedIn(name, asked)),
  );
  const series = [...chart.view.series.keys()].find((id) => holds(asked, stemsOf(nameOf(id))));
  if (item === undefined && series !== undefined)
    return [
      ...subjects.filter((each) => !over.includes(each)),
      { id: series, kind: 'observation', as: 'itself', text: asked.phrase, start: asked.start, end: asked.end },
    ];
  if (item === undefined) return subjects;
  const meant: Subject = {
    ...{ id: `entry:${item.uuid}`, kind: 'procedure', as: 'itself', text: item.name },
    ...{ start: asked.start, end: asked.end },
  };
  return [...subjects.filter((each) => !over.includes(each)), meant];
}

/** "My knee op": no scan of the knee. */
const NO_OPERATION =
  /\b(?:mri|ct|scans?|x-?rays?|radiograph\w*|ultrasound|imaging|exam\w*|assessment|consult\w*|visit|physio\w*|therapy|injection|test)\b/i;
const OPERATED = /\b(?:op|ops|operations?|surger(?:y|ies)|surgical)$/i;

/** By the very words: what has another name is another thing where the catalogue knows the one that was asked for. */
function isNamedIn(name: string, { specific }: Pick<Asked, 'specific'>): boolean {
  const held = stemsOf(name);
  return specific.every((word) => held.has(word));
}

/** An entry that is known to be something else is not what was named: a colonoscopy is no cystoscopy. */
function isOfKind(concepts: readonly string[], named: readonly string[]): boolean {
  const catalogue = openCatalogue();
  return (
    named.length === 0 ||
    concepts.length === 0 ||
    concepts.some((id) => named.some((each) => catalogue.isA(id, each) || catalogue.isA(each, id)))
  );
}

/** A medicine of this record that no catalogue knows, by the first word of its own name. */
function withMedicines(subjects: Subject[], text: string, chart: Chart): Subject[] {
  const words = wordsIn(text);
  const found = chart.view.medicines.flatMap((item): Subject[] => {
    const own = wordsIn(item.name)[0]?.lower ?? '';
    const names = [own, ...item.concepts.map((id) => nameOf(id).toLowerCase())].filter(
      (name) => name.length >= LEAST_LETTERS,
    );
    const said = words.find(
      ({ lower }) =>
        (own.length >= LEAST_LETTERS && lower === own) ||
        names.some((name) => isShortFor(lower, name)) ||
        isClipped(lower, item.concepts),
    );
    if (said === undefined || subjects.some(({ start, end }) => start < said.end && end > said.start)) return [];
    return [asLevel({ ...toSubject(item, said.start, said.end), text: said.text }, text, chart)];
  });
  const unlike = found.filter(({ start }, at) => found.findIndex((each) => each.start === start) === at);
  return [...subjects, ...unlike];
}

const LEAST_LETTERS = 5;

function isHeldAs(subject: Subject, chart: Chart): boolean {
  if (subject.kind === 'thing' || subject.kind === 'system') return false;
  return !isEmpty({ ...itemsFor(subject, chart), visits: [] }) || readingsOf(chart, subject.id).length > 0;
}

const LETTERS = /\b[a-z]{3,6}\b/gi;

function initialsIn({ name }: EntryView, text: string): [number, number] | undefined {
  const words = plainWords(name).filter((word) => !SMALL.has(word));
  const initials = words.map((word) => word[0]).join('');
  for (const { 0: said, index } of text.matchAll(LETTERS))
    if (
      (said.toLowerCase() === initials && (said === said.toUpperCase() || text === text.toLowerCase())) ||
      (said === said.toUpperCase() &&
        words.length > 1 &&
        !meansAnother(said, name) &&
        abbreviates(said.toLowerCase(), words))
    )
      return [index, index + said.length];
  return undefined;
}

/** Letters that are known to stand for something else: "ANA" is no antiphospholipid antibody. */
function meansAnother(said: string, name: string): boolean {
  const terms = termsIn(said);
  return terms.length > 0 && !terms.some(({ says }) => says.some((each) => name.toLowerCase().includes(each)));
}

/** "ITP" of "immune thrombocytopenia": every word gives its first letter and may give more, in order. */
function abbreviates(code: string, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return code === '';
  if (code[0] !== first[0]) return false;
  if (abbreviates(code.slice(1), rest)) return true;
  let at = 1;
  for (let taken = 1; taken < code.length; taken++) {
    at = first.indexOf(code[taken]!, at) + 1;
    if (at === 0) return false;
    if (abbreviates(code.slice(taken + 1), rest)) return true;
  }
  return false;
}

/** A code of capitals and figures within the name: TPMT, G6PD, HLA. */
function codeIn({ name }: EntryView, text: string): [number, number] | undefined {
  for (const [code] of name.matchAll(/\b(?=[A-Z\d]*[A-Z]{2})[A-Z][A-Z\d]{2,7}\b/g)) {
    const at = text.toLowerCase().search(new RegExp(`\\b${code.toLowerCase()}\\b`));
    if (at >= 0) return [at, at + code.length];
  }
  return undefined;
}

/** Two or more words of the name, one after the other, of which one at least says something. */
function runIn({ name }: EntryView, text: string): [number, number] | undefined {
  const words = plainWords(name);
  const said = [...text.toLowerCase().matchAll(/[\p{L}\d]+/gu)].map(({ 0: word, index }) => ({ word, index }));
  for (let size = words.length; size >= 2; size--)
    for (let from = 0; from + size <= words.length; from++) {
      const run = words.slice(from, from + size);
      if (run.every((word) => SMALL.has(word) || PLAIN_WORDS.has(word))) continue;
      const at = said.findIndex((_, i) => run.every((word, j) => said[i + j]?.word === word));
      const last = said[at + size - 1];
      if (at >= 0 && last !== undefined && tells(run)) return [said[at]!.index, last.index + last.word.length];
    }
  return undefined;
}

/** Endings by which a single word of a name says what it is: "polymyalgia" of "polymyalgia rheumatica". */
const NOUN = /(?:ia|itis|osis|oma|pathy|ectomy|otomy|ostomy|plasty|scopy|graphy|desis|cele|rrhage)$/;

/** Only where nothing else is called so. */
function nounIn({ name, label }: EntryView, text: string): [number, number] | undefined {
  const words = plainWords(name);
  // "Rejection" of "acute cellular rejection": an illness is called by the last word of its name.
  const head = label === 'ConditionCase' && words.length > 1 ? words.slice(-1) : [];
  const nouns = [...words.filter((word) => NOUN.test(word)), ...head].filter(
    (word) => word.length > LEAST_NOUN && !isCue('empty', word) && !PLAIN_WORDS.has(word),
  );
  const said = wordsIn(text).find(({ lower }) => nouns.includes(lower));
  return said === undefined || openCatalogue().find(said.lower).length > 0 ? undefined : [said.start, said.end];
}

const LEAST_NOUN = 6;

function tells(run: readonly string[]): boolean {
  return run.filter((word) => word.length > 3 && !SMALL.has(word) && !PLAIN_WORDS.has(word)).length > 1;
}

function plainWords(name: string): string[] {
  return (
    name
      .replace(/\([^)]*\)|,.*$/g, '')
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? []
  );
}
