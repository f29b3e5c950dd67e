/** Which visit a question names: by what it is for, with whom, where, and by the trade of who is seen. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { stem } from '../../text/index.ts';
import type { Desk } from '../desk.ts';
import { stemsOf, withSynonyms } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { cueWords } from '../frames/cues.ts';
import type { EncounterView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { roleWords } from './roles.ts';

/** Whether a visit is the one that a question names: by what it is for, with whom, where. */
export function fits(desk: Desk, visit: EncounterView, frame: Frame): boolean {
  const said =
    `${visit.reason ?? ''} ${visit.name} ${desk.chart.people(visit.uuid).join(' ')} ${desk.chart.place(visit.uuid) ?? ''} ${roleWords(visit, desk)}`.toLowerCase();
  const all = wordsOf(frame);
  // "The bone needle": that something is injected says not which one.
  const telling = all.filter((word) => !isGeneric(word));
  const words = telling.length > 0 ? telling : all;
  const concepts = openCatalogue()
    .find(visit.reason ?? '')
    .map(({ concept }) => concept.id);
  const named = frame.subjects.some(
    ({ id, kind }) =>
      kind !== 'thing' && kind !== 'system' && concepts.some((concept) => openCatalogue().isA(concept, id)),
  );
  const alike = words
    .filter((word) => word.length > 3)
    .flatMap((word) => [...withSynonyms(new Map([[word, 1]])).keys()]);
  const stems = stemsOf(said);
  return (
    named ||
    alike.some((word) => word.length > 3 && (said.includes(word) || stems.has(word))) ||
    words.some((word) => word.length <= 3 && said.split(/[^\p{L}]+/u).includes(word))
  );
}

const GENERIC = new Set([...cueWords('forms'), ...cueWords('findings')].map(stem));

function isGeneric(word: string): boolean {
  return GENERIC.has(word) && !TELLING.has(word);
}

/** Of those, the ones that say themselves what is done. */
const TELLING = new Set(cueWords('telling').map(stem));

/** What was spoken of before is what "him" and "that one" mean. */
export function wordsOf({ text: said, subjects, inherited }: Frame): string[] {
  const text = inherited ? `${subjects.map((each) => each.text).join(' ')} ${said}` : said;
  const generic =
    /^(?:visit|appointment|check|checkup|see|seen|next|last|doctor|clinic|hospital|emergency|department|room|stay|time|again|review|upcoming|when|what)/;
  const titled = /\b(?:dr|doctor|nurse|prof|mr|mrs|ms)\.?\s+(\p{L}+)/iu.exec(text)?.[1]?.toLowerCase();
  const words = [...contentWords(text).keys()].filter((word) => word.length > 2 && !generic.test(word));
  return titled === undefined ? words : [titled, ...words];
}
