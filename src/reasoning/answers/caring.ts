/** How somebody keeps well in what is asked about: what their papers say of it first, then what their illnesses and medicines ask for, what is due, and what is for everybody. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Advice, adviceFor, asking, careAsked, seeksToKeep } from '../care/index.ts';
import { type Block, block, type Desk, isPaper, nameOf, sayPassage } from '../desk.ts';
import { doctorFor } from '../evidence/contact.ts';
import { type Passage, passagesOf, stemsOf } from '../evidence/passages.ts';
import { guardFor } from '../glossary/guards.ts';
import { pattern } from '../patterns.ts';
import { type Due, scheduleFor } from '../schedule/index.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, list, lower } from '../wording.ts';
import { sayComplete, sayLater } from './awaited.ts';
import { dueByPapers, isOfRow, sayDue, sayPaperDue } from './checks.ts';
import { cancerDues, isPlanning } from './due.ts';
import { answerPrevent } from './prevention.ts';
import { tellVaccines } from './vaccines.ts';

const MOST_ROWS = 6;
const MOST_PAPERS = 3;
const MOST_DUE = 5;

export function answerCare(desk: Desk, frame: Frame): Block | undefined {
  if (frame.act !== 'ask' || frame.inherited || isPlanning(frame)) return undefined;
  const domains = careAsked(frame, toldBefore(desk, frame));
  if (domains.includes('vaccines') && CHECKS.test(frame.text)) return undefined;
  if (guardFirst(frame, domains)) return answerPrevent(desk, frame);
  if (domains.includes('vaccines') && !frame.subjects.some(({ kind }) => kind === 'vaccine'))
    return tellVaccines(desk, frame);
  if (domains.length > 0 && !domains.includes('vaccines')) return tellDomains(desk, frame, domains);
  const hasGuard = frame.subjects.some(({ kind }) => kind === 'condition' || kind === 'procedure');
  return hasGuard && seeksToKeep(frame) ? answerPrevent(desk, frame) : undefined;
}

/** "Which checks or vaccines": all of it. */
const CHECKS = /\b(?:checks?|check-?ups?|tests?|screenings?)\b/i;

/** An illness that is to be kept away says more than the part of the body that it sits in. */
function guardFirst({ subjects }: Frame, domains: readonly string[]): boolean {
  return (
    domains.length > 0 &&
    domains.every((domain) => asking.domains[domain]!.checks !== undefined) &&
    subjects.some(({ id, kind }) => kind === 'condition' && guardFor(id) !== undefined)
  );
}

/** What the message tells before the question: the journey, the heat, the swimming. */
function toldBefore({ frames }: Desk, frame: Frame): string {
  return frames
    .filter(({ start }) => start < frame.start)
    .map(({ text }) => text)
    .join(' ');
}

function tellDomains(desk: Desk, frame: Frame, domains: readonly string[]): Block | undefined {
  const all = domains.flatMap((domain) => adviceFor(domain, desk.chart.view, desk.told));
  const rows = byAsked(all, frame).slice(0, MOST_ROWS);
  const papers = papersOn(desk, frame, domains).map((passage) => sayPassage(desk, passage));
  const due = dueIn(desk, domains);
  if (rows.length + due.length + papers.length === 0) return undefined;
  const title = domains.map((domain, at) =>
    at === 0 ? asking.domains[domain]!.title : lower(asking.domains[domain]!.title),
  );
  const overdue = due.filter(({ isDue }) => isDue);
  const isChecks = domains.includes('cancer');
  /** What one's own paper wants sooner is not put off by what is usual. */
  const byPapers = isChecks ? [...new Set([...dueByPapers(desk, due), ...cancerDues(desk)])] : [];
  const own = byPapers.filter((each) => !overdue.some((one) => isOfRow(one, each)));
  const later = due.filter((one) => !one.isDue && one.next !== undefined && !own.some((each) => isOfRow(one, each)));
  const [first, ...others] = rows;
  const rest = isChecks ? rows : others;
  const names = [...own.map(({ concept }) => nameOf(concept)), ...overdue.map(({ row }) => row.what)];
  const checks = names.length === 0 ? 'nothing that I know of is due now' : list(names);
  const lead =
    first === undefined || isChecks
      ? `${list(title)}, due by your record: ${checks}.`
      : `${list(title)}: ${sayAdvice(desk, first)}.`;
  return block(`**${lead}**${first === undefined || isChecks ? '' : desk.notes.source(first.measure.source)}`, [
    ...papers,
    rest.map((each) => `- ${capital(sayAdvice(desk, each))}.${desk.notes.source(each.measure.source)}`).join('\n'),
    names.length === 0
      ? undefined
      : `Due:\n${[...own.map((each) => sayPaperDue(desk, each)), ...overdue.map((each) => sayDue(desk, each))]
          .slice(0, MOST_DUE)
          .map((each) => `- ${each}`)
          .join('\n')}`,
    later.length === 0
      ? undefined
      : `Not due yet: ${later
          .slice(0, MOST_DUE)
          .map((each) => sayLater(desk, each))
          .join('; ')}.`,
    sayComplete(desk, due),
    `Ask ${
      doctorFor(
        desk,
        rows.flatMap(({ because }) => because.flatMap(({ concepts }) => concepts)),
      ) ?? 'your doctor'
    } what else holds for you.`,
  ]);
}

