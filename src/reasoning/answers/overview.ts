/** The whole, or one body system: what is there, what stands out, what is taken, what comes next. Allergies always. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { CURRENT_DAYS } from '../../record/reads/summary.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { comingVisits, nextVisit, pastVisits } from '../evidence/contact.ts';
import { medicinesFor } from '../evidence/items.ts';
import { passagesOf } from '../evidence/passages.ts';
import { PRESSURE, type Reading, readingsOf, sayOff } from '../evidence/series.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';
import { causesFor } from './causes.ts';
import { isAsWanted } from './limits.ts';
import { turnsOf } from './moves.ts';
import { stepFor } from './steps.ts';
import { describe } from './visiting.ts';

const LEFT_OPEN = pattern('left_open');

export function answerOverview(desk: Desk, frame: Frame): Block {
  const system = frame.subjects.find(({ kind }) => kind === 'system');
  return system === undefined
    ? tellWhole(desk, frame)
    : tellSystem(desk, frame, system.id.replace('system:', ''), system.text);
}

interface Standing {
  id: string;
  last: Reading;
  readings: Reading[];
}

/** The newest value of each measure, panels of pressure as one; the abnormal first, no flag left out. What papers set as the goal stands before the range. */
export function newestValues(desk: Desk, days = CURRENT_DAYS): Standing[] {
  const { chart } = desk;
  const parts = /systolic|diastolic/;
  const ids = [...chart.view.series.keys()].map((id) => (parts.test(id) ? PRESSURE : id));
  return [...new Set(ids)]
    .flatMap((id) => {
      const readings = readingsOf(chart, id);
      const last = readings.at(-1);
      if (last === undefined || daysBetween(last.time, chart.view.now) > days) return [];
      const isOff = last.flag === 'high' || last.flag === 'low';
      return [
        { id, last: isOff && isAsWanted(desk, id, last) ? { ...last, flag: 'normal' as const } : last, readings },
      ];
    })
    .toSorted((a, b) => gravity(b.last) - gravity(a.last) || b.last.time.localeCompare(a.last.time));
}

function gravity({ flag }: Reading): number {
  return flag === undefined ? 0 : flag.startsWith('critical') ? 3 : flag === 'normal' ? 1 : 2;
}

function sayStanding(desk: Desk, { id, last }: Standing): string {
  return `${nameOf(id)} ${last.shown} on ${sayDate(last.time)}${sayOff(last)}${citeReading(desk, last, nameOf(id))}`;
}

function allergyLine(desk: Desk): string {
  const active = desk.chart.view.allergies.filter(({ status }) => status === 'active');
  return active.length === 0
    ? 'No active allergy is listed.'
    : `Allergies: ${list(active.map((item) => `${lower(item.name)}${item.severe ? ' (severe)' : ''}${cite(desk, item)}`))}.`;
}

