/** The case that a paper makes: from where it tells of the matter to where it says what is behind it. */
import { type Desk, quotePassage } from '../desk.ts';
import { mirroredBy } from '../evidence/measures.ts';
import { holdsName, namesOf, type Passage, passagesOf, stemsOf } from '../evidence/passages.ts';
import { isSentence } from '../evidence/sentences.ts';
import { contentWords } from '../evidence/words.ts';
import { daysBetween } from '../patient.ts';
import type { Subject } from '../types.ts';

const RECENT_DAYS = 200;
/** So many sentences lie at most between what is told and what is behind it. */
const FAR = 5;
const LONGEST = 640;

export interface Case {
  lead: string;
  text: string;
}

/** The newest paper that makes one; `asked` are the words of the question: a rare one of them is the matter too. */
export function caseMade(desk: Desk, subjects: readonly Pick<Subject, 'id' | 'text'>[], asked = ''): Case | undefined {
  const names = tellsOf(subjects);
  const rare = rareIn(desk, asked);
  const tells = (passage: Passage) => names(passage) || rare.some((word) => passage.stems.has(word));
  const papers = new Set(
    passagesOf(desk.chart)
      .filter(({ time, remark }) => !remark && time !== null && daysBetween(time, desk.now) < RECENT_DAYS)
      .toSorted((a, b) => b.time!.localeCompare(a.time!))
      .map(({ paper }) => paper),
  );
  for (const paper of papers) {
    const told = spanOf(paper, tells);
    if (told !== undefined)
      return { lead: 'Your papers say what is behind it', text: quotePassage(desk, told[0]!, told, LONGEST) };
  }
  return undefined;
}

const RARE = 4;
const LEAST_LETTERS = 4;

function rareIn({ chart }: Desk, asked: string): string[] {
  const passages = passagesOf(chart);
  return [...contentWords(asked).keys()].filter((word) => {
    const held = passages.filter(({ stems }) => stems.has(word)).length;
    return word.length >= LEAST_LETTERS && held > 0 && held <= RARE && !PLAIN.has(word);
  });
}

/** What a question for a cause is made of, whatever it is about. */
const PLAIN = stemsOf(
  'come came back again worse tablet tablets pill pills skip skips still getting keeps always never test tests',
);

/** The concept by any name, what mirrors it, and the word that was asked with. */
function tellsOf(subjects: readonly Pick<Subject, 'id' | 'text'>[]): (passage: Passage) => boolean {
  const names = [
    ...subjects.flatMap(({ id }) => mirroredBy(id)).flatMap(namesOf),
    ...subjects.map(({ text }) => ({ stems: [...stemsOf(text)] })),
  ];
  return ({ stems }) => holdsName(names, stems);
}

/** From the last mention before a sentence that blames, to that sentence and the one that draws the consequence. */
function spanOf(paper: readonly Passage[], tells: (passage: Passage) => boolean): Passage[] | undefined {
  for (const [at, each] of paper.entries()) {
    if (!isSentence('blaming', each.text)) continue;
    const from = paper.findLastIndex((one, place) => place <= at && place >= at - FAR && tells(one));
    if (from < 0) continue;
    const span = paper.slice(from, at + 2);
    return lengthOf(span) <= LONGEST ? span : paper.slice(from, at + 1);
  }
  return undefined;
}

function lengthOf(passages: readonly Passage[]): number {
  return passages.reduce((sum, { text }) => sum + text.length, 0);
}
