/** What to watch at home and when to call: the instructions and thresholds that papers give, newest first; else the reference. */

import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { searchKnowledge } from '../../knowledge/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { concernsOf, sayConcern } from '../concern.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf, quotePassage, sayPassage } from '../desk.ts';
import { knowledgeOf, sectionOf } from '../evidence/effects.ts';
import { itemsFor } from '../evidence/items.ts';
import { type Found, findPassages, passagesOf } from '../evidence/passages.ts';
import { readingsOf, sayFlag } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, lower, sayDate } from '../wording.ts';

const DAILY =
  /\b(?:every (?:day|morning|evening|night)|each (?:day|morning|evening)|daily|weigh|diary|write (?:it )?(?:down|in)|look at|measure|dip|feel the)\b/i;
const CALLS =
  /\b(?:call|ring|phone|contact|emergency|hospital|straight to|come (?:in|at once)|same day|at once|go to|urgent(?:ly)?|sent to us|show (?:us|me)|tell us|let us know|be seen)\b/i;
/** What is done with a medicine in a case: it is left out, paused, stopped. */
const ADAPTS = /\b(?:leaves? out|left off|pauses?|stops?|hold|holds|skips?|doubles?)\b/i;
const BOUND = /\b(?:if|when|above|below|over|under|more than|less than|or more|or less|any|with|after)\b|\d|:/i;
const NARRATES = pattern('narrates');
const MOST = 4;

export function answerWatch(desk: Desk, frame: Frame): Block | undefined {
  if (frame.subjects.length > 0 && frame.subjects.every(({ id }) => id === 'thing:medicines')) {
    const watched = watchMedicines(desk);
    if (watched !== undefined) return watched;
  }
  const ofKin = watchForKin(desk, frame);
  if (ofKin !== undefined) return ofKin;
  const concepts = meantIn(frame);
  const found = findPassages(desk.chart, { concepts, words: contentWords(frame.text), text: frame.text, wide: true });
  const known = new Map(found.map((each) => [each.passage, each] as const));
  const every = passagesOf(desk.chart).map(
    (passage): Found => known.get(passage) ?? { passage, score: 0, shared: [], named: false, near: 0 },
  );
  const all = every.filter(
    ({ passage: { text, remark }, named }) =>
      !remark &&
      !NARRATES.test(text) &&
      (DAILY.test(text) || (CALLS.test(text) && BOUND.test(text)) || (named && ADAPTS.test(text) && BOUND.test(text))),
  );
  const named = all.filter((each) => each.named);
  const near = all.filter((each) => each.near >= LEAST_NEAR);
  const about = named.length > 0 ? [...new Set([...named, ...near])] : near;
  const general = concepts.length > 0 && about.length === 0 ? fromReference(desk, frame) : undefined;
  if (general !== undefined) return general;
  const chosen = [...(concepts.length > 0 ? about : all)].toSorted(byWeight).slice(0, MOST);
  const [first, ...others] = chosen;
  if (first === undefined) return fromReference(desk, frame);
  return block(`**${quotePassage(desk, first.passage)}**`, [
    ...others.map(({ passage }) => sayPassage(desk, passage)),
    ...frame.subjects.filter(({ kind }) => kind === 'drug').flatMap(({ id }) => reportOf(desk, [id])),
    'What frightens you, or comes on fast, needs no list: call.',
  ]);
}

const LEAST_NEAR = 0.4;
const ANY_INJECTION = 'procedure:injection';

/** "The bone injection": of a medicine, not of whatever is injected. */
function meantIn({ subjects }: Frame): string[] {
  const named = subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system').map(({ id }) => id);
  const others = named.filter((id) => id !== ANY_INJECTION);
  return others.length > 0 ? others : named;
}

/** When to be seen with a medicine, by its entry in the reference. */
function reportOf(desk: Desk, concepts: readonly string[]): string[] {
  const entry = knowledgeOf(concepts);
  const care =
    entry === undefined ? undefined : (sectionOf(entry, 'when to seek care') ?? sectionOf(entry, 'side effects'));
  return entry === undefined || care === undefined
    ? []
    : [`With ${nameOf(concepts[0]!)}: ${lower(sentencesOf(care).slice(0, 2).join(' '))}${desk.notes.knowledge(entry)}`];
}

/** What papers say to watch for where the very thing is named: before what holds for everybody. */
export function answerWatchNamed(desk: Desk, frame: Frame): Block | undefined {
  if (frame.aspect !== 'watch' || !frame.subjects.some(({ kind }) => TREATED.has(kind))) return undefined;
  const found = findPassages(desk.chart, {
    concepts: meantIn(frame),
    words: new Map(),
    wide: true,
    named: true,
  }).filter(({ passage: { text, remark } }) => !remark && !NARRATES.test(text) && CALLS.test(text) && BOUND.test(text));
  return found.length === 0 ? undefined : answerWatch(desk, frame);
}

const TREATED = new Set<Frame['subjects'][number]['kind']>(['drug', 'drug_class', 'procedure', 'vaccine']);

