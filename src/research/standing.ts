/**
 * Whether something is approved, advised or paid for is no result of a study: only who decides it, or keeps a list of it,
 * can know. What others claim of it answers nothing.
 */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { type Advised, adviceFor, rowsOf, sayAside } from './advising.ts';
import { cautionsOn, isBarred, sayAlert } from './cautions.ts';
import type { StandingAlert } from './evidence/alerts.ts';
import type { Stage } from './evidence/appraisal.ts';
import { isEvidence } from './evidence/grading.ts';
import { outcomeWords } from './evidence/outcome-words.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { appraisal, foldText, hasAny, hasPhrase } from './evidence/words.ts';
import { topicOf } from './topic.ts';
import { vocabulary, withoutConditions } from './vocabulary.ts';
import { type Reach, whomIn } from './whom.ts';
import { article } from './wording.ts';

type Mark = (id: string) => string;
type Asked = Stage & { readonly known_by: readonly string[] };

export interface Standing {
  readonly text: string;
  /** Who can know it, the latest first. */
  readonly rows: readonly EvidenceRow[];
  /** Nobody who can know it was found: what else is known answers as far as it goes. */
  readonly open?: true | undefined;
}

/** Which stage a question asks about, where it asks whether it was reached. */
export function stageAsked(question: string): Asked | undefined {
  const asked = withoutConditions(question)
    .split(/(?<=[.!?;])\s+/)
    .filter(isQuestion)
    .map(foldText);
  const found = appraisal().stages.findLast((stage) => asked.some((sentence) => hasAny(sentence, stage.asked)));
  return found?.known_by === undefined ? undefined : { ...found, known_by: found.known_by };
}

function isQuestion(sentence: string): boolean {
  const plain = foldText(sentence).trim();
  const openings = [...outcomeWords().openings, ...vocabulary().question_words];
  return plain.endsWith('?') || openings.some((word) => plain.startsWith(`${word} `));
}

/** The medicines that a question names, as they are written in it. */
export function medicinesAsked(question: string): string[] {
  const { subjects, words } = topicOf(question);
  const medicines = subjects.filter(({ kind }) => kind === 'medicine').map(({ text }) => foldText(text));
  if (medicines.length > 0) return medicines;
  // A name that nobody knows, beside the disease: "Is zorbine reimbursed?"
  const known = foldText(subjects.map(({ text }) => text).join(' '));
  return words
    .map(({ text }) => foldText(text))
    .filter((word) => word.length >= SHORTEST_NAME && !known.includes(word) && !isIllness(word));
}

const SHORTEST_NAME = 6;

function isIllness(word: string): boolean {
  return openCatalogue().find(word, { kinds: ['condition', 'symptom'] }).length > 0;
}

export function settleStanding(question: string, rows: readonly EvidenceRow[], mark: Mark): Standing | undefined {
  const stage = stageAsked(question);
  if (stage === undefined) return undefined;
  const names = medicinesAsked(question);
  const known = rows
    .filter((row) => isEvidence(row) && stage.known_by.includes(row.design_id) && isOnOneOf(row, names))
    .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
  const what = names.join(' and ') || 'it';
  const entries = rows.filter((row) => row.design_id === 'knowledge' && isOnOneOf(row, names));
  if (stage.id === 'guideline' && known.length === 0 && entries.length > 0)
    return { text: `**No guideline itself was found;** ${who(entries[0]!, mark)} speaks of it.`, rows: entries };
  if (stage.id === 'guideline')
    return settleAdvice(question, names, known, { mark, isBarred: isBarred(cautionsOn(rows, names)) });
  const isDecided = ({ ruling, design_id }: EvidenceRow) =>
    ruling !== undefined && (design_id === 'coverage') === (stage.id === 'reimbursement');
  const rulings = known.filter(isDecided);
  // Who sells it took it back: that holds wherever it was let onto the market before.
  const barred = stage.id === 'approval' ? barredBy(rows, names).filter(({ by }) => by === undefined) : [];
  const [last] = barred;
  if (last !== undefined && !rulings.some(({ date }) => (date ?? '') > (last.date ?? '9'))) {
    const before =
      rulings.length === 0 ? '' : ` Before that: ${rulings.map((row) => sayRuling(row, stage, mark)).join('; ')}.`;
    const row = rows.find(({ id }) => id === last.row)!;
    return { text: `**No longer: ${lower(sayAlert(last, mark))}.**${before}`, rows: [row, ...rulings] };
  }
  if (rulings.length > 0)
    return {
      text: sayRulings(
        rulings,
        stage,
        { what, place: placeIn(question), isYesOrNo: isYesOrNo(question), isNamed: names.length > 0 },
        mark,
      ),
      rows: rulings,
    };
  const telling = known.filter((row) => row.stage === stage.id);
  if (telling.length > 0)
    return {
      text: `**Yes, as ${who(telling[0]!, mark)} says;** no decision of an authority itself was found.`,
      rows: telling,
    };
  return { text: cannotTell(`whether ${what} is ${DONE[stage.id]}`, stage), rows: [], open: true };
}

