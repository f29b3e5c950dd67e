/** When a complaint needs to be seen: sooner with some conditions, else as for everybody. */
import { citeCondition, isActive } from '../../_shared/graph.ts';
import { lookUp, sentences } from '../../_shared/knowledge.ts';
import { complaintPattern, sentenceIn } from '../../_shared/medicine.ts';
import { capital, lower } from '../../_shared/wording.ts';
import type { Desk } from './desk.ts';

const SECTIONS = ['when to seek care', 'self-care', 'what to do'];

const MOST = 2;
const NEAR = 15;

/** "With heart failure: more than 2 kg in 3 days: call." Only where the entry of a condition names the complaint. */
export function tellWarning({ rows, notes }: Desk, symptom: string): string {
  const pattern = complaintPattern(symptom);
  const told = rows.conditions.filter(isActive).flatMap((condition) => {
    const [known] = lookUp(condition.name, { limit: 1, kinds: ['condition'] });
    const sentence = known && sentenceIn(known, pattern, SECTIONS);
    // Where it stands further on, it is one sign of something else.
    if (known === undefined || sentence === undefined || sentence.search(pattern) > NEAR) return [];
    return [
      `With your ${lower(condition.name)}${notes.entry(citeCondition(condition))}: ${lower(sentence)}${notes.knowledge(known)}`,
    ];
  });
  return told.slice(0, MOST).join(' ');
}

export function tellWhenToBeSeen({ notes }: Desk, symptom: string): string {
  const [known] = lookUp(symptom, { limit: 1, kinds: ['symptom'] });
  const care = known?.sections.find(({ name }) => name === 'when to seek care');
  return care === undefined
    ? ''
    : `When to be seen: ${lower(sentences(care.text).slice(0, 2).join(' '))}${notes.knowledge(known!)}`;
}

/** Of a value outside its range: what such a value means and when it needs to be seen. */
export function tellValueWarning({ notes }: Desk, say: string, flag: string): string {
  const low = flag.endsWith('low');
  const [known] = lookUp(`${say} ${low ? 'low' : 'high'}`, { limit: 1, kinds: ['test'] });
  if (known === undefined) return '';
  const part = (name: string) => sentences(known.sections.find((each) => each.name === name)?.text ?? '');
  const [meaning] = part(low ? 'low values' : 'high values');
  const care = part('when to seek care').find((each) =>
    (low ? /\b(?:below|low|under)\b/i : /\b(?:above|high|over)\b/i).test(each),
  );
  const told = [
    meaning === undefined ? '' : `${capital(low ? 'low' : 'high')}: ${lower(meaning)}`,
    care === undefined ? '' : `When to be seen: ${lower(care)}`,
  ].filter(Boolean);
  return told.map((each) => `${each}${notes.knowledge(known)}`).join(' ');
}
