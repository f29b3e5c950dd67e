/** "There is no X in your record": said only after closure, what is over, what shows it, words and papers were all looked through. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { doctorFor } from '../evidence/contact.ts';
import { actsOn, isInfluence } from '../evidence/influences.ts';
import { isEmpty, itemsFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { findPassages, holdsName, isTitled, passagesOf, stemsOf } from '../evidence/passages.ts';
import { isPlan } from '../evidence/plans.ts';
import { readingsOf, sayFlag } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import { isInside } from '../frames/scope.ts';
import { termsIn } from '../glossary/index.ts';
import { type ConditionView, daysBetween, type EncounterView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, list, lower, sayDate, sayNone } from '../wording.ts';
import { tellDerived } from './derived.ts';
import { sayDistorted } from './misleading.ts';
import { settleByPapers } from './settled.ts';

/** A larger kind ("heart medicine") makes no two of it near each other. */
const MOST_ALIKE = 60;

export function denyMeasure(desk: Desk, frame: Frame, observations: readonly string[]): Block {
  const derived = tellDerived(desk, observations);
  if (derived !== undefined) return derived;
  const catalogue = openCatalogue();
  const asked = frame.subjects
    .filter(({ kind }) => kind === 'observation')
    .map(({ text, id }) =>
      text.toLowerCase() === nameOf(id).toLowerCase() || text.length > 12 ? lower(text) : `${text} (${nameOf(id)})`,
    );
  const names = (asked.length > 0 ? asked : observations.map(nameOf)).slice(0, 2);
  const finding = desk.chart.view.findings.find(
    (item) =>
      item.concepts.some((id) => observations.includes(id)) ||
      frame.subjects.some(({ text }) => item.name.toLowerCase().includes(text.toLowerCase())),
  );
  if (finding !== undefined)
    return block(
      `**Your ${lower(finding.name)} of ${sayDate(finding.time)} says: ${finding.text}.**${cite(desk, finding, finding.time)}`,
    );
  const papers = findPassages(desk.chart, { concepts: observations, words: new Map(), named: true }).filter(
    ({ passage }) => /\d/.test(passage.text),
  );
  const [paper] = papers;
  if (
    paper !== undefined &&
    frame.aspect !== 'goal' &&
    (PLANNED.test(paper.passage.text) || isPlan(paper.passage.text))
  )
    return block(
      `**There is no ${names.join(' or ')} result in your record; a paper names it as something to do.** ${sayPassage(desk, paper.passage)}`,
    );
  if (paper !== undefined)
    return block(
      `**There is no ${names.join(' or ')} among your results; a paper names it.** ${sayPassage(desk, paper.passage)}`,
    );
  const parents = observations.flatMap((id) => [...catalogue.ancestors(id)]);
  const kin =
    observations.flatMap((id) => measureWords.nearest[id] ?? []).find((id) => desk.chart.view.series.has(id)) ??
    [...desk.chart.view.series.keys()].find((id) =>
      [...catalogue.ancestors(id)].some(
        (each) =>
          parents.includes(each) && each !== 'observation:other_measurement' && each !== 'observation:vital_signs',
      ),
    );
  const near = kin === undefined ? undefined : readingsOf(desk.chart, kin).at(-1);
  const nearest =
    near === undefined
      ? ''
      : ` The nearest: ${nameOf(kin!)} ${near.shown} on ${sayDate(near.time)}${citeReading(desk, near, nameOf(kin!))}.`;
  return block(
    `**${capital(sayNone(names.join(' or ')))} in your record.**${nearest} I looked through results under all their names and through your papers and did not find it. If you have it on paper, type it here and I will keep it.`,
    observations.slice(0, 1).flatMap((id) => sayDistorted(desk, id)),
    'absent',
  );
}

const PLANNED = /\b(?:if|should|to be|will|plan\w*|before|next|ask\w*|repeat|order\w*|due|whether|booked)\b/i;

