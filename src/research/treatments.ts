/** Answers by treatment: what one medicine does is no word on another, and against placebo it may do what it does not against a rival. */
import { tellAbsence } from './absence.ts';
import { answerOf, tellPrimary } from './answer.ts';
import { ofPeople } from './evidence/comparable.ts';
import { isEvidence } from './evidence/grading.ts';
import { isOnOutcome } from './evidence/outcome-names.ts';
import { outcomesAsked } from './evidence/outcomes.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { tellFact } from './facts.ts';
import { withWords } from './quoting/index.ts';
import { sayRetraction } from './retraction.ts';
import { surveyOf } from './survey.ts';
import type { Subject } from './topic.ts';
import { isOnMedicines } from './treating.ts';
import { short } from './wording.ts';

type Mark = (id: string) => string;

interface Asked {
  readonly question: string;
  readonly medicines: readonly Subject[];
  /** All of the table; and what of it is of the kind that was asked for. */
  readonly rows: readonly EvidenceRow[];
  readonly shown: readonly EvidenceRow[];
  /** Beside the table: papers that rank high for the question. */
  readonly near?: readonly EvidenceRow[] | undefined;
  readonly barred: boolean;
}

/** What was asked, settled, with the words that this rests on; where no verdict could be read the words answer. */
export function settleQuestion(asked: Asked, mark: Mark): string | undefined {
  const settled = settleByReading(asked, mark);
  return withWords(asked.question, settled, { rows: asked.shown, near: asked.near, all: asked.rows }, mark);
}

/** What was asked, settled: nothing at all, each for itself where nothing holds them against each other, else by all of it. */
function settleByReading(asked: Asked, mark: Mark): string | undefined {
  const { question, medicines, rows, shown, barred } = asked;
  const fact = tellFact(question, medicines, rows, mark) ?? tellPrimary(question, rows, mark);
  if (fact !== undefined) return fact;
  const absent = tellAbsence(medicines, rows, mark) ?? tellApart(asked, mark);
  if (absent !== undefined) return absent;
  const answer = shown.length === 0 ? undefined : settleByTreatment(question, shown, mark, barred);
  return answer?.startsWith('**Nothing that ') ? `${tellTakenBack(asked, mark)}${answer}` : answer;
}

/** Nothing that stands says it; what did was taken back, and whoever remembers it is told so first. */
function tellTakenBack({ question, medicines, rows }: Asked, mark: Mark): string {
  const outcomes = outcomesAsked(question);
  const taken = rows.filter(
    (row) =>
      row.grade === 'retracted' &&
      (medicines.length === 0 || isOnMedicines(row, medicines)) &&
      row.results?.some((result) => outcomes.some((each) => isOnOutcome(result, each))),
  );
  return taken
    .slice(0, 2)
    .map((row) => `**What said so was taken back:** "${short(row.title)}" was ${sayRetraction(row, rows, mark)}. `)
    .join('');
}

/** Two are asked about and no source is on both: that is said, and what there is on each. */
function tellApart({ medicines, rows, shown }: Asked, mark: Mark): string | undefined {
  if (medicines.length < 2 || shown.length === 0) return undefined;
  const sound = rows.filter((row) => isEvidence(row) && row.design_id !== 'knowledge');
  const isDirect = (row: EvidenceRow) => medicines.filter((one) => isOnMedicines(row, [one])).length > 1;
  if (sound.some(isDirect)) return undefined;
  const names = medicines.map(({ text }) => text);
  const each = medicines.map((one) => {
    const own = ofPeople(sound.filter((row) => isOnMedicines(row, [one])));
    return own.length === 0
      ? (tellAbsence([one], rows, mark) ?? `**On ${one.text} nothing was found.**`)
      : surveyOf(own, `On ${one.text}`);
  });
  // What orders its readers about was not read to the end: it may compare them.
  const doubted = rows.some((row) => row.orders && medicines.some((one) => isOnMedicines(row, [one])));
  const nothing = doubted ? 'Nothing that can be relied on' : 'Nothing that was found';
  return `**${nothing} compares ${names.join(' and ')} directly.** ${each.join(' ')}`;
}

/** Where sources on several treatments do not say the same, each treatment is told by itself: that is no dispute. */
function settleByTreatment(question: string, rows: readonly EvidenceRow[], mark: Mark, barred: boolean) {
  const whole = answerOf(question, rows, mark, barred);
  if (whole === undefined || !whole.includes('Disputed')) return whole;
  const groups = [
    ...Map.groupBy(
      rows.filter(({ therapies }) => therapies.length > 0),
      treatmentOf,
    ),
  ];
  if (groups.length < 2) return whole;
  const told = groups.flatMap(([treatment, own]) => {
    const answer = answerOf(question, own, mark, barred)?.replaceAll('**', '');
    return answer === undefined || answer.startsWith('Nothing that') || answer.startsWith('What was found does not')
      ? []
      : [`${treatment[0]!.toUpperCase()}${treatment.slice(1)}: ${answer[0]!.toLowerCase()}${answer.slice(1)}`];
  });
  return told.length < 2 ? whole : `**By treatment:** ${told.join(' ')}`;
}

/** "tirolimab against adalimumab". */
function treatmentOf({ therapies, compared = [], title }: EvidenceRow): string {
  const [, rival] = /\b(?:versus|vs\.?|compared with|against) ([\p{L}][\p{L}\p{N}-]{3,})/iu.exec(title) ?? [];
  const against = compared.length === 0 ? '' : ` against ${(rival ?? compared[0]!).toLowerCase()}`;
  return `${therapies[0]}${against}`;
}

/** Of each medicine in turn, so that none of them is told of alone. */
export function inTurn(rows: readonly EvidenceRow[], medicines: readonly Subject[]): EvidenceRow[] {
  if (medicines.length < 2) return [...rows];
  const lines = medicines.map((one) => rows.filter((row) => isOnMedicines(row, [one])));
  const longest = Math.max(0, ...lines.map((line) => line.length));
  const turns = Array.from({ length: longest }, (_, at) => lines.flatMap((line) => line[at] ?? []));
  return [...new Set([...turns.flat(), ...rows])];
}
