/** What to take for a complaint: what helps without a medicine, then what is usual, each weighed against this record. */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import { ended } from '../concern.ts';
import { type Block, block, type Desk, nameOf, sayPassage } from '../desk.ts';
import { findPassages } from '../evidence/passages.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, list, lower } from '../wording.ts';
import { forbids, judge, rulingOn, type Verdict } from './safety/index.ts';

const data = z
  .strictObject({
    source: z.string(),
    rows: z.array(
      z.strictObject({
        for: z.array(z.string()).min(1),
        called: z.string().optional(),
        first: z.string(),
        take: z.array(z.string()).min(1),
        adults: z.boolean().optional(),
        seen: z.string(),
      }),
    ),
  })
  .parse(readRows(new URL('./remedies.yml', import.meta.url)));

export const remedies = data.rows;

const GROWN = 16;

/** Nothing where no complaint is meant that people treat themselves. */
export function answerRemedy(desk: Desk, frame: Frame): Block | undefined {
  const row = frame.subjects
    .map(({ id }) => remedies.find((each) => each.for.includes(id)))
    .find((each) => each !== undefined);
  if (row === undefined) return undefined;
  const { age } = desk.chart.view;
  const child = age !== null && age < GROWN;
  const offered = child && row.adults ? [] : row.take;
  // A medicine that the question names is weighed as one of them, and bears on none of the others.
  const drugs = frame.subjects.filter(({ kind }) => kind === 'drug');
  const named = drugs.map(({ id }) => id);
  const apart = {
    ...frame,
    subjects: frame.subjects.filter(({ kind }) => kind !== 'drug' && kind !== 'drug_class'),
    text: drugs.reduce((text, each) => text.replace(each.text, ' '), frame.text),
  };
  const beside = { ...desk, message: apart.text, frames: [apart] };
  const weighed = [...new Set([...named, ...offered])].map((id) => ({
    id,
    verdict: named.length === 0 ? judge(desk, frame, [subjectOf(id)]) : judge(beside, apart, [subjectOf(id)]),
  }));
  const fitting = weighed.filter(({ verdict }) => verdict.answer === 'yes').map(({ id }) => shownName(id));
  const against = weighed.filter(({ verdict }) => verdict.answer !== 'yes');
  const { id: asked } = frame.subjects.find(({ id }) => row.for.includes(id))!;
  const what = asked.startsWith('class:') ? row.called! : nameOf(asked);
  const source = desk.notes.source(data.source);
  const lead =
    fitting.length > 0
      ? `**For ${what} ${list(fitting)} ${fitting.length === 1 ? 'is' : 'are'} usual${desk.chart.view.id === '' ? '; whether it suits you, your own medicines, illnesses and allergies decide' : `, and nothing in your record speaks against ${fitting.length === 1 ? 'it' : 'them'}`}.**${source} The lowest dose that helps, for a few days, as the leaflet says.`
      : `**For ${what} try it without a medicine first${against.length > 0 ? ', and ask a pharmacist with your list in hand before you take one' : ''}.**${source}`;
  return {
    ...block(lead, [
      `${row.first}.`,
      ...sayAgainst(desk, against),
      ...allowedByPapers(
        desk,
        weighed.filter(({ verdict }) => verdict.answer === 'yes').map(({ id }) => id),
      ),
      child ? 'For a child the dose goes by weight: keep to the pack or ask a pharmacist.' : undefined,
      `When to be seen: ${row.seen}.`,
      against.length > 0 || desk.chart.view.medicines.length > 0
        ? 'No second product that holds the same; show your list to the pharmacist.'
        : undefined,
    ]),
    tells: against.flatMap(({ verdict }) => verdict.concerns.map(({ key }) => key)),
  };
}

const DOSED = pattern('dosed_daily');

/** The dose that a paper of this person's gives of one that fits: it goes before what is usual. */
function allowedByPapers(desk: Desk, ids: readonly string[]): string[] {
  return findPassages(desk.chart, { concepts: ids, words: new Map(), named: true })
    .filter(
      ({ passage: { remark, printed, text } }) =>
        !remark && !printed && DOSED.test(text) && !forbids(rulingOn(text, ids)),
    )
    .slice(0, 1)
    .map(({ passage }) => sayPassage(desk, passage))
    .filter((said) => said !== '');
}

/** Why not, or not without asking; what holds for several is said once. */
function sayAgainst(desk: Desk, against: readonly { id: string; verdict: Verdict }[]): string[] {
  const byReason = Map.groupBy(against, ({ verdict }) => `${verdict.answer} ${reasonIn(desk, verdict)}`);
  return [...byReason.values()].map((alike) => {
    const names = list(alike.map(({ id }) => shownName(id)));
    const { verdict } = alike[0]!;
    return `${verdict.answer === 'no' ? `Not ${names}` : `${capital(names)} only after asking`}: ${reasonIn(desk, verdict)}`;
  });
}

function reasonIn(desk: Desk, { concerns, allergies, papers }: Verdict): string {
  const [allergy] = allergies;
  if (allergy !== undefined)
    return `your record lists an allergy to ${lower(allergy.name)}${desk.notes.entry({ uuid: allergy.uuid, label: allergy.label, name: `${allergy.name} allergy`, date: null })}.`;
  const [concern] = concerns;
  const [paper] = papers.filter(({ text }) => forbids(text));
  if (concern !== undefined && (concern.severity === 'critical' || paper === undefined)) {
    const cited = concern.evidence.flatMap(({ uuid, label, name, time }) =>
      uuid === undefined || label === undefined ? [] : [desk.notes.entry({ uuid, label, name, date: time })],
    );
    return `${lower(ended(concern.say))}${[...new Set(cited)].join('')}${desk.notes.source(concern.source)}`;
  }
  return paper === undefined
    ? 'with what your record holds, anything new is a matter for who treats you.'
    : `a paper of yours says "${paper.text}"${desk.notes.entry({ uuid: paper.uuid, label: paper.label, name: paper.title, date: paper.time })}`;
}

function subjectOf(id: string): Subject {
  const name = nameOf(id);
  return { id, kind: openCatalogue().get(id)!.kind, as: 'itself', text: name, start: 0, end: 0 };
}

const shownName = (id: string) => (id === 'drug:acetaminophen' ? 'paracetamol (acetaminophen)' : nameOf(id));