/** What was written on the day of a visit or in the week after. */
function papersAt(desk: Desk, time: string | null): string[] {
  if (time === null) return [];
  return passagesOf(desk.chart)
    .filter(
      (passage) =>
        !passage.remark &&
        passage.time !== null &&
        daysBetween(time, passage.time) > -1.5 &&
        daysBetween(time, passage.time) < 8,
    )
    .slice(0, 2)
    .map((passage) => sayPassage(desk, passage));
}

/** The value that would show it, where it was measured. */
function shownValue(desk: Desk, { id, kind }: Subject): string {
  if (kind !== 'condition') return '';
  const shown = openCatalogue()
    .shownBy(id)
    .map((each) => ({ id: each.id, last: readingsOf(desk.chart, each.id).at(-1) }))
    .find(({ last }) => last !== undefined);
  return shown?.last === undefined
    ? ''
    : ` What would show it: ${nameOf(shown.id)} ${shown.last.shown} on ${sayDate(shown.last.time)}${citeReading(desk, shown.last, nameOf(shown.id))}.`;
}

const SIGN_DAYS = 730;

/** A value of the last years that lies on the side on which the condition would push it: a bare "no" would be heard as "healthy". */
function signOf(desk: Desk, { id, kind }: Subject): string | undefined {
  if (kind !== 'condition') return undefined;
  return openCatalogue()
    .shownBy(id)
    .flatMap((shown) => {
      const last = readingsOf(desk.chart, shown.id).at(-1);
      const way = last?.flag?.endsWith('high') ? 'up' : last?.flag?.endsWith('low') ? 'down' : undefined;
      if (last === undefined || way === undefined || daysBetween(last.time, desk.now) > SIGN_DAYS) return [];
      const isKnown = actsOn(id, shown.id, 'up') || actsOn(id, shown.id, 'down');
      return isKnown && !actsOn(id, shown.id, way)
        ? []
        : [
            `${nameOf(shown.id)} ${last.shown} on ${sayDate(last.time)} is ${sayFlag(last.flag)}${citeReading(desk, last, nameOf(shown.id))}`,
          ];
    })[0];
}

function timeOf(item: object): string {
  const { time, onset, start } = item as Partial<Record<'time' | 'onset' | 'start', string | null>>;
  const at = time ?? onset ?? start;
  return at ? `, ${sayDate(at)}` : '';
}

/** What was done or noted that shares a word with the question: "no MRI of the knee; an X-ray of the knee of 3 May". */
function nearBy(desk: Desk, { text }: Frame): string {
  const words = [...contentWords(text).keys()];
  const { procedures, findings } = desk.chart.view;
  const [near] = [...procedures, ...findings]
    .filter(({ name }) => words.some((word) => stemsOf(name).has(word)))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  return near === undefined
    ? ''
    : ` The nearest: ${lower(near.name)}, ${sayDate(near.time)}${cite(desk, near, near.time)}.`;
}

/** When it was, or how often, by the visits that were for it: newest first. */
function tellVisits(desk: Desk, { aspect, scope }: Frame, subject: Subject): Block | undefined {
  if (aspect !== 'when' && aspect !== 'count') return undefined;
  const visits = itemsFor(subject, desk.chart)
    .visits.filter(({ time }) => isInside(time, scope))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  const [last, ...others] = visits;
  if (last === undefined) return undefined;
  const say = (each: EncounterView) =>
    `${sayDate(each.time)}: ${lower(each.reason ?? each.name)}${cite(desk, each, each.time)}`;
  const lead =
    aspect === 'count'
      ? `${visits.length === 1 ? 'Once' : `${visits.length} times`} by your visits${scope.say ? ` ${scope.say}` : ''}, the last on ${say(last)}`
      : `The last was on ${say(last)}`;
  const told = block(`**${lead}.**`, [
    others.length === 0 ? undefined : `Before that: ${list(others.slice(0, 4).map(say))}.`,
    ...papersAt(desk, last.time),
  ]);
  const day = last.time?.slice(0, 10);
  return day === undefined ? told : { ...told, at: { from: day, to: day } };
}

