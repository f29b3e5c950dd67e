/**
 * Whether something is advised: what guidelines say to those who are asked for, how far it goes, and what is said to others.
 * Who decides on payment says nothing of whether it helps, and is told as that.
 */
import { type Advised, adviceFor, askedFor, onPayment, rowsOf, sayAside } from './advising.ts';
import { isForPractice } from './evidence/advice.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { appraisal, foldText, hasAny } from './evidence/words.ts';
import { chooseQuotes } from './quoting/index.ts';
import { type Reach, whomIn } from './whom.ts';
import { article } from './wording.ts';

type Mark = (id: string) => string;

interface Told {
  readonly text: string;
  readonly rows: readonly EvidenceRow[];
}

/** Undefined where nobody was found who advises. */
export function settleAdvice(
  question: string,
  names: readonly string[],
  known: readonly EvidenceRow[],
  { mark, isBarred: barred }: { mark: Mark; isBarred: boolean },
): Told | undefined {
  const what = names.join(' and ') || 'it';
  const list = (some: readonly Advised[] | readonly EvidenceRow[]) =>
    [...new Set(some.map((each) => ('row' in each ? each.row : each)))]
      .slice(0, 3)
      .map((row) => who(row, mark))
      .join(' and ');
  if (known.length === 0) return undefined;
  const paid = known.filter(({ design_id }) => design_id === 'coverage');
  const guidelines = known.filter((row) => !paid.includes(row));
  const payment = onPayment(paid, mark);
  if (guidelines.length === 0) return { text: `**No guideline on ${what} was found.**${payment}`, rows: paid };
  if (names.length === 0)
    return { text: `**What guidelines say:** ${quote(question, guidelines, mark)}.`, rows: guidelines };
  const asked = whomIn(question);
  const all = adviceFor(names, guidelines, askedFor(question));
  const of = (reach: Reach) => all.filter((each) => each.reach === reach);
  const [main, some, others] = [of('all'), of('some'), of('others')];
  const advised = main.filter(isForPractice);
  const studied = main.filter((each) => each.side === 'for' && !isForPractice(each));
  const against = main.filter(({ side }) => side === 'against');
  const aside = `${sayAside([...some, ...others], mark)}${payment}`;
  const rows = [...rowsOf(all), ...paid];
  if (advised.length > 0 && against.length > 0)
    return { text: `**Disputed:** advised by ${list(advised)}, advised against by ${list(against)}.${aside}`, rows };
  if (advised.length > 0) {
    const opening = barred
      ? 'Not while it is barred; in guidelines it is'
      : advised.every(({ limit }) => limit === 'conditional')
        ? 'Under conditions:'
        : isLimited(advised) || some.length > 0
          ? 'Within limits:'
          : 'Yes:';
    return { text: `**${opening} advised by ${list(advised)}.**${aside}`, rows };
  }
  if (against.length > 0) return { text: `**No: advised against by ${list(against)}.**${aside}`, rows };
  if (studied.length > 0)
    return { text: `**Not for practice: only in research, as ${list(studied)} says.**${aside}`, rows };
  if (some.length > 0) return { text: `**It depends for whom.**${aside} Of others ${list(some)} says nothing.`, rows };
  if (others.length > 0)
    return {
      text: `**No guideline that was found advises for or against ${what}${asked === undefined ? ' for that' : ` in ${asked.said}`}.**${aside}`,
      rows,
    };
  return {
    text: `**No guideline that was found advises for or against ${what}:** ${list(guidelines)} names it only.${payment}`,
    rows: known,
  };
}

/** Asked what is advised, and of nothing by name: in their words. */
function quote(question: string, guidelines: readonly EvidenceRow[], mark: Mark): string {
  const { chosen } = chooseQuotes(question, guidelines, '', mark);
  const told = ({ id, excerpt }: EvidenceRow) => {
    const text = chosen.find(({ row }) => row.id === id)?.sentences.join(' ') ?? excerpt;
    return text === '' ? '' : `: "${text.replace(/[.\s]+$/, '')}"`;
  };
  return guidelines
    .slice(0, 3)
    .map((row) => `${who(row, mark)}${told(row)}`)
    .join('; ');
}

/** "Only if", "avoid": what is quoted says when not. */
function isLimited(advised: readonly Advised[]): boolean {
  return advised.some(({ told }) => hasAny(foldText(told), appraisal().limits));
}

export function who({ design, date, id }: EvidenceRow, mark: Mark): string {
  return `${article(design)} ${design}${date ? ` (${date})` : ''}${mark(id)}`;
}
