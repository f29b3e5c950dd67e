/** What is asked for by its own name and stands nowhere: it is denied, with what was looked at and what is nearest, not answered by something near. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { stem } from '../../text/index.ts';
import { type Block, block, cite, type Desk, nameOf, sayPassage } from '../desk.ts';
import { isEmpty, itemsFor } from '../evidence/items.ts';
import { observationsOf } from '../evidence/observed.ts';
import { findPassages, type Passage, passagesOf, stemsOf } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { type Asked, askedIn, entriesAsked, holds, isWithoutPart } from '../frames/asked.ts';
import { isCue } from '../frames/cues.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { lower, sayDate } from '../wording.ts';

const AWAITED = pattern('awaited_result');
const CODE = /\b(?=[A-Za-z\d*:-]*[A-Z]{2})[A-Z][A-Za-z\d*:-]{1,14}\b/g;
/** Short for no test: "my GP result", "OK". */
const NO_TEST = new Set(['gp', 'ok', 'uk', 'us', 'nhs', 'dr', 'id', 'er', 'ae', 'tv', 'pm', 'am']);
const OF_RESULTS = new Set<Frame['aspect']>(['value', 'result', 'when', 'trend', 'judge', 'about', 'have']);
const TESTED = /\b(?:results?|tests?|tested|levels?|values?|positive|negative|show\w*|count|scan|typing)\b/i;

const NARROWS = /(?:^|\s)[A-Z]{2}[A-Z\d]*[- ]$/;

export function denyCode(desk: Desk, { aspect, text, subjects }: Frame): Block | undefined {
  if (!OF_RESULTS.has(aspect) || !TESTED.test(text)) return undefined;
  // "JC virus": the code says which of the kind.
  const isOfKind = ({ start, kind }: Subject) => kind === 'thing' || NARROWS.test(text.slice(0, start));
  if (!subjects.every(isOfKind)) return undefined;
  const { view } = desk.chart;
  const held = [
    ...passagesOf(desk.chart).map((passage) => `${passage.title} ${passage.text}`),
    ...[...view.conditions, ...view.procedures, ...view.findings, ...view.medicines].map(({ name }) => name),
    ...view.series.keys(),
  ]
    .join('\n')
    .toLowerCase();
  const missing = [...text.matchAll(CODE)]
    .map(([code]) => code.replace(/[-:*]+$/, ''))
    .find(
      (code) =>
        !NO_TEST.has(code.toLowerCase()) &&
        openCatalogue().find(code).length === 0 &&
        !held.includes(code.toLowerCase()),
    );
  return missing === undefined
    ? undefined
    : block(
        `**There is no ${missing} result in your record.** I looked through results, findings, conditions and your papers and did not find it. If you have it on paper, type it here and I will keep it.`,
        [],
        'absent',
      );
}

const OF_FINDINGS = new Set<Frame['aspect']>([
  ...OF_RESULTS,
  'list',
  'overview',
  'said',
  'written',
  'since',
  'count',
  'extreme',
  'worry',
]);

/** "What did the liver biopsy show?" of somebody who had none: said so, though there is much about livers. */
export function missingIn(desk: Desk, frame: Frame): Asked | undefined {
  const asked = OF_FINDINGS.has(frame.aspect) ? askedIn(frame.text) : undefined;
  if (asked === undefined || /\bthing$/.test(asked.phrase) || isHeld(desk, frame, asked)) return undefined;
  return isNumber(asked) && paperOn(desk, asked) !== undefined ? undefined : asked;
}

export function denyAsked(desk: Desk, asked: Asked): Block {
  const paper = paperOn(desk, asked);
  if (paper !== undefined)
    return block(
      AWAITED.test(paper.text)
        ? `**The result is not in your record: it was still awaited.** ${sayPassage(desk, paper)} Ask those who sent it.`
        : `**Your papers speak of it: ${sayPassage(desk, paper)}** No such result is among your entries.`,
    );
  return block(
    `**There is no ${asked.phrase.replace(/\bmy\b/gi, 'your')} in your record.**${nearestTo(desk, asked)} I looked through results, procedures, findings, conditions and your papers and did not find it. If you have it on paper, type it here and I will keep it.`,
    [],
    'absent',
  );
}

