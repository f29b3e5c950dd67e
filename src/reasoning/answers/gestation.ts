/** How far a pregnancy is and when the child is due: counted on from the newest paper that says so. */
import { type Block, block, citePassage, type Desk, quotePassage } from '../desk.ts';
import { dateIn } from '../endings.ts';
import { type Passage, passagesOf } from '../evidence/passages.ts';
import { daysBetween } from '../patient.ts';
import { sayDate } from '../wording.ts';

const FULL_DAYS = 280;
const LONGEST_DAYS = 300;
const DUE = /\b(?:due(?: date| on)?|EDD|expected (?:date|delivery|on)|estimated due date)\b\W{0,4}(?:to )?(.{0,40})/i;
const WEEKS = /\b(\d{1,2})\s*(?:weeks?|wks?)(?:\s*(?:and|\+)?\s*(\d)\s*days?)?|\b(\d{1,2})\s*\+\s*(\d)\b/i;
const OF_PREGNANCY =
  /\b(?:pregnan|fetal|foetal|fetus|scan|antenatal|booking|gestation|placenta|due|EDD|trimester|midwife)/i;

/** A date that takes the place of another, and one whose place was taken. */
const CORRECTS = /\b(?:correct(?:ed|s)?|changed?|moved|revised|new) (?:\w+ ){0,3}(?:due|EDD|date)|\buse only this\b/i;
const GIVEN_UP = /\b(?:due date|EDD) (?:had been|was)\b|\bby the last period\b/i;

interface Dated {
  passage: Passage;
  /** The day that the child is due. */
  due: string;
}

export function answerGestation(desk: Desk): Block | undefined {
  const { pregnancy, now } = desk.chart.view;
  if (pregnancy.state !== 'pregnant') return undefined;
  const found = dueBy(desk);
  if (found === undefined)
    return block(
      '**Your record says that you are pregnant, but neither how far nor when the child is due.** Ask your midwife.',
      [],
      'absent',
    );
  const days = FULL_DAYS - Math.round(daysBetween(now.slice(0, 10), found.due));
  if (days < 0 || days > LONGEST_DAYS) return undefined;
  const [weeks, over] = [Math.floor(days / 7), days % 7];
  return block(
    `**The baby is due on ${sayDate(found.due)}; today you are ${weeks} weeks${over === 0 ? '' : ` and ${over} ${over === 1 ? 'day' : 'days'}`} along.**${citePassage(desk, found.passage)}`,
    [quotePassage(desk, found.passage, [found.passage])],
  );
}

/** A due date that is written; else one counted from weeks in a dated paper; the newest paper first. */
function dueBy({ chart, now }: Desk): Dated | undefined {
  const papers = passagesOf(chart)
    .filter(({ time, text }) => time !== null && daysBetween(time, now) < LONGEST_DAYS && OF_PREGNANCY.test(text))
    .toSorted((a, b) => Number(CORRECTS.test(b.text)) - Number(CORRECTS.test(a.text)) || b.time!.localeCompare(a.time!))
    .filter(({ text }) => CORRECTS.test(text) || !GIVEN_UP.test(text));
  for (const passage of papers) {
    const due = dateIn(DUE.exec(passage.text)?.[1] ?? '', null);
    if (due !== undefined && due.length === 10 && Math.abs(daysBetween(now, due)) < LONGEST_DAYS)
      return { passage, due };
  }
  for (const passage of papers) {
    const said = WEEKS.exec(passage.text);
    const weeks = Number(said?.[1] ?? said?.[3] ?? Number.NaN);
    if (
      !(weeks >= 4 && weeks <= 42) ||
      /\b(?:at|until|by|from|in|for|after|before|every)\s+$/i.test(passage.text.slice(0, said!.index))
    )
      continue;
    const since = weeks * 7 + Number(said?.[2] ?? said?.[4] ?? 0);
    const due = new Date(Date.parse(`${passage.time!.slice(0, 10)}T12:00:00Z`) + (FULL_DAYS - since) * 86_400_000);
    return { passage, due: due.toISOString().slice(0, 10) };
  }
  return undefined;
}