function isOnOneOf({ therapies, title, excerpt }: EvidenceRow, names: readonly string[]): boolean {
  const text = foldText(`${title}. ${excerpt}`);
  return names.length === 0 || names.some((name) => therapies.includes(name) || hasPhrase(text, name));
}

function isYesOrNo(question: string): boolean {
  const sentences = question.split(/(?<=[.!?;])\s+/).map(foldText);
  return sentences.some((sentence) => outcomeWords().openings.some((word) => sentence.startsWith(`${word} `)));
}

const DONE: Readonly<Record<string, string>> = { approval: 'approved', reimbursement: 'paid for' };
const TAKES: Readonly<Record<string, string>> = {
  approval: 'a decision of a regulator or an entry of its register',
  guideline: 'a guideline',
  reimbursement: 'a decision of who pays',
};

function cannotTell(what: string, { id }: Stage): string {
  return `**Nothing that I have can tell ${what}:** that takes ${TAKES[id]}, and none was found on it.`;
}

/** What was done, by whom, and what is still open. */
const SAID: Readonly<Record<string, Readonly<Record<string, readonly [string, string?]>>>> = {
  approval: {
    granted: ['approved by'],
    refused: ['refused by'],
    opinion: ['recommended for approval by', 'not decided yet'],
    negative: ['given a negative opinion by', 'not decided yet'],
    withdrawn: ['taken off the market by'],
    suspended: ['suspended by'],
  },
  reimbursement: {
    withdrawn: ['no longer paid for, as decided by'],
    suspended: ['not paid for now, as decided by'],
    granted: ['paid for, as decided by'],
    refused: ['not paid for, as decided by'],
    opinion: ['advised by'],
    negative: ['advised against by'],
  },
};

interface Asking {
  /** The medicines, in words. */
  readonly what: string;
  /** Where it is asked for, and who decides there. */
  readonly place?: Place | undefined;
  readonly isYesOrNo: boolean;
  readonly isNamed: boolean;
}

interface Place {
  readonly said: string;
  readonly deciders: readonly string[];
}

/** "In Europe", "in the US": whose decision counts. */
export function placeIn(question: string): Place | undefined {
  const plain = foldText(question);
  const found = appraisal().decisions.places.find(({ words }) => words.some((word) => hasPhrase(plain, word)));
  return found && { said: found.say, deciders: found.deciders };
}

/** Taken off the market or suspended, and nothing lifted that. */
function barredBy(rows: readonly EvidenceRow[], names: readonly string[]): StandingAlert[] {
  if (names.length === 0) return [];
  return cautionsOn(rows, names).filter(({ kind }) => kind === 'withdrawn' || kind === 'suspended');
}

const lower = (text: string) => `${text[0]!.toLowerCase()}${text.slice(1)}`;

/** "Approved by the FDA (2026-08-03)[^1]". */
function sayRuling(row: EvidenceRow, { id }: Stage, mark: Mark): string {
  const { by, verdict } = row.ruling!;
  const [done, open] = SAID[id]![verdict]!;
  const when = row.date ? ` (${row.date})` : '';
  return `${done} ${sayAuthority(by)}${when}${mark(row.id)}${open === undefined ? '' : `, ${open}`}`;
}

