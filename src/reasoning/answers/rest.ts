/** Laboratory sheets, papers as a whole, risks, and what the conversation has put into the record. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { answerFromKnowledge } from '../../knowledge/index.ts';
import { type Block, block, cite, citePassage, citeReading, type Desk, nameOf } from '../desk.ts';
import { measureWords } from '../evidence/measures.ts';
import { passagesOf } from '../evidence/passages.ts';
import { type Reading, readingsOf, sayOff } from '../evidence/series.ts';
import { isInside } from '../frames/scope.ts';
import type { Frame } from '../types.ts';
import { capital, list, lower, quote, sayDate } from '../wording.ts';
import { answerGeneral } from './known.ts';
import { beyondOwn } from './limits.ts';
import { newestValues } from './overview.ts';

/** The last sheet: all values of the newest day with laboratory values, or those outside their range. */
export function answerLabs(desk: Desk, frame: Frame): Block {
  if (/\b(?:fast|prepare|before|need)\b/i.test(frame.text)) {
    const general = answerGeneral(desk, frame.text);
    if (general !== undefined) return general;
  }
  if (frame.scope.from !== undefined && frame.scope.to !== undefined) {
    const then = labsThen(desk, frame);
    if (then !== undefined) return then;
  }
  const values = newestValues(desk, 36500).filter(
    ({ last }) =>
      isInside(last.time, frame.scope) &&
      desk.chart.property(last.uuid, 'category') !== 'vital-signs' &&
      last.lower === undefined,
  );
  const day = values
    .map(({ last }) => last.time.slice(0, 10))
    .toSorted()
    .at(-1);
  if (day === undefined) return block('**Your record holds no laboratory values.**', [], 'absent');
  const onlyOff = /\b(?:abnormal|high|low|wrong|bad|out of range|worr\w*)\b/i.test(frame.text);
  const sheet = onlyOff
    ? values.filter(({ last }) => last.flag !== undefined && last.flag !== 'normal')
    : values.filter(({ last }) => last.time.startsWith(day));
  const off = sheet.filter(({ last }) => last.flag !== undefined && last.flag !== 'normal');
  const say = ({ id, last }: { id: string; last: Reading }) =>
    `${nameOf(id)} ${last.shown}${onlyOff ? ` on ${sayDate(last.time)}` : ''}${sayOff(last)}${citeReading(desk, last, nameOf(id))}`;
  const lead = onlyOff
    ? `Outside the range: ${list(off.map(say)) || 'nothing'}`
    : `Your last laboratory values are from ${sayDate(day)}: ${off.length === 0 ? 'all within their ranges or goals' : `${list(off.map(say))}`}`;
  const rest = onlyOff ? [] : sheet.filter((each) => !off.includes(each));
  return block(`**${capital(lead)}.**`, [
    ...beyondOwn(desk, sheet),
    rest.length === 0 ? undefined : `Within the range or goal: ${list(rest.map(say))}.`,
  ]);
}

const MOST_THEN = 8;

/** What was measured and found in a stretch of time, outside the range first. */
function labsThen(desk: Desk, { scope }: Frame): Block | undefined {
  const values = newestValues(desk, 36500).flatMap(({ id, readings }) => {
    const inside = readings.filter(({ time }) => isInside(time, scope));
    const worst = inside.find(({ flag }) => flag !== undefined && flag !== 'normal') ?? inside[0];
    return worst === undefined || worst.lower !== undefined ? [] : [{ id, reading: worst }];
  });
  const isOff = ({ flag }: Reading) => flag !== undefined && flag !== 'normal';
  const said = [
    ...desk.chart.view.findings
      .filter(({ time }) => isInside(time, scope))
      .map((item) => `${lower(item.name)} ${lower(item.text)} on ${sayDate(item.time)}${cite(desk, item, item.time)}`),
    ...values
      .toSorted((a, b) => Number(isOff(b.reading)) - Number(isOff(a.reading)))
      .map(
        ({ id, reading }) =>
          `${nameOf(id)} ${reading.shown} on ${sayDate(reading.time)}${sayOff(reading)}${citeReading(desk, reading, nameOf(id))}`,
      ),
  ];
  return said.length === 0
    ? undefined
    : block(`**${capital(scope.say ?? 'then')} your record has: ${list(said.slice(0, MOST_THEN))}.**`);
}