const MOST_BEHIND = 2;

/** "How long has my heart been irregular?": a complaint on no list that an illness of the record is known for. */
function illsBehind({ chart }: Desk, { kind, id }: Subject) {
  if (kind !== 'symptom') return [];
  return chart.view.conditions
    .filter(({ status, concepts }) => status === 'active' && isInfluence(concepts, id))
    .toSorted((a, b) => (a.onset ?? '~').localeCompare(b.onset ?? '~'))
    .slice(0, MOST_BEHIND);
}

/** Nothing by closure: papers may still know it; what comes nearest is told. */
export function denyThing(desk: Desk, frame: Frame, subject: Subject): Block {
  const catalogue = openCatalogue();
  const name =
    (subject.kind === 'condition' || subject.kind === 'procedure' || subject.kind === 'symptom') &&
    openCatalogue().get(subject.id) !== undefined
      ? nameOf(subject.id)
      : lower(subject.text);
  const seen = tellVisits(desk, frame, subject);
  if (seen !== undefined) return seen;
  const written = tellWritten(desk, subject);
  if (written !== undefined) return written;
  const isVaccine = subject.kind === 'vaccine' || VACCINATED.test(frame.text);
  const papers = findPassages(desk.chart, {
    concepts: [subject.id],
    words: contentWords(subject.text),
    named: true,
  }).filter(({ passage }) => !isVaccine || VACCINATED.test(passage.text));
  const settled = settleByPapers(desk, frame, subject, papers);
  if (settled !== undefined) return settled;
  const [paper] = papers;
  const quoted = paper === undefined ? '' : sayPassage(desk, paper.passage);
  // Another part of the message has quoted it: what is said above holds here too.
  if (paper !== undefined && quoted === '' && desk.frames.length > 1) return block('', [], 'answered');
  if (paper !== undefined)
    return block(
      `**No entry of your record holds ${name}: there is no diagnosis and no result of it, but your papers speak of it.** ${quoted}`,
      papers.slice(1, 2).map(({ passage }) => sayPassage(desk, passage)),
    );
  const held = itemsFor(subject, desk.chart);
  const [visit] = held.visits;
  if (visit !== undefined)
    return block(
      `**${frame.aspect === 'have' ? 'Yes: your' : 'Your'} record has a visit for it on ${sayDate(visit.time)}: ${lower(visit.reason ?? visit.name)}.**${cite(desk, visit, visit.time)}`,
      papersAt(desk, visit.time),
    );
  const ills = illsBehind(desk, subject);
  if (ills.length > 0)
    return block(
      `**Your lists do not name ${name}; ${list(ills.map((each) => `your ${lower(each.name)}${each.onset === null ? '' : `, since ${sayDate(each.onset)},`}${cite(desk, each, each.onset)}`))} can bring it on.**`,
    );
  const given = isVaccine ? vaccinesGiven(desk) : undefined;
  // "Any concern about it?" is not answered by what was never diagnosed.
  const isFeared = CONCERN.test(frame.text);
  const denied = isFeared
    ? `No diagnosis of ${name} is`
    : frame.aspect === 'have' || frame.aspect === 'take'
      ? `No: ${sayNone(name)}`
      : capital(sayNone(name));
  const parent = catalogue
    .get(subject.id)
    ?.parents.find(
      (id) =>
        catalogue.descendants(id).size < MOST_ALIKE && !isEmpty(itemsFor({ id, as: 'itself', text: '' }, desk.chart)),
    );
  const near =
    parent === undefined
      ? []
      : [
          ...itemsFor({ id: parent, as: 'itself', text: '' }, desk.chart).conditions,
          ...itemsFor({ id: parent, as: 'itself', text: '' }, desk.chart).procedures,
        ].slice(0, 2);
  const sign = frame.aspect === 'have' ? signOf(desk, subject) : undefined;
  if (sign !== undefined)
    return block(
      `**Not as a diagnosis: ${sayNone(name)} in your record, but ${sign}, which can be a sign of it.** One value alone proves nothing: ask ${doctorFor(desk, [subject.id]) ?? 'your doctor'} in the next days whether it should be looked into.`,
    );
  const shared = nearBy(desk, frame);
  const nearest =
    shared !== '' || near.length === 0
      ? shared
      : ` The nearest: ${list(near.map((item) => `${lower(item.name)}${timeOf(item)}${cite(desk, item)}`))}.`;
  return block(
    `**${denied} in your record.**${nearest}${shownValue(desk, subject)} I looked through conditions and medicines, also those that are over, results and your papers, and did not find it.`,
    [given],
    'absent',
  );
}

