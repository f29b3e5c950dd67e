/** Did it work: what a medicine is measured by, before it and since; what a vaccination left in the blood or in papers. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { observationsOf, ownSeriesOf } from '../evidence/observed.ts';
import { findPassages, type Passage } from '../evidence/passages.ts';
import { PRESSURE, type Reading, readingsOf, sayFlag } from '../evidence/series.ts';
import { contentWords, withWords } from '../evidence/words.ts';
import type { EventView, MedicineView } from '../patient.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, lower, sayDate } from '../wording.ts';
import { medicinesOf } from './medicines.ts';

export function answerWorked(desk: Desk, frame: Frame): Block | undefined {
  const vaccines = frame.subjects.flatMap((subject) => itemsFor(subject, desk.chart).immunisations);
  const [vaccine] = vaccines.toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  if (vaccine !== undefined) return tellProtection(desk, frame, vaccine);
  const ill = frame.subjects.find(({ kind }) => kind === 'condition' || kind === 'vaccine');
  if (ill !== undefined && /\b(?:protected|immune|immunity|protection|antibod\w*)\b/i.test(frame.text))
    return tellImmunity(desk, frame, ill);
  const medicines = medicinesOf(desk, frame.subjects);
  const [newest] = medicines
    .filter(({ status, start }) => status === 'taken' && start !== null)
    .toSorted((a, b) => b.start!.localeCompare(a.start!));
  return newest === undefined ? undefined : tellEffect(desk, frame, newest);
}

/** "Am I protected against rubella?": a test of antibodies, what papers say, and the vaccinations that would do it. */
function tellImmunity(desk: Desk, frame: Frame, ill: Subject): Block {
  const words = [ill.text, nameOf(ill.id), ...(openCatalogue().get(ill.id)?.names ?? [])].map((name) =>
    name.toLowerCase(),
  );
  const says = (name: string) => words.some((word) => name.toLowerCase().includes(word));
  const values = [...desk.chart.view.series.keys()]
    .filter((id) => says(nameOf(id)))
    .flatMap((id) => {
      const last = readingsOf(desk.chart, id).at(-1);
      return last === undefined
        ? []
        : [
            `${nameOf(id)} ${last.shown} on ${sayDate(last.time)}${last.flag === undefined ? '' : `, ${sayFlag(last.flag)}`}${citeReading(desk, last, nameOf(id))}`,
          ];
    });
  const findings = desk.chart.view.findings
    .filter(({ name }) => says(name))
    .map((item) => `${lower(item.name)}: ${item.text} on ${sayDate(item.time)}${cite(desk, item, item.time)}`);
  const papers = findPassages(desk.chart, {
    concepts: [ill.id],
    words: contentWords(`${words[0]} immune antibodies vaccine`),
    text: frame.text,
  })
    .filter(({ passage, named, near }) => !passage.remark && (named || near >= 0.45))
    .slice(0, 2)
    .map(({ passage }) => sayPassage(desk, passage));
  const shown = [...values, ...findings];
  if (shown.length + papers.length === 0)
    return block(
      `**Your record does not say: no antibody test for ${lower(ill.text)} stands in it.** Ask for one.`,
      [],
      'absent',
    );
  const not =
    /\b(?:not immune|non-immune|no antibod|negative|not protected)\b/i.test([...papers, ...findings].join(' ')) ||
    values.some((each) => each.includes('low'));
  return block(
    `**${not ? 'No, by your record not' : 'What your record says'}${shown.length > 0 ? `: ${shown.join('; ')}` : ''}.**`,
    papers,
  );
}

/** The measures that show the conditions a medicine is for. */
export function measuresOf(desk: Desk, { concepts, reason }: MedicineView): string[] {
  const catalogue = openCatalogue();
  const named =
    reason === null ? [] : catalogue.find(reason, { kinds: ['condition'] }).map(({ concept }) => concept.id);
  const own = named.flatMap((id) => ownSeriesOf(desk.chart, id));
  if (own.length > 0) return own;
  const treated = named.length > 0 ? named : concepts.flatMap((id) => catalogue.treats(id).map((each) => each.id));
  const byCondition = Object.entries(measureWords.treated_as)
    .filter(([, condition]) => treated.some((id) => catalogue.isA(id, condition) || catalogue.isA(condition, id)))
    .map(([measure]) => measure);
  const shown = treated.flatMap((id) => catalogue.shownBy(id).map((each) => each.id));
  const all = [...byCondition, ...shown].map((id) => (/systolic|diastolic/.test(id) ? PRESSURE : id));
  return [...new Set(all)].filter((id) => readingsOf(desk.chart, id).length > 0);
}

