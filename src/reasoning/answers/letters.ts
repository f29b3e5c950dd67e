/** What somebody wrote: papers by who wrote them, by their kind, by their time, or of the visit that was just spoken of. */
import { type Block, block, type Desk, quotePassage } from '../desk.ts';
import { type Passage, passagesOf, stemsOf } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { isInside } from '../frames/scope.ts';
import { daysBetween } from '../patient.ts';
import type { Frame } from '../types.ts';
import { sayDate } from '../wording.ts';

const LEAST_LETTERS = 4;
/** A letter follows its visit within so many days. */
const AFTER_DAYS = 10;
const WHOLE = 900;

/** "What did the vascular doctor say in April?", "what did Dr Delahunt plan?", "what did she say?" after a visit. */
export function answerLetter(desk: Desk, frame: Frame): Block | undefined {
  const papers = papersOf(desk);
  const byWho = papers.filter((paper) => isBy(desk, paper, frame));
  const timed = frame.scope.from !== undefined || frame.scope.to !== undefined;
  const inTime = papers.filter(([first]) => timed && isInside(first!.time, frame.scope));
  const ofVisit = byWho.length === 0 && !timed ? papers.filter((paper) => isOfVisit(desk, paper)) : [];
  const meant =
    byWho.length > 0 ? (timed ? byWho.filter((paper) => inTime.includes(paper)) : byWho) : timed ? inTime : ofVisit;
  if (meant.length === 0) return byWho.length > 0 && timed ? tellNearest(desk, frame, byWho) : undefined;
  const [newest, ...others] = nearestFirst(frame, meant);
  return {
    ...block(
      `**${quoteWhole(desk, newest!)}**`,
      others.slice(0, 1).map((paper) => (timed || ofVisit.length > 0 ? quoteWhole(desk, paper) : '')),
    ),
    ...dayOf(newest!),
  };
}

function dayOf([first]: readonly Passage[]): Pick<Block, 'at'> {
  const day = first?.time?.slice(0, 10);
  return day === undefined ? {} : { at: { from: day, to: day } };
}

type Paper = readonly Passage[];

function papersOf({ chart }: Desk): Paper[] {
  return [
    ...Map.groupBy(
      passagesOf(chart).filter(({ remark, label }) => !remark && label === 'DocumentReference'),
      ({ uuid }) => uuid,
    ).values(),
  ];
}

/** By the writer's name, or by the trade that the title or the writer names. */
function isBy({ chart }: Desk, [first]: Paper, { text }: Frame): boolean {
  const who = chart.people(first!.uuid).join(' ');
  const held = [...stemsOf(`${first!.title} ${who}`)];
  return [...contentWords(text).keys()].some(
    (word) =>
      word.length >= LEAST_LETTERS &&
      !COMMON.has(word) &&
      held.some(
        (each) =>
          each === word ||
          (each.length > LEAST_LETTERS &&
            word.length > LEAST_LETTERS &&
            (each.startsWith(word.slice(0, -2)) || word.startsWith(each))),
      ),
  );
}

/** What every letter is. */
const COMMON = stemsOf(
  'letter note notes report summary clinic doctor plan test tests result results blood health care',
);

function isOfVisit({ focus }: Desk, [first]: Paper): boolean {
  if (focus.at === undefined || first?.time == null) return false;
  return (
    daysBetween(focus.at.from, first.time.slice(0, 10)) >= -1 &&
    daysBetween(focus.at.to, first.time.slice(0, 10)) <= AFTER_DAYS
  );
}

/** Of several the newest, unless the question is nearer to another. */
function nearestFirst({ text }: Frame, papers: readonly Paper[]): Paper[] {
  const words = [...contentWords(text).keys()];
  const worth = (paper: Paper) => words.filter((word) => paper.some(({ stems }) => stems.has(word))).length;
  return papers.toSorted((a, b) => worth(b) - worth(a) || (b[0]!.time ?? '').localeCompare(a[0]!.time ?? ''));
}

/** As much of the paper as there is room for, from its beginning. */
function quoteWhole(desk: Desk, paper: Paper): string {
  const shown: Passage[] = [];
  let length = 0;
  for (const passage of paper) {
    length += passage.text.length;
    if (length > WHOLE && shown.length > 0) break;
    shown.push(passage);
  }
  const [who] = desk.chart.people(paper[0]!.uuid);
  const said = quotePassage(desk, paper[0]!, shown, WHOLE);
  return who === undefined ? said : said.replace(' says: ', ` (${who}) says: `);
}

function tellNearest(desk: Desk, { scope }: Frame, papers: readonly Paper[]): Block {
  const [newest] = papers.toSorted((a, b) => (b[0]!.time ?? '').localeCompare(a[0]!.time ?? ''));
  return block(
    `**Your record holds no paper of theirs ${scope.say ?? 'for that time'}; the newest is of ${sayDate(newest![0]!.time)}.** ${quoteWhole(desk, newest!)}`,
  );
}
