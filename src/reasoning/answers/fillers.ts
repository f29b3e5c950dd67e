/**
 * "Which of my pills has lactose in it?": what beside the medicine is in it stands on the leaflet of the brand and in no
 * record, so it is neither said to be there nor to be missing.
 */
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { drugName, list, lower } from '../wording.ts';
import { medicinesOf } from './medicines.ts';

const ASKS = pattern('asks_of_fillers');
const FILLER = pattern('fillers');
const MOST = 12;

export function answerFillers(desk: Desk, { text, subjects }: Frame): Block | undefined {
  const filler = FILLER.exec(text)?.[0];
  if (filler === undefined || !ASKS.test(text)) return undefined;
  const named = medicinesOf(
    desk,
    subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class'),
  );
  const taken = (named.length > 0 ? named : desk.chart.view.medicines).filter(({ status }) => status === 'taken');
  const what = lower(filler);
  const allergy = desk.chart.view.allergies.find(
    ({ name, status }) => status === 'active' && name.toLowerCase().includes(what),
  );
  const papers = findPassages(desk.chart, { concepts: [], words: contentWords(what), named: true }).slice(0, 2);
  return block(
    `**That I cannot tell from your record: it names the medicines, not what else is in them. Whether ${what} is in one depends on the maker, the strength and the form.**`,
    [
      allergy === undefined
        ? undefined
        : `Your record lists an allergy to ${lower(allergy.name)}${cite(desk, allergy)}: say so each time.`,
      ...papers.map(({ passage }) => sayPassage(desk, passage)),
      taken.length === 0
        ? undefined
        : `Ask a pharmacist to look through ${list(taken.slice(0, MOST).map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`))}; the leaflet in the box lists it under "Contents of the pack" or "Inactive ingredients". Ask again when a refill looks different, and do not leave a medicine out before you know.`,
    ],
  );
}