function paperOn(desk: Desk, asked: Asked): Passage | undefined {
  const { chart } = desk;
  // "His prostate test": the measure that is meant has other names in papers.
  const meant = desk.frames
    .flatMap(({ subjects }) => subjects)
    .filter(({ kind, text }) => kind === 'observation' && asked.phrase.includes(text.toLowerCase()))
    .map(({ id }) => id);
  const measured = meant.length === 0 ? [] : findPassages(chart, { concepts: meant, words: new Map(), named: true });
  const [value] = measured.filter(({ passage }) => /\d/.test(passage.text));
  if (value !== undefined) return value.passage;
  const named = openCatalogue()
    .find(asked.phrase, { kinds: ['procedure'] })
    .filter(({ concept }) => holds(asked, stemsOf(concept.names.join(' '))));
  // What the catalogue knows by name is that thing alone: a gastroscopy is no colonoscopy.
  if (named.length > 0)
    return findPassages(chart, { concepts: named.map(({ concept }) => concept.id), words: new Map(), named: true })[0]
      ?.passage;
  const newest = (fits: (said: ReadonlySet<string>) => boolean) =>
    passagesOf(chart)
      .filter(({ text, title }) => fits(stemsOf(`${title} ${text}`)))
      .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))[0];
  return newest((said) => holds(asked, said)) ?? newest((said) => isWithoutPart(asked, said));
}

/** "The kidney number": a measure by the organ it speaks of. */
function isNumber({ phrase }: Asked): boolean {
  return /(?:number|score|count|level|value|reading|results?)$/.test(phrase);
}

function isHeld(desk: Desk, { subjects, inherited }: Frame, asked: Asked): boolean {
  if (inherited || entriesAsked(asked, desk.chart).length > 0) return true;
  const over = subjects.filter(({ start, end }) => start < asked.end && end > asked.start);
  return over.some((subject) => isOfSubject(desk, subject, asked));
}

function isOfSubject(desk: Desk, subject: Subject, asked: Asked): boolean {
  if (subject.kind === 'thing') return isPlainly(asked, subject);
  if (observationsOf(desk, [subject]).some((id) => readingsOf(desk.chart, id).length > 0))
    return isNumber(asked) || isPlainly(asked, subject);
  if (subject.kind === 'system') return false;
  const covers = isPlainly(asked, subject);
  const known =
    !isEmpty(itemsFor(subject, desk.chart)) ||
    findPassages(desk.chart, { concepts: [subject.id], words: new Map(), named: true }).length > 0;
  return covers && known && isOfPart(desk, subject, asked);
}

/** What was done to another part of the body is not what is asked for. */
function isOfPart({ chart }: Desk, subject: Subject, asked: Asked): boolean {
  const parts = asked.phrase.split(' ').filter((word) => isCue('parts', word));
  if (parts.length === 0) return true;
  const { procedures, findings } = itemsFor(subject, chart);
  const specific = parts.map((word) => stem(word));
  return (
    [...procedures, ...findings].some(({ name, uuid }) =>
      holds({ specific }, stemsOf(`${name} ${String(chart.property(uuid, 'text') ?? '')}`)),
    ) ||
    findPassages(chart, { concepts: [subject.id], words: new Map(), named: true }).some(({ passage }) =>
      holds({ specific }, stemsOf(`${passage.title} ${passage.text}`)),
    )
  );
}

/** The name covers all that says which one is meant: nothing is left over. */
function isPlainly(asked: Asked, { text, id }: Subject): boolean {
  const named = stemsOf(`${text} ${nameOf(id)}`);
  return asked.specific.every((word) => named.has(word));
}

function nearestTo(desk: Desk, asked: Asked): string {
  const { procedures, findings } = desk.chart.view;
  const [near] = [...procedures, ...findings]
    .filter(({ name }) => asked.specific.some((word) => holds({ specific: [word] }, stemsOf(name))))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  return near === undefined
    ? ''
    : ` The nearest: ${lower(near.name)}, ${sayDate(near.time)}${cite(desk, near, near.time)}.`;
}