/** An entry whose own name says it ("latent tuberculosis") is no absence, whatever code it bears. */
function tellWritten(desk: Desk, { id, kind, text }: Subject): Block | undefined {
  if (kind !== 'condition') return undefined;
  const names = [text, nameOf(id), ...(openCatalogue().get(id)?.names ?? [])]
    .map((name) => [...stemsOf(name.replaceAll('"', ''))])
    .filter((stems) => stems.some((each) => each.length > 3));
  const held = desk.chart.view.conditions.filter(({ name }) => {
    const stems = stemsOf(name);
    return names.some((each) => each.every((stem) => stems.has(stem)));
  });
  if (held.length === 0) return undefined;
  const said = held.map((item) => `${lower(item.name)} (${spanOf(item)})${cite(desk, item, item.onset)}`);
  return block(
    `**Your record has ${list(said)}.**`,
    held.map(({ note }) => (note === null ? undefined : quoteNote(note))),
  );
}

function spanOf({ onset, end, status }: ConditionView): string {
  const over = end === null ? (status === 'resolved' ? 'over' : undefined) : `until ${sayDate(end)}`;
  const said = [onset === null ? undefined : `since ${sayDate(onset)}`, over].filter((each) => each !== undefined);
  return said.length === 0 ? 'no date is given' : said.join(', ');
}

const quoteNote = (note: string) => `The remark on it says: "${note}"`;

const CONCERN = pattern('asks_concern');
const VACCINATED = /\b(?:vaccin\w*|immuni[sz]\w*|jabs?|shots?)\b/i;

/** What was given instead of the vaccine that is not there. */
function vaccinesGiven(desk: Desk): string | undefined {
  const all = desk.chart.view.immunisations.toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  const newest = all.filter(({ name }, at) => all.findIndex((each) => each.name === name) === at).slice(0, 6);
  if (newest.length === 0) return 'It lists no vaccination at all.';
  return `It lists ${list(newest.map((item) => `${lower(item.name)} (${sayDate(item.time)})${cite(desk, item, item.time)}`))}.`;
}

const OF_FINDINGS = new Set<Frame['aspect']>(['result', 'said']);

/** "What did my DaTSCAN say?", where no entry and no paper names one: what other papers say of scans is no answer. */
export function denyTerm({ chart }: Desk, { aspect, text, subjects }: Frame): Block | undefined {
  if (!OF_FINDINGS.has(aspect) || subjects.some(({ kind }) => kind !== 'thing' && kind !== 'system')) return undefined;
  const [term] = termsIn(text);
  if (term === undefined) return undefined;
  const names = term.says.map((name) => ({ stems: [...stemsOf(name.replaceAll('"', ''))] }));
  if (passagesOf(chart).some((passage) => holdsName(names, passage.stems) || isTitled(names, passage)))
    return undefined;
  return block(
    `**There is no ${term.says[0]!.replaceAll('"', '')} in your record.** I looked through procedures, results and your papers and did not find it. If one was done, ask where it was done for the report.`,
    [],
    'absent',
  );
}