/** The last word of each authority, the latest first; what it said before, behind it. Asked for a place, who decides there comes first. */
function sayRulings(rulings: readonly EvidenceRow[], stage: Stage, asked: Asking, mark: Mark): string {
  const { place } = asked;
  const { id } = stage;
  // Where no medicine was asked for by name, each is said with its decision.
  const key = (row: EvidenceRow) => `${row.ruling!.by} ${asked.isNamed ? '' : row.therapies[0]}`;
  const say = (row: EvidenceRow) => {
    const what = asked.isNamed || row.therapies[0] === undefined ? '' : `${row.therapies[0]}: `;
    return `${what}${sayRuling(row, stage, mark)}`;
  };
  const latest = rulings.filter((row, i) => rulings.findIndex((each) => key(each) === key(row)) === i);
  const there = place === undefined ? latest : latest.filter(({ ruling }) => place.deciders.includes(ruling!.by));
  const elsewhere = latest.filter((row) => !there.includes(row));
  const before = rulings.filter((row) => !latest.includes(row));
  const apart = [
    elsewhere.length === 0 ? '' : ` Elsewhere: ${elsewhere.map(say).join('; ')}.`,
    before.length === 0 ? '' : ` Before that: ${before.map(say).join('; ')}.`,
  ].join('');
  if (there.length === 0)
    return `**Nothing that I have can tell whether ${asked.what} is ${DONE[id]} ${place!.said}:** no decision of who decides there was found.${apart}`;
  const told = there.map(say).join('; ');
  const opening = openingOf(there);
  return `**${asked.isYesOrNo && asked.isNamed ? `${opening}: ${told}` : `${told[0]!.toUpperCase()}${told.slice(1)}`}.**${apart}`;
}

/** A negative opinion is no refusal, and one authority's yes is none of another's. */
function openingOf(latest: readonly EvidenceRow[]): string {
  const verdicts = new Set(latest.map(({ ruling }) => ruling!.verdict));
  const isApart = (['refused', 'negative', 'withdrawn', 'suspended'] as const).some((verdict) => verdicts.has(verdict));
  if (verdicts.has('granted')) return isApart ? 'It depends where' : 'Yes';
  if (verdicts.has('withdrawn')) return 'No longer';
  if (verdicts.has('suspended')) return 'Not now';
  if (verdicts.has('opinion')) return 'Not yet';
  return verdicts.has('refused') ? 'No' : 'Not so far, and advised against';
}

/** "The FDA", but NICE. */
export function sayAuthority(authority: string): string {
  const isPayer = authority in appraisal().decisions.payers;
  return isPayer || /^an? /.test(authority) ? authority : `the ${authority}`;
}

function settleAdvice(
  question: string,
  names: readonly string[],
  known: readonly EvidenceRow[],
  { mark, isBarred: barred }: { mark: Mark; isBarred: boolean },
): Standing {
  const what = names.join(' and ') || 'it';
  const list = (some: readonly Advised[] | readonly EvidenceRow[]) =>
    [...new Set(some.map((each) => ('row' in each ? each.row : each)))]
      .slice(0, 3)
      .map((row) => who(row, mark))
      .join(' and ');
  if (known.length === 0) return { text: cannotTell(`whether ${what} is advised`, GUIDELINE), rows: known, open: true };
  if (names.length === 0) return { text: `**What guidelines say:** ${list(known)}.`, rows: known };
  const asked = whomIn(question);
  const all = adviceFor(names, known, asked);
  const of = (reach: Reach) => all.filter((each) => each.reach === reach);
  const [main, some, others] = [of('all'), of('some'), of('others')];
  const [advised, against] = (['for', 'against'] as const).map((side) => main.filter((each) => each.side === side));
  const aside = sayAside([...some, ...others], mark);
  const rows = rowsOf(all);
  if (advised!.length > 0 && against!.length > 0)
    return { text: `**Disputed:** advised by ${list(advised!)}, advised against by ${list(against!)}.${aside}`, rows };
  if (advised!.length > 0) {
    const isNarrow = isLimited(advised!) || some.length > 0;
    const opening = barred ? 'Not while it is barred; in guidelines it is' : isNarrow ? 'Within limits:' : 'Yes:';
    return { text: `**${opening} advised by ${list(advised!)}.**${aside}`, rows };
  }
  if (against!.length > 0) return { text: `**No: advised against by ${list(against!)}.**${aside}`, rows };
  if (some.length > 0) return { text: `**It depends for whom.**${aside} Of others ${list(some)} says nothing.`, rows };
  if (others.length > 0)
    return { text: `**No guideline that was found advises for or against ${what} in ${asked!.said}.**${aside}`, rows };
  return {
    text: `**No guideline that was found advises for or against ${what}:** ${list(known)} names it only.`,
    rows: known,
  };
}

/** "Only if", "avoid": what is quoted says when not. */
function isLimited(advised: readonly Advised[]): boolean {
  return advised.some(({ told }) => hasAny(foldText(told), appraisal().limits));
}

const GUIDELINE: Stage = { id: 'guideline', say: 'guideline', order: 0 };

function who({ design, date, id }: EvidenceRow, mark: Mark): string {
  return `${article(design)} ${design}${date ? ` (${date})` : ''}${mark(id)}`;
}