const NAMED = new Set<Subject['kind']>(['condition', 'procedure', 'drug', 'drug_class']);

/** What the illness that was named asks for goes first. */
function byAsked(all: readonly Advice[], { subjects }: Frame): Advice[] {
  const catalogue = openCatalogue();
  const named = subjects.filter(({ kind }) => NAMED.has(kind));
  const isNamed = ({ because }: Advice) =>
    because.some(({ concepts }) => concepts.some((each) => named.some(({ id }) => catalogue.isA(each, id))));
  const rank = (each: Advice) => (isNamed(each) ? 0 : each.because.length > 0 ? 1 : 2);
  return all.toSorted((a, b) => rank(a) - rank(b));
}

/** "Sleep enough … (because of juvenile myoclonic epilepsy)": what to do, and for which entry. */
function sayAdvice(desk: Desk, { measure, because }: Advice): string {
  const named = because
    .slice(0, MOST_NAMED)
    .map(
      ({ name, uuid, label, time }) =>
        `${lower(name)}${desk.notes.entry({ uuid: uuid!, label: label!, name, date: time ?? null })}`,
    );
  return named.length === 0 ? measure.do : `${measure.do} (because of ${list(named)})`;
}

const MOST_NAMED = 2;
const ADVISES = pattern('advises');

/** Sentences of papers that speak of it, those that advise first; then what papers on the named illness advise. */
function papersOn(desk: Desk, { subjects }: Frame, domains: readonly string[]): Passage[] {
  const words = domains.flatMap((domain) => asking.domains[domain]!.papers.map((word) => [...stemsOf(word)]));
  const speaks = ({ stems }: Passage) => words.some((each) => each.every((word) => stems.has(word)));
  const names = subjects
    .filter(({ kind }) => NAMED.has(kind))
    .flatMap(({ id, text }) => [text, ...(openCatalogue().get(id)?.names ?? [])])
    .map((name) => [...stemsOf(name.replaceAll('"', ''))])
    .filter((each) => each.length > 0);
  const isOn = ({ paper }: Passage) =>
    paper.some(({ stems }) => names.some((each) => each.every((word) => stems.has(word))));
  const score = (passage: Passage) =>
    (speaks(passage) ? 2 : 0) + (names.length > 0 && isOn(passage) ? 1 : 0) + (ADVISES.test(passage.text) ? 1 : 0);
  return passagesOf(desk.chart)
    .filter((passage) => !passage.remark && isPaper(passage) && ADVISES.test(passage.text) && score(passage) >= LEAST)
    .toSorted((a, b) => score(b) - score(a) || (b.time ?? '').localeCompare(a.time ?? ''))
    .slice(0, MOST_PAPERS);
}

const LEAST = 2;

/** What the schedule has for the part of the body, or that looks for a cancer. */
function dueIn(desk: Desk, domains: readonly string[]): Due[] {
  const catalogue = openCatalogue();
  const ids = domains.flatMap((domain) => asking.domains[domain]!.checks ?? []);
  const isCancer = domains.includes('cancer');
  const found = scheduleFor(desk.chart.view, desk.told).filter(
    ({ row }) =>
      !row.plan &&
      ((isCancer && row.finds !== undefined) ||
        row.look.some((id) => ids.some((each) => catalogue.isA(id, each) || catalogue.isA(each, id)))),
  );
  return found.filter(({ row }, at) => found.findIndex((each) => each.row.what === row.what) === at);
}