function tellWhole(desk: Desk, _frame: Frame): Block {
  const { view } = desk.chart;
  const active = view.conditions.filter(({ status }) => status === 'active');
  const values = newestValues(desk);
  const off = values.filter(({ last }) => last.flag !== undefined && last.flag !== 'normal');
  const taken = view.medicines.filter(({ status }) => status === 'taken');
  const lead =
    off.length === 0
      ? 'Nothing measured in the last two years lies outside its range'
      : `What stands out: ${list(off.slice(0, 4).map((each) => sayStanding(desk, each)))}`;
  const visit = nextVisit(desk);
  return block(`**${lead}.**`, [
    off.length > 4
      ? `Also outside the range: ${list(off.slice(4).map((each) => sayStanding(desk, each)))}.`
      : undefined,
    active.length === 0
      ? 'No active condition is listed.'
      : `Conditions: ${list(active.map((item) => `${lower(item.name)}${item.onset ? ` since ${sayDate(item.onset)}` : ''}${cite(desk, item, item.onset)}`))}.`,
    taken.length === 0
      ? 'No medicine is listed as taken.'
      : `Medicines: ${list(taken.map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`))}.`,
    allergyLine(desk),
    visit === '' ? undefined : `Next: ${visit}.`,
  ]);
}

function tellSystem(desk: Desk, _frame: Frame, system: string, word: string): Block {
  const catalogue = openCatalogue();
  const ofSystem = (concepts: readonly string[]) => concepts.some((id) => catalogue.get(id)?.system === system);
  const { view } = desk.chart;
  const conditions = view.conditions.filter(({ concepts }) => ofSystem(concepts));
  const active = conditions.filter(({ status }) => status === 'active');
  const values = newestValues(desk, 3650).filter(({ id }) => catalogue.get(id)?.system === system);
  const treats = (concepts: readonly string[]) =>
    concepts.some((id) => catalogue.treats(id).some((each) => each.system === system));
  const forIt = new Set(
    active.flatMap(({ concepts, name }) => concepts.flatMap((id) => medicinesFor({ id, text: name }, desk.chart))),
  );
  const taken = view.medicines.filter(
    (item) =>
      item.status === 'taken' &&
      (active.length > 0
        ? forIt.has(item)
        : treats(item.concepts) || catalogue.find(item.reason ?? '').some(({ concept }) => concept.system === system)),
  );
  const given = view.procedures.filter(({ concepts, time }) => time !== null && time <= desk.now && treats(concepts));
  const off = values.filter(({ last }) => last.flag !== undefined && last.flag !== 'normal');
  const told = lower(word);
  if (conditions.length + values.length === 0)
    return block(`**Your record holds nothing about your ${told}.**`, papers(desk, told), 'absent');
  const lead =
    off.length > 0
      ? `Not all well: ${list(off.slice(0, 3).map((each) => sayStanding(desk, each)))}`
      : active.length > 0
        ? `Your record lists ${list(active.map((item) => lower(item.name)))}, and the values are within their ranges`
        : 'Nothing stands out';
  const [first] = off;
  return {
    ...block(`**${lead}.**`, [
      first === undefined ? undefined : trendLine(desk, first),
      conditions.length === 0
        ? undefined
        : `Conditions: ${list(conditions.map((item) => `${lower(item.name)} (${item.onset ? sayDate(item.onset) : 'no date'}${item.status === 'resolved' ? ', over' : ''})${cite(desk, item, item.onset)}`))}.`,
      values.length > off.length
        ? `Within the range: ${list(
            values
              .filter((each) => !off.includes(each))
              .slice(0, 4)
              .map((each) => sayStanding(desk, each)),
          )}.`
        : undefined,
      taken.length === 0
        ? undefined
        : `You take for it: ${list(taken.map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`))}.`,
      given.length === 0
        ? undefined
        : `Given for it: ${list(given.slice(0, 3).map((item) => `${lower(item.name)} on ${sayDate(item.time)}${cite(desk, item, item.time)}`))}.`,
      first === undefined ? undefined : causesFor(desk, first.id, first.last.flag),
      first === undefined ? undefined : stepFor(desk, first.id, first.last),
    ]),
    nth: 0,
  };
}

function trendLine(desk: Desk, { id, readings, last }: Standing): string | undefined {
  const [first] = readings;
  if (first === undefined || readings.length < 3) return undefined;
  const way = last.value > first.value ? 'rose' : 'fell';
  return `${capital(nameOf(id))} ${way} from ${first.shown} on ${sayDate(first.time)}${citeReading(desk, first, nameOf(id))} to ${last.shown}. ${turnsOf(desk, id, readings)}`.trim();
}

function papers(desk: Desk, word: string): string[] {
  return passagesOf(desk.chart)
    .filter(({ text }) => text.toLowerCase().includes(word))
    .slice(0, 1)
    .map((passage) => sayPassage(desk, passage));
}

export function answerIdentity(desk: Desk, frame: Frame): Block {
  const { view } = desk.chart;
  const marker = desk.notes.entry({
    uuid: view.id,
    label: 'Patient',
    name: view.name ?? 'Patient',
    date: view.birthDate,
  });
  if (/\bblood (?:group|type)\b|\b(?:a|b|ab|o|rh|rhesus) (?:neg|pos|minus|plus)/i.test(frame.text))
    return tellBloodGroup(desk);
  if (/\bname\b/i.test(frame.text))
    return block(`**The record is that of ${view.name ?? 'somebody without a name'}.**${marker}`);
  if (view.birthDate === null) return block('**Your record gives no date of birth.**', [], 'absent');
  return block(`**You are ${view.age}, born ${sayDate(view.birthDate)}.**${marker}`);
}

