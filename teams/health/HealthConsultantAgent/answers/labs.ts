/** The newest laboratory results, as one sheet. */
import type { Kind } from '../../_shared/graph.ts';
import { flagOf, sayFlag } from '../../_shared/measures.ts';
import { capital, count, sayDate, sayValue } from '../../_shared/wording.ts';
import { type Desk, nextStep, table } from './desk.ts';
import { sayKind } from './kinds.ts';
import { asksMeaning, tellMeaning } from './meaning.ts';

export function answerLabs(desk: Desk): string {
  const { rows, person, notes } = desk;
  const labs = rows.kinds.filter(({ newest }) => newest[0]?.category === 'laboratory' && newest[0].source === null);
  const day = labs.map(dayOf).toSorted().at(-1);
  if (day === undefined)
    return '**There is no laboratory result in your record.** If you have one on paper, type it here and I will keep it.';
  const sheet = labs.filter((kind) => dayOf(kind) === day);
  const lines = sheet.map(({ name, code, newest }) => {
    const [last, before] = newest;
    const say = sayKind(name, code);
    const marker = notes.entry({ uuid: last!.uuid, label: 'Observation', name: capital(say), date: last!.time });
    const flag = flagOf(last!, code, person);
    const earlier =
      before === undefined ? '–' : `${sayValue(before.value ?? '', before.unit)} (${sayDate(before.time)})`;
    return {
      say,
      flag,
      cells: [`${say}${marker}`, sayValue(last!.value ?? '', last!.unit), sayFlag(flag) || '–', earlier],
    };
  });
  const outside = lines.filter(({ flag }) => flag !== undefined && flag !== 'normal');
  const head = `**Your last laboratory results are of ${sayDate(day)}: ${count(lines.length, 'value')}, ${outside.length === 0 ? 'none outside its range' : `${outside.length} outside the range (${outside.map(({ say }) => say).join(', ')})`}.**`;
  const step = outside.length === 0 ? '' : nextStep(desk, outside.map(({ say }) => say).join(', '));
  return [
    head,
    table(
      ['test', 'value', 'flag', 'before'],
      lines.map(({ cells }) => cells),
    ),
    asksMeaning(desk.question) ? tellMeaning(desk, lines) : '',
    step,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function dayOf({ newest }: Kind): string {
  return newest[0]?.time?.slice(0, 10) ?? '';
}

export function answerIdentity({ rows, person, notes }: Desk): string {
  const [patient] = rows.patient;
  if (!patient?.birth_date || person.age === undefined) return '**Your record has no date of birth.**';
  const marker = notes.entry({ uuid: patient.uuid, label: 'Patient', name: patient.name ?? 'Patient' });
  return `**You are ${person.age}, born ${sayDate(patient.birth_date)}.**${marker}`;
}
