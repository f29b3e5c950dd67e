/** "What is my risk of a heart attack?": what in the record counts for it. No percentage is worked out. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { citeCondition, isActive } from '../../_shared/graph.ts';
import { lookUp, sentences } from '../../_shared/knowledge.ts';
import { sameMeasurement, sayFlag } from '../../_shared/measures.ts';
import { capital, list, lower, sayDate } from '../../_shared/wording.ts';
import { isSame } from './conditions.ts';
import { type Desk, nextStep } from './desk.ts';
import { isOutside, linesOf } from './lines.ts';

const schema = z.array(
  z.strictObject({ words: z.array(z.string()), conditions: z.string(), measures: z.array(z.string()) }),
);

const risks = schema.parse(parse(readFileSync(new URL('../../_data/risks.yml', import.meta.url), 'utf8')));

export function answerRisk(desk: Desk, name: string): string {
  const { rows, notes } = desk;
  const said = sayCondition(name, desk.message);
  const counted = risks.find(({ words }) => words.some((word) => name.toLowerCase().includes(word)));
  const has = rows.conditions.find((condition) => isActive(condition) && isSame(condition.name, name));
  const pattern = new RegExp(counted?.conditions ?? '^$', 'i');
  const conditions = rows.conditions
    .filter((condition) => isActive(condition) && condition !== has && pattern.test(condition.name))
    .map((condition) => `${lower(condition.name)}${notes.entry(citeCondition(condition))}`);
  const lines = linesOf(desk).filter(({ code }) => counted?.measures.some((loinc) => sameMeasurement(code, loinc)));
  const raises = lines.filter(isOutside).map(tellLine);
  const fine = lines.filter((line) => line.flag === 'normal').map(tellLine);
  const lead =
    has === undefined
      ? `**I do not work out a percentage: that takes a tested calculator and your doctor.**`
      : `**Your record already lists ${lower(has.name)}.**${notes.entry(citeCondition(has))}`;
  const weighs = [...conditions, ...raises];
  return [
    `${lead}${weighs.length + fine.length === 0 ? ` Your record holds nothing that I know to count for ${said}.` : ''}`,
    weighs.length === 0 ? '' : `What in your record raises the risk of ${said}: ${list(weighs)}.`,
    fine.length === 0 ? '' : `What speaks against it: ${list(fine)}.`,
    tellPrevention(desk, name),
    weighs.length === 0 ? '' : nextStep(desk, `how high your risk of ${said} is, and what would lower it most`),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** "Myocardial infarction (heart attack)" in the words of the question. */
function sayCondition(name: string, question: string): string {
  const plain = /\(([^)]*)\)/.exec(name)?.[1];
  if (plain !== undefined && question.toLowerCase().includes(plain.toLowerCase())) return plain;
  return lower(name.replace(/\s*\([^)]*\)/, ''));
}

function tellLine({ say, shown, time, flag, marker }: ReturnType<typeof linesOf>[number]): string {
  return `${say} ${shown} on ${sayDate(time)}, ${sayFlag(flag)}${marker()}`;
}

function tellPrevention({ notes }: Desk, name: string): string {
  const [known] = lookUp(`preventing ${name}`, { limit: 1, kinds: ['condition', 'topic'] });
  const section = known?.sections.find(({ name: title }) => ['prevention', 'causes', 'what to do'].includes(title));
  if (known === undefined || section === undefined) return '';
  const label = section.name === 'causes' ? 'Known causes and risks' : 'What lowers it';
  return `${label}: ${lower(sentences(section.text).slice(0, 2).join(' '))}${notes.knowledge(known)}`;
}

export function tellFamily(desk: Desk, names: readonly string[]): string {
  const [known] = [
    ...names.flatMap((name) => lookUp(`${name} screening and prevention`, { limit: 1, kinds: ['condition'] })),
    ...lookUp(desk.question, { limit: 1 }),
  ];
  const said = list(names.map(lower));
  const own = desk.rows.conditions.find((each) => isActive(each) && names.some((name) => isSame(each.name, name)));
  const record =
    own === undefined
      ? `Your own record lists no ${said}.`
      : `Your own record lists ${lower(own.name)} too.${desk.notes.entry(citeCondition(own))}`;
  const parts = ['prevention', 'causes'].flatMap((title) => known?.sections.find(({ name }) => name === title) ?? []);
  const told = parts
    .slice(0, 2)
    .map(({ text }) => `${sentences(text).slice(0, 2).join(' ')}${desk.notes.knowledge(known!)}`);
  return [
    `**${capital(said)} in the family is worth telling your doctor: it can change when and how you are checked.** ${record}`,
    ...(told.length > 0 ? told : [answerRisk(desk, names[0]!).split('\n\n').slice(1, -1).join('\n\n')]),
    nextStep(desk, `whether ${said} in the family changes your checks`),
  ]
    .filter(Boolean)
    .join('\n\n');
}