/** "For the protein in his urine": what it is to act on is what it is measured by; named last, as a purpose is. */
function measuresAsked(desk: Desk, { subjects }: Frame): string[] {
  return subjects
    .filter(({ kind }) => kind === 'observation' || kind === 'symptom' || kind === 'condition')
    .toReversed()
    .flatMap((subject) => [...observationsOf(desk, [subject]), ...(measureWords.nearest[subject.id] ?? [])])
    .filter((id) => readingsOf(desk.chart, id).length > 0);
}

function tellEffect(desk: Desk, frame: Frame, item: MedicineView): Block | undefined {
  const [id] = [...measuresAsked(desk, frame), ...measuresOf(desk, item)];
  const papers = papersOn(desk, frame, item.concepts);
  if (id === undefined) return undefined;
  const readings = readingsOf(desk.chart, id);
  const before = readings.findLast(({ time }) => time.slice(0, 10) <= item.start!.slice(0, 10));
  const since = readings.filter(({ time }) => time.slice(0, 10) > item.start!.slice(0, 10)).at(-1);
  const name = nameOf(id);
  const told = (reading: Reading) =>
    `${reading.shown} on ${sayDate(reading.time)}${citeReading(desk, reading, name)}${reading.flag === undefined || reading.flag === 'normal' ? '' : `, ${sayFlag(reading.flag)}`}`;
  const started = `${drugName(item.name)} was started on ${sayDate(item.start)}${cite(desk, item, item.start)}`;
  if (before === undefined || since === undefined)
    return block(
      `**Your record cannot say yet: ${started}, and ${since === undefined ? `no ${name} was measured after it` : `none before it`}.**`,
      [since !== undefined ? `Since then: ${told(since)}.` : before && `Before it: ${told(before)}.`, ...papers],
    );
  const higher = measureWords.better.higher.includes(id);
  const better = higher ? since.value > before.value : since.value < before.value;
  const past = since.flag?.endsWith(higher ? 'high' : 'low');
  return block(
    `**${past ? 'By the numbers more than wanted' : better ? 'By the numbers yes' : 'By the numbers not'}: ${name} ${since.value < before.value ? 'fell' : since.value > before.value ? 'rose' : 'stayed'} from ${told(before)} to ${told(since)}.** ${capital(started)}.`,
    [...papers, 'Whether it is enough, and what else it does, is for who prescribed it to say.'],
  );
}

function tellProtection(desk: Desk, frame: Frame, vaccine: EventView): Block {
  const catalogue = openCatalogue();
  const ill = vaccine.concepts.map((id) => id.replace(/^vaccine:/, '').replace(/_vaccine$/, ''));
  const antibodies = [...desk.chart.view.series.keys()].filter((id) =>
    (catalogue.get(id)?.names ?? [id]).some(
      (name) =>
        /antibod|anti-|immunity|titre|titer|igg/i.test(name) &&
        ill.some((each) => name.toLowerCase().includes(each.split('_')[0]!)),
    ),
  );
  const findings = desk.chart.view.findings.filter(
    ({ name }) =>
      /antibod|anti-|immunity|titre|titer|igg/i.test(name) &&
      ill.some((each) => name.toLowerCase().includes(each.split('_')[0]!)),
  );
  const values = antibodies.flatMap((id) => {
    const last = readingsOf(desk.chart, id).at(-1);
    return last === undefined
      ? []
      : [`${nameOf(id)} ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, nameOf(id))}`];
  });
  const said = findings.map((item) => `${lower(item.name)}: ${item.text}${cite(desk, item, item.time)}`);
  const found = papersFor(desk, frame, vaccine.concepts);
  const failed = found.some(({ text }) =>
    /\b(?:no|not|non|poor|without|low)[- ](?:\w+ )?(?:respon\w+|immun\w+|protect\w+|antibod\w+)/i.test(text),
  );
  const papers = found.map((passage) => sayPassage(desk, passage));
  const shown = [...values, ...said];
  if (shown.length + papers.length === 0)
    return block(
      `**Your record does not say whether it protects: no antibody test stands in it.** The last dose was on ${sayDate(vaccine.time)}${cite(desk, vaccine, vaccine.time)}.`,
      [],
      'absent',
    );
  return block(
    `**${failed ? 'Not enough, by your papers' : 'What was tested'}${shown.length > 0 ? `: ${shown.join(', ')}` : ''}.** The last dose was on ${sayDate(vaccine.time)}${cite(desk, vaccine, vaccine.time)}.`,
    papers,
  );
}

function papersFor(desk: Desk, frame: Frame, concepts: readonly string[]): Passage[] {
  return findPassages(desk.chart, {
    concepts,
    words: withWords(contentWords(frame.text), ['response', 'antibodies', 'immune', 'worked', 'better', 'effect'], 0.8),
    named: true,
    text: frame.text,
  })
    .filter(({ passage }) => !passage.remark)
    .slice(0, 2)
    .map(({ passage }) => passage);
}

function papersOn(desk: Desk, frame: Frame, concepts: readonly string[]): string[] {
  return papersFor(desk, frame, concepts).map((passage) => sayPassage(desk, passage));
}