/** A paper by its time or kind, told by its sentences. */
export function answerDocuments(desk: Desk, frame: Frame): Block | undefined {
  const { view } = desk.chart;
  const word =
    /\b(letter|discharge summary|discharge|report|note|summary)s?\b/i.exec(frame.text)?.[1]?.toLowerCase() ?? '';
  const inside = view.documents
    .filter(({ time }) => isInside(time, frame.scope))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  const paper = inside.find(({ name }) => name.toLowerCase().includes(word)) ?? inside[0];
  if (paper === undefined)
    return block(`**Your record holds no paper${frame.scope.say ? ` ${frame.scope.say}` : ''}.**`, [], 'absent');
  const said = passagesOf(desk.chart)
    .filter(({ uuid, text }) => uuid === paper.uuid && text.length > 25)
    .slice(0, 6);
  return block(`**Your ${lower(paper.name)} of ${sayDate(paper.time)} says:**`, [
    said.map((passage) => `> ${quote(passage.text, 500).slice(1, -1)}`).join('\n') +
      (said[0] === undefined ? '' : citePassage(desk, said[0])),
  ]);
}

/** No percentage is made up: what of the record counts for it, and what is known in general. */
export function answerRisk(desk: Desk, frame: Frame): Block | undefined {
  const catalogue = openCatalogue();
  const subject = frame.subjects.find(({ kind }) => kind === 'condition');
  if (subject === undefined) return undefined;
  const row = measureWords.risks.find(({ of }) =>
    of.some((id) => catalogue.isA(subject.id, id) || catalogue.isA(id, subject.id)),
  );
  const conditions = desk.chart.view.conditions.filter(
    ({ status, concepts }) =>
      status === 'active' && concepts.some((concept) => (row?.by ?? []).some((id) => catalogue.isA(concept, id))),
  );
  const values = (row?.measures ?? []).flatMap((id) => {
    const last = readingsOf(desk.chart, id).at(-1);
    return last === undefined || last.flag === undefined ? [] : [{ id, last }];
  });
  const say = ({ id, last }: { id: string; last: Reading }) =>
    `${nameOf(id)} ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, nameOf(id))}`;
  const against = values.filter(({ last }) => last.flag === 'normal').map(say);
  const raising = [
    ...conditions.map((item) => `${lower(item.name)}${cite(desk, item, item.onset)}`),
    ...values.filter(({ last }) => last.flag !== 'normal').map(say),
  ];
  const known = answerFromKnowledge(`what causes ${nameOf(subject.id)}`)?.parts[0];
  return block('**I do not work out a percentage: a doctor does that with a score for your age and country.**', [
    raising.length === 0
      ? 'Your record shows nothing that raises it.'
      : `What in your record raises the risk of ${lower(subject.text)}: ${list(raising)}.`,
    against.length === 0 ? undefined : `What speaks against it: ${list(against)}.`,
    known === undefined ? undefined : `${known.sentences[0]}${desk.notes.knowledge(known.entry)}`,
  ]);
}

/** What was told in conversation and stands in the record. */
export function answerNoted(desk: Desk): Block {
  const { view } = desk.chart;
  const told = [...view.conditions, ...view.medicines, ...view.allergies, ...view.symptoms, ...view.encounters].filter(
    ({ uuid }) => desk.chart.wasTold(uuid),
  );
  const values = [...view.series].flatMap(([id, points]) =>
    points
      .filter(({ uuid }) => desk.chart.wasTold(uuid))
      .map(
        (point) =>
          `- ${capital(nameOf(id))} ${point.original.value} ${point.original.unit ?? ''}, ${sayDate(point.time)}${desk.notes.entry({ uuid: point.uuid, label: 'Observation', name: nameOf(id), date: point.time })}`,
      ),
  );
  const lines = [...told.map((item) => `- ${capital(lower(item.name))}${cite(desk, item)}`), ...values];
  if (lines.length === 0) return block('**Nothing has been put into your record by telling me.**', [], 'absent');
  return block('**Put into your record by telling me:**', [lines.slice(-12).join('\n')]);
}