function tellBloodGroup(desk: Desk): Block {
  const finding = desk.chart.view.findings.find(({ name }) => /\bblood (?:group|type)|\bABO\b/i.test(name));
  if (finding !== undefined)
    return block(`**Your blood group by the record: ${finding.text}.**${cite(desk, finding, finding.time)}`);
  const paper = passagesOf(desk.chart).find(({ text }) => /\bblood (?:group|type)\b/i.test(text));
  if (paper !== undefined) return block(`**${sayPassage(desk, paper)}**`);
  return block(
    '**There is no blood group in your record.** I looked through results and papers and did not find it. A blood donor card or the maternity or hospital laboratory knows it.',
    [],
    'absent',
  );
}

export function answerChanges(desk: Desk, frame: Frame): Block {
  const last = pastVisits(desk.chart)[0];
  const since = frame.scope.from ?? pastVisits(desk.chart)[1]?.time ?? last?.time ?? '';
  const after = (time: string | null) => time !== null && time.slice(0, 10) >= since.slice(0, 10);
  const { view } = desk.chart;
  const lines = [
    ...view.conditions
      .filter(({ onset }) => after(onset))
      .map((item) => `- New: ${lower(item.name)}, ${sayDate(item.onset)}${cite(desk, item, item.onset)}`),
    ...view.medicines
      .filter(({ start }) => after(start))
      .map((item) => `- Started: ${drugName(item.name)}, ${sayDate(item.start)}${cite(desk, item, item.start)}`),
    ...view.medicines
      .filter(({ end, status }) => status === 'stopped' && after(end))
      .map((item) => `- Stopped: ${drugName(item.name)}, ${sayDate(item.end)}${cite(desk, item, item.end)}`),
    ...newestValues(desk)
      .filter(({ last: newest, readings }) => after(newest.time) && readings.length > 1)
      .slice(0, 6)
      .map(
        ({ id, last: newest, readings }) =>
          `- ${capital(nameOf(id))}: ${readings.at(-2)!.shown} → ${newest.shown}, ${sayDate(newest.time)}${citeReading(desk, newest, nameOf(id))}`,
      ),
  ];
  if (lines.length === 0) return block(`**Nothing new stands in your record since ${sayDate(since)}.**`, [], 'absent');
  return block(`**Since ${sayDate(since)} your record has ${lines.length} changes.**`, [lines.join('\n')]);
}

/** What to raise at the next visit: values outside their range, what papers left open, what is new. */
export function answerPrepare(desk: Desk, _frame: Frame): Block {
  const [visit] = comingVisits(desk.chart);
  const off = newestValues(desk).filter(({ last }) => last.flag !== undefined && last.flag !== 'normal');
  const open = passagesOf(desk.chart)
    .filter(
      ({ text, time, remark }) => !remark && time !== null && daysBetween(time, desk.now) < 400 && LEFT_OPEN.test(text),
    )
    .toSorted((a, b) => b.time!.localeCompare(a.time!))
    .slice(0, 4);
  const symptoms = desk.chart.view.symptoms.filter(
    ({ end, onset }) => end === null && onset !== null && daysBetween(onset, desk.now) < 200,
  );
  const lines = [
    ...off.slice(0, 5).map((each) => `- ${capital(sayStanding(desk, each))}`),
    ...symptoms.map(
      (item) => `- ${capital(lower(item.name))} since ${sayDate(item.onset)}${cite(desk, item, item.onset)}`,
    ),
    ...open.map((passage) => `- Still open: ${sayPassage(desk, passage)}`),
  ];
  const lead = visit === undefined ? 'For your next visit' : `For your visit ${describe(desk, visit)}`;
  return lines.length === 0
    ? block(`**${lead}: your record shows nothing that stands out.**`)
    : block(`**${lead}, worth raising:**`, [
        lines.join('\n'),
        'Bring a list of all medicines, also those without a prescription.',
      ]);
}
