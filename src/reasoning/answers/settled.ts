/** Yes and no by what papers say of a thing: who has it, whether it was denied, and by which test. */
import { type Block, block, type Desk, sayPassage } from '../desk.ts';
import { type Found, type Passage, passagesOf } from '../evidence/passages.ts';
import { isPlan, isUnmet } from '../evidence/plans.ts';
import { type Standing, standingsOf, standingsOfWords, testsOf } from '../evidence/standing.ts';
import { heredityOf } from '../glossary/heredity.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { sayDate } from '../wording.ts';

const WORDED = 3;

/** "Do I have …?", by its words: what only names a condition is no question to say yes to. */
export function asksWhether({ aspect, score }: Frame): boolean {
  return aspect === 'have' && score >= WORDED;
}

const ASKS_WHETHER = /^\W*(?:do|did|have|has|had|am|was|were|is|are)\b/i;

interface Said {
  passage: Passage;
  standings: readonly Standing[];
}

/** What papers say to "do I have it?"; nothing where none says either way. */
export function settleByPapers(
  desk: Desk,
  frame: Frame,
  subject: Subject,
  papers: readonly Found[],
): Block | undefined {
  if (!asksWhether(frame) && frame.aspect !== 'when' && !ASKS_WHETHER.test(frame.text)) return undefined;
  const patterns = testsOf(subject.id).map(({ pattern }) => pattern);
  const tested = passagesOf(desk.chart).filter(
    (each) => patterns.some((names) => each.text.search(names) >= 0) && !papers.some(({ passage }) => passage === each),
  );
  return tellSaid(
    desk,
    frame,
    subject,
    [...papers.map(({ passage }) => passage), ...tested].map((passage) => ({
      passage,
      standings: standingsOf(passage.text, subject),
    })),
  );
}

/** What is done to somebody: that a paper names it says nothing of whether it was. */
const DEEDS = new Set<Subject['kind']>(['vaccine', 'procedure', 'drug']);

/** "Did I have my anti-D?" where the newest paper that names it says that it is still to be done, or was not. */
function tellUndone(desk: Desk, frame: Frame, subject: Subject, said: readonly Said[]): Block | undefined {
  if (!DEEDS.has(subject.kind) || !ASKS_WHETHER.test(frame.text)) return undefined;
  const [newest] = said
    .map(({ passage }) => passage)
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
    .slice(0, 1);
  if (newest === undefined) return undefined;
  const isMissed = isUnmet(newest.text);
  if (!isMissed && !isPlan(newest.text)) return undefined;
  const lead = isMissed
    ? `No: your record does not show that ${subject.text} was done, and the newest paper that names it says that it was not.`
    : `Your record does not show that ${subject.text} was done: the newest paper that names it only asks for it.`;
  return block(`**${lead}** ${sayPassage(desk, newest)}`, ['If it was done since then, tell me when.']);
}

function tellSaid(desk: Desk, frame: Frame, subject: Subject, said: readonly Said[]): Block | undefined {
  const undone = tellUndone(desk, frame, subject, said);
  if (undone !== undefined) return undone;
  const { id } = subject;
  const by = (standing: Standing) =>
    said
      .filter(({ standings }) => standings.includes(standing))
      .map(({ passage }) => passage)
      .toSorted((a, b) => (standing === 'held' ? 0 : (b.time ?? '').localeCompare(a.time ?? '')));
  const quotes = (passages: readonly Passage[]) => passages.slice(0, 2).map((each) => sayPassage(desk, each));
  const [held, denied, tested] = [by('held'), by('denied'), by('tested')];
  // What a sentence points at without naming ("It was removed") stands in none of these: the words decide as before.
  const unread = said.filter(({ standings, passage }) => standings.length === 0 && !DENIES.test(passage.text));
  const yes = held.length > 0 ? held : denied.length + tested.length > 0 ? [] : unread.map(({ passage }) => passage);
  const kin = by('kin');
  const doubtful = by('doubtful');
  const whether = ASKS_WHETHER.test(frame.text);
  if (yes.length > 0 && (held.length > 0 || kin.length + doubtful.length === 0)) {
    if (!asksWhether(frame) && frame.aspect !== 'when') return undefined;
    const lead =
      frame.aspect === 'when' ? 'Your papers say when.' : whether ? 'Yes, by your papers.' : 'Your papers speak of it.';
    const [first, second] = quotes([...yes.slice(0, 1), ...[...denied, ...tested, ...yes.slice(1)].slice(0, 1)]);
    return block(`**${lead}** ${first}`, [second]);
  }
  if (!whether) return undefined;
  const [newest] = tested;
  if (newest !== undefined) {
    const on = newest.time === null ? '' : ` on ${sayDate(newest.time)}`;
    const [first, second] = quotes([newest, ...denied]);
    return block(`**No: tested negative${on}.** ${first}`, [
      second,
      'A test speaks of its day: what came after it, it cannot know.',
    ]);
  }
  if (denied.length > 0) {
    const [first, second] = quotes(denied);
    return block(`**No, by your papers.** ${first}`, [second]);
  }
  if (doubtful.length > 0) {
    const [first, second] = quotes(doubtful);
    return block(`**Not confirmed: your papers speak of it only as something possible.** ${first}`, [second]);
  }
  if (kin.length > 0) {
    const [first, second] = quotes(kin);
    const inherited = heredityOf(id);
    // Who was not tested for what runs in the family may still carry it.
    if (inherited?.test !== undefined)
      return block(
        `**Your record does not say whether you have it: it names it of a relative or of somebody else, and no test of you is recorded.** ${first}`,
        [second, `${inherited.how} ${inherited.test}`],
      );
    return block(`**No, not by your papers: they name it of a relative or of somebody else, not of you.** ${first}`, [
      second,
    ]);
  }
  return undefined;
}

const DENIES = /\b(?:no|not|never|without)\b/i;
const HAVING = pattern('asks_to_have');

/** The same of words that no catalogue knows: "spinal canal stenosis". */
export function settleWords(desk: Desk, { text }: Frame, passage: Passage): Block | undefined {
  const words = HAVING.exec(text)?.[1];
  const standings = words === undefined ? [] : standingsOfWords(passage.text, words);
  if (standings.length === 0 || standings.includes('held')) return undefined;
  if (standings.includes('denied') || standings.includes('tested'))
    return block(`**No, by your papers.** ${sayPassage(desk, passage)}`);
  return undefined;
}
