/** On which side something was or is, and who gave an organ: told by the entry itself, else by the paper that names it. */
import { nearnessTo } from '../../search/semantic/nearness.ts';
import { type Block, block, cite, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages, passagesOf } from '../evidence/passages.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { capital, lower, sayDate } from '../wording.ts';
import { otherSide } from './papers.ts';

const ASKS_SIDE = pattern('asks_side');
const SIDED = /\b(?:(left|right)(?:-sided)?|(both|bilateral))\b/i;

/** "Which side did they put the new kidney?" */
export function answerSide(desk: Desk, frame: Frame): Block | undefined {
  if (!ASKS_SIDE.test(frame.text)) return undefined;
  const named = frame.subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system');
  for (const subject of named) {
    const { procedures, conditions } = itemsFor(subject, desk.chart);
    const all = [
      ...procedures.map((item) => ({ item, time: item.time })),
      ...conditions.map((item) => ({ item, time: item.onset })),
    ].toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
    const told = all.find(({ item }) => SIDED.test(item.name));
    if (told !== undefined) {
      const side = SIDED.exec(told.item.name)!;
      return block(
        `**${capital((side[1] ?? 'both').toLowerCase())}: ${lower(told.item.name)}, ${sayDate(told.time)}.**${cite(desk, told.item, told.time)}`,
      );
    }
    const paper = findPassages(desk.chart, { concepts: [subject.id], words: new Map(), named: true }).find(
      ({ passage }) => SIDED.test(passage.text),
    );
    if (paper !== undefined) return block(`**${quotePassage(desk, paper.passage)}**`);
    if (all[0] !== undefined)
      return block(
        `**Your record does not say on which side: ${lower(all[0].item.name)}, ${sayDate(all[0].time)}.**${cite(desk, all[0].item, all[0].time)} I looked at the entry and your papers.`,
        [],
        'unclear',
      );
  }
  return named.every(({ kind }) => kind === 'observation') ? partByPapers(desk, frame) : undefined;
}

const WHICH_PART = /\b(?:which|what) (leg|arm|eye|knee|hip|ear|breast|foot|hand|lung|kidney|shoulder)\b/i;

/** "Which arm is off limits for cannulas?": the papers that tell that part by its side, the one nearest to the question first. */
function partByPapers(desk: Desk, frame: Frame): Block | undefined {
  const part = WHICH_PART.exec(frame.text)?.[1]?.toLowerCase();
  if (part === undefined) return undefined;
  const sided = new RegExp(
    `\\b(?:left|right)\\W+(?:\\w+\\W+){0,2}${part}\\b|\\b${part}\\b[^.;]{0,20}\\b(?:left|right)\\b`,
    'i',
  );
  const papers = passagesOf(desk.chart).filter(({ text }) => sided.test(text));
  const near = nearnessTo(
    frame.text,
    papers.map(({ text }) => text),
  );
  const [first, second] = papers
    .map((passage, at) => ({ passage, near: near[at] ?? 0 }))
    .toSorted((a, b) => b.near - a.near);
  if (first === undefined) return undefined;
  return block(`**${quotePassage(desk, first.passage)}**`, [
    otherSide(frame.text, first.passage.text),
    second === undefined ? undefined : sayPassage(desk, second.passage),
  ]);
}

const ASKS_DONOR = pattern('asks_donor');

/** "Who gave me the kidney?": what the record says of the donor, and that a donor's name is not in it. */
export function answerDonor(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ id }) => /^procedure:.*transplant/.test(id));
  if (subject === undefined || !ASKS_DONOR.test(frame.text)) return undefined;
  const [item] = itemsFor(subject, desk.chart).procedures;
  if (item === undefined) return undefined;
  const papers = findPassages(desk.chart, { concepts: [], words: new Map([['donor', 2]]) })
    .filter(({ passage }) => /\bdonor\b/i.test(passage.text) && NAMED.test(passage.text))
    .slice(0, 1);
  if (papers[0] !== undefined) return block(`**${quotePassage(desk, papers[0].passage)}**`);
  const number = numberFor(desk, item.concepts);
  const who = [doctorFor(desk, item.concepts) ?? 'the transplant team', number].filter((each) => each !== '');
  return block(
    `**No name of the donor is in your record: it says only ${lower(item.name)}, ${sayDate(item.time)}.**${cite(desk, item, item.time)} I looked through entries and papers and did not find it.`,
    [
      `Deceased donors stay anonymous; the transplant coordinator can pass on a letter to the donor family. Ask ${who.join(' or ')}.`,
    ],
    'absent',
  );
}

/** A relative or a name beside the word donor. */
const NAMED = /\b(?:brother|sister|mother|father|wife|husband|son|daughter|cousin|aunt|uncle|friend|living)\b/i;
