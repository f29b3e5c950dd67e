/** How a source is quoted: what kind it is, how sure, of when, and what is wrong with it. */
import { stage } from '../evidence/appraisal.ts';
import { targetsOf } from '../evidence/notices.ts';
import type { EvidenceRow } from '../evidence/table.ts';
import { type Mark, noticesOf, sayRetraction } from '../retraction.ts';
import { trialNamesIn } from '../short-forms.ts';
import { who } from '../survey.ts';
import { cautionsIn, noticed } from './cues.ts';
import { bare } from './sentences.ts';

const LONGEST = 1_800;

export function quote(row: EvidenceRow, sentences: readonly string[], mark: Mark): string[] {
  // A marker stands for what is before it: behind what is quoted.
  return [`${nameOf(row)}: “${sentences.map(bare).join('. ').slice(0, LONGEST)}.”${mark(row.id)}`];
}

const EARLY = /^(?:preclinical|phase_?[12])/;

/** "A randomised trial (high certainty, preprint), Phase 2". */
function nameOf(row: EvidenceRow): string {
  const said = who([row], () => '');
  const doubt = row.orders
    ? ', which also tries to give orders to software'
    : row.notices.some(({ kind }) => kind === 'concern')
      ? ', under an expression of concern'
      : '';
  const old = row.superseded === undefined ? '' : ', no longer in force';
  const early = EARLY.test(`${row.stage ?? ''}`) ? `, ${stage(row.stage!)?.say ?? ''}` : '';
  const size = row.n === undefined ? '' : `, n = ${row.n.toLocaleString('en')}`;
  const language = row.language === undefined ? '' : `, in ${row.language}`;
  const year = row.date === undefined ? '' : `, ${row.date.slice(0, 4)}`;
  const [trial] = trialNamesIn(row.title);
  const called = trial === undefined ? '' : `, ${trial}`;
  return `${said[0]!.toUpperCase()}${said.slice(1)}${called}${early}${size}${year}${language}${old}${doubt}`;
}

/** What is doubted is told with the words of those who doubt it. */
export function tellConcern(row: EvidenceRow, all: readonly EvidenceRow[], mark: Mark): string[] {
  if (!row.notices.some(({ kind }) => kind === 'concern')) return [];
  const notices = all.filter(
    (notice) => notice.about?.kind === 'concern' && targetsOf(notice, all).some(({ id }) => id === row.id),
  );
  const told = notices.slice(0, 1).map((notice) => {
    const sentences = cautionsIn((notice.said ?? []).map(({ text }) => text)).slice(0, MOST_CAUTIONS);
    return sentences.length === 0 ? '' : ` The notice${mark(notice.id)} says: “${sentences.join(' ')}”`;
  });
  return [`It is not to be relied on as it stands.${told.join('')}`];
}

const MOST_CAUTIONS = 2;

/** That it was taken back or is doubted, with what its notice says to that which is asked. `isFirst`: it is what was asked about. */
export function tellTakenBack(
  question: string,
  row: EvidenceRow,
  all: readonly EvidenceRow[],
  mark: Mark,
  isFirst: boolean,
): string {
  const notice = row.about === undefined ? noticesOf(row, all)[0] : row;
  const statements = (notice?.said ?? []).map(({ text }) => text);
  const reasons = isFirst ? statements.slice(0, MOST_NOTICED) : noticed(question, statements).slice(-MOST_CAUTIONS);
  const why = reasons.length === 0 ? '' : ` The notice says: “${reasons.map(bare).join('. ')}.”`;
  const title = bare(row.title).replace(/^retract(?:ion|ed)(?: (?:notice|note|of))?\s*[:.–-]\s*/i, '');
  if (row.about?.kind === 'concern') {
    const told = statements.slice(-MOST_NOTICED).map(bare).join('. ');
    const named = title.replace(/^expression of concern\s*[:.–-]\s*/i, '');
    return `**Under an expression of concern, not to be relied on as it stands:** “${named}”${mark(row.id)}. The notice says: “${told}.”`;
  }
  return `**Retracted, not to be relied on:** “${title}”, ${sayRetraction(row, all, mark)}.${why}`;
}

const MOST_NOTICED = 6;

/** What was set right since in what an answer rests on, in the words of the correction. `text`: the answer. */
export function tellCorrections(text: string, all: readonly EvidenceRow[], mark: Mark): string {
  const isCited = ({ id }: EvidenceRow) => mark(id) !== '' && text.includes(mark(id));
  return all
    .filter((notice) => notice.about?.kind === 'correction' && targetsOf(notice, all).some(isCited))
    .map((notice) => ({ notice, said: (notice.said ?? []).slice(0, MOST_NOTICED).map((each) => bare(each.text)) }))
    .filter(({ said }) => said.length > 0 && !said.every((each) => text.includes(each)))
    .map(({ notice, said }) => `**Corrected since:** “${said.join('. ')}.”${mark(notice.id)}`)
    .join(' ');
}
