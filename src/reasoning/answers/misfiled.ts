/** "The letter says I am allergic to penicillin?": what stands in a paper of somebody else is said to be theirs. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { isOrdinaryWord } from '../../clinical/lexicon/ordinary.ts';
import { stem, wordsIn } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import type { Told } from '../concerns/types.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages, passagesOf, stemsOf } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import type { MisfiledView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { drugName, list, lower, sayDate } from '../wording.ts';

const OF_PAPERS = pattern('of_papers');
const NAMED = new Set<Subject['kind']>(['drug', 'drug_class', 'allergen', 'condition', 'procedure', 'observation']);
const MOST = 2;

/** Where the question is about what a paper says, and a paper of another names the thing. */
export function answerMisfiled(desk: Desk, frame: Frame): Block | undefined {
  const asked = namedIn(desk.frames);
  const paper = paperNaming(desk.chart, asked) ?? paperWording(desk);
  if (paper === undefined || frame !== desk.frames.find(({ act }) => act === 'ask')) return undefined;
  if (!OF_PAPERS.test(desk.message) && !isOnlyThere(desk, asked, paper.text)) return undefined;
  const own = findPassages(desk.chart, { concepts: asked, words: contentWords(desk.message), named: true })
    .slice(0, MOST)
    .map(({ passage }) => sayPassage(desk, passage));
  return block(
    `**No, if you mean the ${lower(paper.name)}${paper.time === null ? '' : ` of ${sayDate(paper.time)}`}: it is about somebody else and lies in this record by mistake.** It is headed "${paper.who}". I use nothing of it.`,
    [...own, ...ownSide(desk), 'Tell the practice that it is misfiled, so that nobody acts on it.'],
  );
}

function namedIn(frames: readonly Frame[]): string[] {
  return frames
    .flatMap(({ subjects }) => subjects)
    .filter(({ kind }) => NAMED.has(kind))
    .flatMap(({ id, alike = [] }) => [id, ...alike]);
}

/** "I saw BRCA2 detected in my papers": a word that only the other's paper holds, and no everyday one, is of that paper. */
function paperWording({ chart, message }: Desk): MisfiledView | undefined {
  if (!OF_PAPERS.test(message)) return undefined;
  const own = passagesOf(chart);
  const words = wordsIn(message)
    .map(({ lower }) => lower)
    .filter((word) => word.length >= LEAST_LETTERS && !isOrdinaryWord(word) && contentWords(word).size > 0);
  return chart.view.misfiled.find(({ text }) => {
    const held = stemsOf(text);
    return words.some((word) => held.has(stem(word)) && !own.some(({ stems }) => stems.has(stem(word))));
  });
}

const LEAST_LETTERS = 4;

function paperNaming({ view }: Chart, asked: readonly string[]): MisfiledView | undefined {
  const catalogue = openCatalogue();
  return view.misfiled.find(({ text }) =>
    catalogue
      .find(text)
      .some(({ concept }) => asked.some((id) => catalogue.isA(concept.id, id) || catalogue.isA(id, concept.id))),
  );
}

const DEEDS = new Set<Told['act']>(['took', 'double', 'missed', 'stopped']);

/** What a message passes on from the paper of somebody else is not told of this person; what was done because of it is. */
export function theirsIn(
  told: readonly Told[],
  frames: readonly Frame[],
  chart: Chart,
  message: string,
): ReadonlySet<string> {
  const isQuoted =
    OF_PAPERS.test(message) && frames.some(({ act }) => act === 'ask') && !told.some(({ act }) => DEEDS.has(act));
  const paper = isQuoted ? paperNaming(chart, namedIn(frames)) : undefined;
  // What somebody feels is their own, whatever another's paper names.
  const named = paper === undefined ? [] : openCatalogue().find(paper.text);
  return new Set(named.flatMap(({ concept: { id, kind } }) => (kind === 'symptom' ? [] : [id])));
}

