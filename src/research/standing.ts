/**
 * Whether something is approved, advised or paid for is no result of a study: only who decides it, or keeps a list of it,
 * can know. What others claim of it answers nothing.
 */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { cautionsOn, isBarred, sayAlert } from './cautions.ts';
import type { StandingAlert } from './evidence/alerts.ts';
import type { Stage } from './evidence/appraisal.ts';
import { isEvidence } from './evidence/grading.ts';
import { outcomeWords } from './evidence/outcome-words.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { appraisal, foldText, hasAny, hasPhrase } from './evidence/words.ts';
import { settleAdvice, who } from './guidance.ts';
import { isQuestion } from './questions.ts';
import { DONE, placeIn, sayRuling, sayRulings } from './rulings.ts';
import { trialNamesIn } from './short-forms.ts';
import { topicOf } from './topic.ts';
import { withoutAmount } from './topic-rules.ts';
import { isQualifier, withoutConditions } from './vocabulary.ts';
import { whomIn } from './whom.ts';

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

/** The medicines that a question names, as they are written in it. */
export function medicinesAsked(question: string): string[] {
  const { subjects, words } = topicOf(question);
  // "Oral iron" is iron, by one way.
  const medicines = subjects.filter(({ kind }) => kind === 'medicine').map(({ text }) => foldText(withoutAmount(text)));
  if (medicines.length > 0) return medicines;
  // A name that nobody knows, beside the disease: "Is zorbine reimbursed?"
  const known = foldText(subjects.map(({ text }) => text).join(' '));
  const trials = trialNamesIn(question);
  return words
    .filter(({ text }) => !trials.includes(text))
    .map(({ text }) => foldText(text))
    .filter((word) => word.length >= SHORTEST_NAME && !known.includes(word) && !isIllness(word) && !isQualifier(word));
}

const SHORTEST_NAME = 6;

function isIllness(word: string): boolean {
  return openCatalogue().find(word, { kinds: ['condition', 'symptom'] }).length > 0;
}

/** "Approved in Europe and paid for by the NHS": each with the words that ask for it. One where only one is asked for. */
function standingsAsked(question: string): { readonly stage: Asked; readonly said: string }[] {
  const stage = stageAsked(question);
  if (stage === undefined) return [];
  const parts = question.split(/\s+(?:and|or)\s+|,\s+/);
  const found = parts.flatMap((said) => {
    const own = appraisal().stages.findLast(({ asked, known_by }) => known_by && hasAny(foldText(said), asked));
    return own?.known_by === undefined ? [] : [{ stage: { ...own, known_by: own.known_by }, said }];
  });
  const isSeveral = new Set(found.map((each) => each.stage.id)).size > 1;
  return isSeveral ? found : [{ stage, said: question }];
}

/** `replaced`: guidelines that are no longer in force. */
export function settleStanding(
  question: string,
  rows: readonly EvidenceRow[],
  mark: Mark,
  replaced: readonly EvidenceRow[] = [],
): Standing | undefined {
  const told = standingsAsked(question).map(({ stage, said }) => ({
    stage,
    ...settleStage({ question, stage, said }, rows, mark, replaced),
  }));
  const [first, ...more] = told;
  if (first === undefined || more.length === 0) return first;
  return {
    text: told.map(({ stage, text }) => `${stage.say[0]!.toUpperCase()}${stage.say.slice(1)}: ${text}`).join(' '),
    rows: [...new Set(told.flatMap((each) => each.rows))],
    ...(told.every(({ open }) => open) && { open: true as const }),
  };
}

interface OneAsked {
  readonly question: string;
  readonly stage: Asked;
  /** The words of the question that ask for this stage. */
  readonly said: string;
}

function settleStage(
  { question, stage, said }: OneAsked,
  rows: readonly EvidenceRow[],
  mark: Mark,
  replaced: readonly EvidenceRow[],
): Standing {
  const names = medicinesAsked(question);
  const known = rows
    .filter((row) => isEvidence(row) && stage.known_by.includes(row.design_id) && isOnOneOf(row, names))
    .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
  const what = names.join(' and ') || 'it';
  const entries = rows.filter((row) => row.design_id === 'knowledge' && isOnOneOf(row, names));
  if (stage.id === 'guideline' && known.length === 0 && entries.length > 0)
    return { text: `**No guideline itself was found;** ${who(entries[0]!, mark)} speaks of it.`, rows: entries };
  const gone = replaced.filter((row) => row.superseded?.withdrawn && isOnOneOf(row, names));
  if (stage.id === 'guideline' && known.length === 0 && gone.length > 0)
    return {
      text: `**Nothing in force advises for or against ${what}:** ${who(gone[0]!, mark)} on it was withdrawn.`,
      rows: [],
    };
  if (stage.id === 'guideline') {
    const told = settleAdvice(question, names, known, { mark, isBarred: isBarred(cautionsOn(rows, names)) });
    return told ?? { text: cannotTell(`whether ${what} is advised`, stage), rows: [], open: true };
  }
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
        {
          what,
          place: placeIn(said),
          isYesOrNo: isYesOrNo(question),
          isNamed: names.length > 0,
          whom: whomIn(question),
        },
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

const TAKES: Readonly<Record<string, string>> = {
  approval: 'a decision of a regulator or an entry of its register',
  guideline: 'a guideline',
  reimbursement: 'a decision of who pays',
};

export function cannotTell(what: string, { id }: Stage): string {
  return `**Nothing that I have can tell ${what}:** that takes ${TAKES[id]}, and none was found on it.`;
}

/** Taken off the market or suspended, and nothing lifted that. */
function barredBy(rows: readonly EvidenceRow[], names: readonly string[]): StandingAlert[] {
  if (names.length === 0) return [];
  return cautionsOn(rows, names).filter(({ kind }) => kind === 'withdrawn' || kind === 'suspended');
}

const lower = (text: string) => `${text[0]!.toLowerCase()}${text.slice(1)}`;
