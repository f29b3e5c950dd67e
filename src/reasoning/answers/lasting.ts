/** "How long do I have to take it?": what papers set, else how long a treatment for that reason goes on. */
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { treatedHere } from '../evidence/companions.ts';
import { doctorFor } from '../evidence/contact.ts';
import { findPassages } from '../evidence/passages.ts';
import { glossary, lastingOf } from '../glossary/index.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, lower, sayDate } from '../wording.ts';
import { conceptsIn } from './meanings.ts';
import { medicinesOf } from './medicines.ts';

const ASKS =
  /\b(?:how (?:long|much longer|many (?:years|months|weeks))|(?:till|until) when|for (?:life|ever|good)|forever)\b/i;
const SETS =
  /\b(?:until|for (?:\w+ )?(?:days?|weeks?|months?|years?|life)|years|lifelong|long-?term|stop\w*|ends?|course)\b/i;

export function answerLasting(desk: Desk, frame: Frame): Block | undefined {
  if (!ASKS.test(frame.text) || /\bhow long have\b/i.test(frame.text)) return undefined;
  const named = frame.subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  const [item] = medicinesOf(desk, named).filter(({ status }) => status === 'taken');
  if (named.length === 0 || item === undefined) return undefined;
  const ill = treatedHere(desk.chart, item);
  const reasons = item.reason === null ? [] : conceptsIn(item.reason);
  const lasts = lastingOf(reasons) ?? (ill === undefined ? undefined : lastingOf(ill.concepts));
  const papers = findPassages(desk.chart, { concepts: item.concepts, words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ remark, text }) => !remark && SETS.test(text))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
    .slice(0, 2)
    .map((passage) => sayPassage(desk, passage));
  if (lasts === undefined) return undefined;
  const reason =
    item.reason === null ? (ill === undefined ? '' : ` for ${lower(ill.name)}`) : ` for ${lower(item.reason)}`;
  return block(`**${capital(drugName(item.name))}${reason}: ${lasts}.**${desk.notes.source(glossary.source)}`, [
    ...papers,
    `You take it${item.start === null ? '' : ` since ${sayDate(item.start)}`}${cite(desk, item, item.start)}. When it ends is settled with ${doctorFor(desk, item.concepts) ?? 'your doctor'}: do not stop alone.`,
  ]);
}
