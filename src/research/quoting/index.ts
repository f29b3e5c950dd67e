/**
 * What sources say to a question, in their own words. A verdict is read out of figures and can be misread; beside it stands the
 * sentence that it rests on, and where no verdict could be read the sentence answers. May touch: the rows of the evidence table.
 */
import { stage } from '../evidence/appraisal.ts';
import type { EvidenceRow } from '../evidence/table.ts';
import { isQuestion } from '../questions.ts';
import { withoutThreshold } from '../request.ts';
import { withoutCadence } from '../rhythm.ts';
import { who } from '../survey.ts';
import { withoutConditions } from '../vocabulary.ts';
import { bare, type Chosen, chooseQuotes } from './choosing.ts';
import { echoOf, isContradicted } from './echo.ts';

export { chooseQuotes } from './choosing.ts';
export { cueRows, cuesAsked, reasonsIn } from './cues.ts';

type Mark = (id: string) => string;

const LONGEST = 900;
/** So much of what is asked is named that the source is on it. */
const SURE = 0.7;

/** Behind what was settled: the words that it rests on, as far as they are not in it yet; instead of it where it settles nothing. */
export function withWords(
  question: string,
  settled: string | undefined,
  rows: readonly EvidenceRow[],
  mark: Mark,
): string | undefined {
  const said = settled ?? '';
  const { chosen, unnamed, isNarrow } = chooseQuotes(asked(question), rows, said, mark);
  const told = chosen.flatMap(({ row, sentences }) => (sentences.length === 0 ? [] : quote(row, sentences, mark)));
  const isSure = unnamed.length === 0 && chosen.some(({ fit }) => fit >= SURE);
  const out = chosen.filter(({ without }) => without !== undefined && !said.includes(bare(without)));
  // Who was left out of it is told before what came of the others.
  const left =
    out.length === 0
      ? ''
      : `**Not studied in those who are asked about:** ${out.flatMap(({ row, without }) => quote(row, [without!], mark)).join(' ')}`;
  const words = told.join(' ');
  const isUnread =
    settled === undefined || UNREAD.test(settled) || isContradicted(settled, echoOf(question, concludedBy(chosen)));
  // A subject to look into is surveyed: only a question has an answer.
  if (settled === undefined && !(isNarrow && isQuestion(question))) return undefined;
  if (isUnread)
    return (
      [left, isSure && words !== '' ? `**In the words of the sources:** ${words}` : (settled ?? '')]
        .filter(Boolean)
        .join(' ') || undefined
    );
  return [left, left === '' ? settled : `Of others: ${settled}`, words].filter(Boolean).join(' ');
}

const asked = (question: string) => withoutThreshold(withoutCadence(withoutConditions(question)));

function concludedBy(chosen: readonly Chosen[]): string[] {
  const [best] = chosen;
  return (best?.row.said ?? []).filter(({ role }) => role === 'conclusion').map(({ text }) => text);
}

/** It could not be read, which is no word on what the sources say. */
const UNREAD =
  /^\*\*(?:Nothing that (?:was found|can be relied on) (?:says what becomes of|says how it does|could be read)|What was found does not say)/;

function quote(row: EvidenceRow, sentences: readonly string[], mark: Mark): string[] {
  return [`${nameOf(row, mark)}: “${sentences.map(bare).join('. ').slice(0, LONGEST)}.”`];
}

const EARLY = /^(?:preclinical|phase_?[12])/;

/** "A randomised trial (high certainty, preprint)[^1], Phase 2". */
function nameOf(row: EvidenceRow, mark: Mark): string {
  const said = who([row], mark);
  const doubt = row.orders
    ? ', which also tries to give orders to software'
    : row.notices.some(({ kind }) => kind === 'concern')
      ? ', under an expression of concern'
      : '';
  const early = EARLY.test(`${row.stage ?? ''}`) ? `, ${stage(row.stage!)?.say ?? ''}` : '';
  const size = row.n === undefined ? '' : `, n = ${row.n.toLocaleString('en')}`;
  const language = row.language === undefined ? '' : `, in ${row.language}`;
  const year = row.date === undefined ? '' : `, ${row.date.slice(0, 4)}`;
  return `${said[0]!.toUpperCase()}${said.slice(1)}${early}${size}${year}${language}${doubt}`;
}