/** An illness that somebody else in the family has: its signs, and what papers plan because of it. */
function watchForKin(desk: Desk, { subjects }: Frame): Block | undefined {
  const kin = subjects.find(
    (subject) =>
      subject.kind === 'condition' &&
      itemsFor(subject, desk.chart).conditions.length === 0 &&
      desk.told.some(({ concept, act }) => concept === subject.id && act === 'exposed'),
  );
  const [entry] = kin === undefined ? [] : searchKnowledge(nameOf(kin.id), { limit: 1 });
  const said = entry?.whole
    ? ['symptoms', 'when to seek care'].flatMap((part) => entry.sections.find(({ name }) => name === part)?.text ?? [])
    : [];
  if (kin === undefined || entry === undefined || said.length === 0) return undefined;
  const papers = findPassages(desk.chart, { concepts: [kin.id], words: new Map(), named: true, wide: true })
    .filter(({ passage }) => !passage.remark && PLANS.test(passage.text))
    .slice(0, 2);
  return block(`**Signs of ${nameOf(kin.id)} to watch for: ${lower(said[0]!)}**${desk.notes.knowledge(entry)}`, [
    ...said.slice(1),
    ...papers.map(({ passage }) => sayPassage(desk, passage)),
    'What is new or changes: have it seen, also between checks.',
  ]);
}

const PLANS = pattern('plans_checks');
const MOST_MEDICINES = 8;

/** Of each medicine what it is followed by, with the last value, and what to report; then what stands out for this person. */
function watchMedicines(desk: Desk): Block | undefined {
  const { view } = desk.chart;
  const taken = view.medicines.filter(({ status, concepts }) => status === 'taken' && concepts.length > 0);
  if (taken.length === 0) return undefined;
  const concerns = concernsOf(view, [], [], [])
    .filter(
      ({ severity, concepts }) =>
        severity !== 'worth_knowing' && taken.some((item) => item.concepts.some((id) => concepts.includes(id))),
    )
    .slice(0, 3);
  const lines = taken.slice(0, MOST_MEDICINES).map((item) => {
    const followed = [
      ...new Set(
        item.concepts.flatMap((id) =>
          openCatalogue()
            .monitoring(id)
            .map(({ observation }) => observation),
        ),
      ),
    ];
    const values = followed.flatMap((id) => {
      const last = readingsOf(desk.chart, id).at(-1);
      return last === undefined
        ? []
        : [
            `${nameOf(id)} ${last.shown} on ${sayDate(last.time)}${last.flag === undefined || last.flag === 'normal' ? '' : `, ${sayFlag(last.flag)}`}${citeReading(desk, last, nameOf(id))}`,
          ];
    });
    const entry = knowledgeOf(item.concepts);
    const care =
      entry === undefined ? undefined : (sectionOf(entry, 'when to seek care') ?? sectionOf(entry, 'side effects'));
    const report =
      entry === undefined || care === undefined
        ? ''
        : ` ${capital(sentencesOf(care)[0] ?? '')}${desk.notes.knowledge(entry)}`;
    return `- **${capital(drugName(item.name))}**${cite(desk, item, item.start)}:${values.length === 0 ? '' : ` followed by ${values.slice(0, 3).join('; ')}.`}${report}`;
  });
  const lead =
    concerns.length === 0
      ? 'Nothing in your record makes one of your medicines a danger now; this is what belongs to each'
      : `${concerns.length === 1 ? 'One thing stands' : `${concerns.length} things stand`} out in your medicines`;
  return {
    ...block(`**${lead}.**`, [...concerns.map((concern) => sayConcern(desk, concern)), lines.join('\n')]),
    tells: concerns.map(({ key }) => key),
  };
}

const MOST_SCORE = 10;

function byWeight(a: Found, b: Found): number {
  const weight = ({ passage, score }: Found) =>
    (DAILY.test(passage.text) ? 2 : 0) + (CALLS.test(passage.text) ? 1 : 0) + Math.min(score, MOST_SCORE) / 2;
  return weight(b) - weight(a) || (b.passage.time ?? '').localeCompare(a.passage.time ?? '');
}

/** Papers say nothing: when to be seen with what the record lists. */
function fromReference(desk: Desk, { subjects }: Frame): Block | undefined {
  const named = subjects.filter(({ kind }) => kind === 'condition').map(({ id }) => id);
  const own = desk.chart.view.conditions
    .filter(({ status }) => status === 'active')
    .flatMap(({ concepts }) => concepts);
  const meant = named.length > 0 || subjects.some(({ kind }) => kind === 'procedure') ? named : own;
  if (meant.length === 0) return fromConcerns(desk, subjects);
  const lines = meant.slice(0, 4).flatMap((id) => {
    const [entry] = searchKnowledge(nameOf(id), { limit: 1 });
    const care = entry?.whole ? entry.sections.find(({ name }) => name === 'when to seek care') : undefined;
    return entry === undefined || care === undefined
      ? []
      : [`With ${nameOf(id)}: ${lower(sentencesOf(care.text).slice(0, 2).join(' '))}${desk.notes.knowledge(entry)}`];
  });
  return lines.length === 0
    ? undefined
    : block('**Your papers give no instructions for home; in general this is when to be seen.**', lines);
}

/** What is to be minded about what somebody is going to do: a journey, a fast. */
function fromConcerns(desk: Desk, subjects: Frame['subjects']): Block | undefined {
  const ids = subjects.map(({ id }) => id);
  const found = concernsOf(desk.chart.view, desk.told, ids, []).filter(({ concepts }) =>
    concepts.some((id) => ids.includes(id)),
  );
  const [first, ...rest] = found.slice(0, 3);
  if (first === undefined) return undefined;
  return {
    ...block(
      sayConcern(desk, first, true),
      rest.map((concern) => sayConcern(desk, concern)),
    ),
    tells: found.map(({ key }) => key),
  };
}
