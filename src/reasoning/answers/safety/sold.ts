/** "The green mama capsules from that flyer": what is sold under a name of its own is weighed by what its flyer says is in it. */
import { openCatalogue } from '../../../clinical/catalogue/index.ts';
import { isOrdinaryWord } from '../../../clinical/lexicon/ordinary.ts';
import { stem, wordsIn } from '../../../text/index.ts';
import { type Block, citePassage, type Desk } from '../../desk.ts';
import { type Passage, passagesOf, stemsOf } from '../../evidence/passages.ts';
import { isWord } from '../../frames/speech.ts';
import { asksToTake } from '../../frames/unnamed.ts';
import { pattern } from '../../patterns.ts';
import type { Frame, Subject } from '../../types.ts';
import { list, lower } from '../../wording.ts';
import { tell } from './telling.ts';
import { judge } from './verdict.ts';

const SPEAKS_OF_IT = pattern('speaks_of_flyer');
const LEAST_SHARED = 2;
const TAKEN = new Set(['drug', 'food', 'drug_class']);

export function answerSold(desk: Desk, frame: Frame): Block | undefined {
  if (frame.act !== 'ask' || !(frame.aspect === 'safe' || asksToTake(frame.text))) return undefined;
  const flyer = flyerOf(desk);
  const asked = flyer === undefined ? [] : contentsOf(flyer);
  if (flyer === undefined || asked.length === 0) return undefined;
  const verdict = judge(desk, frame, asked);
  const told = tell(desk, asked, verdict.answer === 'yes' ? { ...verdict, answer: 'ask' } : verdict);
  const holds = `By "${flyer.title}" it holds ${list(asked.map(({ text }) => lower(text)))}${citePassage(desk, flyer)}; what a flyer promises is no advice for you.`;
  return { ...told, body: [holds, ...told.body] };
}

/** The sentence of a flyer that shares a name with the message which none of this person's own papers uses. */
function flyerOf(desk: Desk): Passage | undefined {
  const all = passagesOf(desk.chart);
  const own = new Set(all.filter(({ printed }) => !printed).flatMap(({ stems }) => [...stems]));
  const said = [...stemsOf(desk.message)];
  const isSpokenOf = SPEAKS_OF_IT.test(desk.message);
  const isOrdinary = (stemmed: string) =>
    wordsIn(desk.message).some(({ lower: word }) => stem(word) === stemmed && (isWord(word) || isOrdinaryWord(word)));
  const names = all
    .filter(({ printed }) => printed)
    .map((passage) => {
      const shared = said.filter((word) => passage.stems.has(word) || stemsOf(passage.title).has(word));
      return {
        passage,
        shared: shared.length,
        named: isSpokenOf || shared.some((word) => !own.has(word) && !isOrdinary(word)),
      };
    });
  return names
    .filter(({ shared, named, passage }) => named && shared >= LEAST_SHARED && contentsOf(passage).length > 0)
    .toSorted((a, b) => b.shared - a.shared)[0]?.passage;
}

function contentsOf({ text }: Passage): Subject[] {
  const found = openCatalogue()
    .find(text)
    .filter(({ concept }) => TAKEN.has(concept.kind));
  return found
    .filter(({ concept }, at) => found.findIndex((each) => each.concept.id === concept.id) === at)
    .map(
      ({ concept, start, end }): Subject => ({
        id: concept.id,
        kind: concept.kind as Subject['kind'],
        as: 'itself',
        text: concept.name,
        start,
        end,
      }),
    );
}
