/**
 * Medicines that no list has and a paper tells of: given by a dentist, sent by a locum, bought in a shop. What acts on a
 * value or bears on another medicine does so whoever wrote it down.
 */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { countOf, dayFrom, shift } from '../clinical/dates/calendar.ts';
import { readDates } from '../clinical/dates/dates.ts';
import { isOrder, withoutOrders } from './evidence/orders.ts';
import { paragraphsOf } from './evidence/paragraphs.ts';
import { STANDBY } from './local.ts';
import { type DocumentView, daysBetween, type MedicineView, type PatientView } from './patient.ts';
import { pattern } from './patterns.ts';

/** The label of such an entry is that of the paper which tells of it. */
export function isMentioned({ label }: Pick<MedicineView, 'label'>): boolean {
  return label !== 'IntakeRegimen';
}

const read = new WeakMap<PatientView, MedicineView[]>();

/** Of the last year; the newest paper first, each medicine once. */
export function mentionedIn(view: PatientView): MedicineView[] {
  const known = read.get(view);
  if (known !== undefined) return known;
  const papers = view.documents
    .filter(({ label, time }) => label !== 'Patient' && time !== null && isRecent(time, view.now))
    .toSorted((a, b) => b.time!.localeCompare(a.time!))
    .slice(0, MOST_PAPERS);
  const found = [...injectionsIn(view), ...papers.flatMap((paper) => mentionsOf(paper, view))];
  const once = found.filter(
    ({ concepts }, at) =>
      found.findIndex((other) => other.concepts[0] === concepts[0]) === at && !isKnown(concepts[0]!, view),
  );
  read.set(view, once);
  return once;
}

const MOST_PAPERS = 60;
const LONGEST_PAPER = 20_000;
const YEAR_DAYS = 400;

function isRecent(time: string, now: string): boolean {
  const days = daysBetween(time, now);
  return days >= -1 && days < YEAR_DAYS;
}

/** On a list, taken or given up; or what an allergy names. */
function isKnown(id: string, { medicines, allergies }: PatientView): boolean {
  const catalogue = openCatalogue();
  const same = (each: string) => catalogue.isA(each, id) || catalogue.isA(id, each);
  const held = medicines.flatMap(({ concepts }) => concepts);
  const parts = held.flatMap((each) => catalogue.get(each)?.drug?.ingredients ?? []);
  const twins = allergies
    .filter(({ status }) => status === 'active')
    .flatMap(({ name, concepts }) => [
      ...concepts,
      ...catalogue.find(name, { kinds: ['drug'] }).map(({ concept }) => concept.id),
    ]);
  return [...held, ...parts, ...twins].some(same);
}

const TAKEN = pattern('told_taken');
const DOSED = pattern('dosed_daily');
const BARRED = pattern('not_taken');
const BARRED_BEFORE = pattern('not_taken_before');

/** "… because of the penicillin allergy": why this one was chosen says nothing against it. */
const CHOSEN = /\b(?:because of|due to|in view of)\b[^,;]{0,40}\b(?:allerg\w*|intoleran\w*)(?: to \w+)?/gi;

function mentionsOf(paper: DocumentView, view: PatientView): MedicineView[] {
  const catalogue = openCatalogue();
  const lines = paragraphsOf(withoutOrders(paper.text.slice(0, LONGEST_PAPER))).flat();
  return lines
    .filter((sentence) => isHad(sentence) && !isOrder(sentence))
    .flatMap((sentence) => sentence.split(/;\s*/))
    .map((clause) => clause.replace(CHOSEN, (said) => ' '.repeat(said.length)))
    .filter((clause) => isHad(clause) && !BARRED.test(clause) && !STANDBY.test(clause))
    .flatMap((clause) =>
      catalogue
        .find(clause, { kinds: ['drug'] })
        .filter(({ guessed, start }) => !guessed && !BARRED_BEFORE.test(clause.slice(0, start)))
        .filter(({ concept, start, end }) => isHad(clause, concept.id) && !isOnlyBlamed(clause, start, end))
        .map(({ concept }) => mentionOf(concept.id, concept.name, clause, paper, view)),
    );
}

const BLAMED_BEFORE = /\b(?:after|following|caused by|due to|because of)\s+$/i;
const DOSE_BEHIND = /^\s*\d/;

/** "Retention once in 2025 after codeine": what it did then, and not that it is taken. */
function isOnlyBlamed(clause: string, start: number, end: number): boolean {
  return BLAMED_BEFORE.test(clause.slice(0, start)) && !DOSE_BEHIND.test(clause.slice(end));
}