const MOST_TAKEN = 8;
const HOW_MUCH = new Set<Frame['aspect']>(['value', 'trend', 'judge', 'result', 'dose']);

/** What holds of this person for what the other's paper names: taken or not, listed or not. */
function ownSide(desk: Desk): string[] {
  const named = desk.frames
    .flatMap(({ subjects }) => subjects)
    .filter(({ id }, at, all) => all.findIndex((each) => each.id === id) === at);
  const asksHowMuch = desk.frames.some(({ aspect }) => HOW_MUCH.has(aspect));
  const drugs = named
    .filter(({ kind }) => kind === 'drug' || kind === 'drug_class')
    .map((each) => `${asksHowMuch ? 'Your own record does not say how much. ' : ''}${ofDrug(desk, each)}`);
  const ills = named
    .filter((each) => each.kind === 'condition')
    .map((each) => {
      const [item] = itemsFor(each, desk.chart).conditions;
      return item === undefined
        ? `By your own record you have no ${nameOf(each.id)}.`
        : `Your own record does list ${lower(item.name)}${cite(desk, item, item.onset)}.`;
    });
  const values = named
    .filter(({ kind }) => kind === 'observation')
    .flatMap(({ id }) => {
      const last = readingsOf(desk.chart, id).at(-1);
      return last === undefined
        ? [`Your own record holds no ${nameOf(id)}.`]
        : [
            `Your own last ${nameOf(id)} was ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, nameOf(id))}.`,
          ];
    });
  return [...drugs, ...ills, ...values];
}

function ofDrug(desk: Desk, subject: Subject): string {
  const name = nameOf(subject.id);
  const all = itemsFor(subject, desk.chart).medicines;
  const held = all.find(({ status }) => status === 'taken');
  if (held !== undefined) return `Your own list does hold ${drugName(held.name)}${cite(desk, held, held.start)}.`;
  const [past] = all;
  if (past !== undefined)
    return `You do not take ${name} now: ${drugName(past.name)} is over in your record${past.end === null ? '' : ` since ${sayDate(past.end)}`}${cite(desk, past, past.end)}.`;
  const taken = desk.chart.view.medicines.filter(({ status }) => status === 'taken');
  const alike = taken.filter(({ concepts }) => concepts.some((id) => areAlike(id, subject.id)));
  const say = (items: typeof taken) =>
    list(items.map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`));
  if (alike.length > 0) return `You do not take ${name}; of that kind you take ${say(alike)}.`;
  return `You do not take ${name}${taken.length === 0 ? '' : `; your own list holds ${say(taken.slice(0, MOST_TAKEN))}`}.`;
}

/** Two medicines of one class. */
function areAlike(one: string, other: string): boolean {
  const classes = new Set([...openCatalogue().ancestors(other)].filter((id) => id.startsWith('class:')));
  return [...openCatalogue().ancestors(one)].some((id) => classes.has(id));
}

/** "What is my INR supposed to be?", "my PSA was 9.8": what was asked about stands in the paper of the other and nowhere else here. */
function isOnlyThere({ chart, told }: Desk, asked: readonly string[], text: string): boolean {
  const catalogue = openCatalogue();
  const { view } = chart;
  const held = [...view.conditions, ...view.medicines, ...view.allergies, ...view.procedures].flatMap(
    ({ concepts }) => concepts,
  );
  const isHeld = (id: string) =>
    (view.series.get(id)?.length ?? 0) > 0 ||
    held.some((each) => catalogue.isA(each, id) || catalogue.isA(id, each)) ||
    findPassages(chart, { concepts: [id], words: new Map(), named: true }).length > 0;
  const values = told.flatMap(({ act, value }) => (act === 'measured' && value !== undefined ? [value] : []));
  return (
    asked.length > 0 &&
    asked.every((id) => !isHeld(id)) &&
    asked.some((id) => MEASURED.test(id)) &&
    values.every((value) => text.includes(String(value)))
  );
}

const MEASURED = /^(?:observation|drug):/;