const INJECTED = pattern('given_by_needle');
const STEROID = 'class:corticosteroid';
const SYSTEMIC_STEROID = 'class:systemic_corticosteroid';
/** So long a steroid that was put into a joint or a muscle is felt in the sugar, the pressure and the mood. */
const DEPOT_DAYS = 28;

/** Told as taken, with how often, or as put in by a needle: of a single dose only a steroid's lasts. */
function isHad(clause: string, id?: string): boolean {
  if (TAKEN.test(clause) || DOSED.test(clause)) return true;
  return INJECTED.test(clause) && (id === undefined || openCatalogue().isA(id, STEROID));
}

/** What the list of procedures has under the name of what was injected. */
function injectionsIn(view: PatientView): MedicineView[] {
  return view.procedures
    .filter(({ name, time }) => time !== null && isRecent(time, view.now) && INJECTED.test(name))
    .flatMap((procedure) =>
      openCatalogue()
        .find(procedure.name, { kinds: ['drug', 'drug_class'] })
        .filter(({ concept }) => openCatalogue().isA(concept.id, STEROID))
        .map(({ concept }) =>
          mentionOf(concept.id, concept.name, procedure.name, { ...procedure, text: procedure.name }, view),
        ),
    );
}

function mentionOf(id: string, name: string, clause: string, paper: DocumentView, view: PatientView): MedicineView {
  const written = paper.time!.slice(0, 10);
  const isDepot = openCatalogue().isA(id, STEROID) && INJECTED.test(clause);
  const { start, end } = isDepot
    ? { start: written, end: dayFrom(new Date(`${written}T12:00:00Z`), DEPOT_DAYS).slice(0, 10) }
    : termOf(id, clause, written);
  const over = end !== null ? end < view.now.slice(0, end.length) : daysBetween(written, view.now) > OPEN_DAYS;
  return {
    ...{ uuid: paper.uuid, label: paper.label, concepts: isDepot ? [SYSTEMIC_STEROID] : [id] },
    name: isDepot ? `${name} injection` : name,
    status: over ? 'stopped' : 'taken',
    ...{ start, end: end ?? (over ? written : null) },
    ...{ dose: null, unit: null, frequency: null, perDay: null, route: null, asNeeded: false, reason: null },
    note: clause.trim(),
  };
}

/** So long a medicine without a term is held to be taken still. */
const OPEN_DAYS = 200;
const COURSE_DAYS = 14;
const FOR =
  /\bfor (?:a |another )?(\d+|one|two|three|four|five|six|seven|ten|fourteen)[- ](day|week|month)s?\b|\b(\d+)-(day|week) course\b/i;
const FROM = /\b(?:since|from|started(?: on)?|beginning)\b/i;
const UNTIL = /\b(?:to|until|till|up to)\b/i;
const ANTIBIOTIC = 'class:antibiotic';

/** "From 26 October to 1 November", "for seven days", "since mid September"; an antibiotic without a term is a course. */
function termOf(id: string, clause: string, written: string): { start: string; end: string | null } {
  const on = new Date(`${written}T12:00:00Z`);
  const days = readDates(clause, on)
    .filter(({ time, duration, future }) => duration === undefined && !future && time.length >= 7)
    .map(({ time, start }) => ({ time: time.slice(0, 10), before: clause.slice(Math.max(0, start - 12), start) }));
  const spans = readDates(clause, on).filter(({ start }) =>
    FROM.test(clause.slice(Math.max(0, start - 12), start + 6)),
  );
  const began = days.find(({ before }) => FROM.test(before))?.time ?? spans[0]?.time.slice(0, 10);
  const ended = days.find(({ before, time }) => UNTIL.test(before) && time !== began && time >= (began ?? ''))?.time;
  const start = began !== undefined && began <= written ? began : written;
  if (ended !== undefined && ended >= start) return { start, end: ended };
  const lasting = FOR.exec(clause);
  if (lasting !== null)
    return {
      start,
      end: shift(
        new Date(`${start.padEnd(10, '-01').slice(0, 10)}T12:00:00Z`),
        countOf(lasting[1] ?? lasting[3]),
        (lasting[2] ?? lasting[4])!,
      ).slice(0, 10),
    };
  if (openCatalogue().isA(id, ANTIBIOTIC) && began === undefined)
    return { start, end: dayFrom(on, COURSE_DAYS).slice(0, 10) };
  return { start, end: null };
}
