/** Procedures, vaccinations and documents: what was done or written, and when. */
import { daysBetween } from '../../_shared/clock.ts';
import type { Dated } from '../../_shared/graph.ts';
import { knownBy, lookUp, tellKnown } from '../../_shared/knowledge.ts';
import { count, lower, sayDate, saySpan } from '../../_shared/wording.ts';
import type { Desk } from './desk.ts';

const WHAT = {
  procedures: { label: 'Procedure', one: 'procedure', many: 'procedures' },
  immunizations: { label: 'Immunization', one: 'vaccination', many: 'vaccinations' },
  documents: { label: 'DocumentReference', one: 'document', many: 'documents' },
} as const;

export function answerDated(desk: Desk, about: keyof typeof WHAT, words: readonly string[]): string {
  const { one, many } = WHAT[about];
  const all = desk.rows[about];
  if (all.length === 0)
    return `**Your record holds no ${one}.** If you have one on paper, tell me what and when, and I will keep it.`;
  const fitting = all.filter((entry) => words.some((word) => matches(entry, word)));
  const asked = words.filter((word) => !GENERIC.test(word));
  if (asked.length > 0 && fitting.length === 0 && SPECIFIC.test(asked.join(' ')))
    return `**There is no such ${one} in your record.** It lists ${count(all.length, one, many)}; the newest: ${tell(desk, about, all[0]!)}.`;
  if (about === 'immunizations' && SHOULD.test(desk.question) && fitting.length > 0)
    return tellWhether(desk, fitting[0]!);
  const missing =
    about === 'immunizations' &&
    fitting.length === 0 &&
    (SHOULD.test(desk.question) || /\bmissing\b|up to date/i.test(desk.question));
  const shown = (fitting.length > 0 ? fitting : all).slice(0, 5);
  const [last, ...others] = shown;
  const extract = about === 'documents' && last!.text !== null ? `\n\n> ${excerpt(last!.text, words)}` : '';
  const rest =
    others.length === 0 ? '' : `\n\nBefore that:\n${others.map((entry) => `- ${tell(desk, about, entry)}`).join('\n')}`;
  const usual = missing ? tellUsual(desk) : '';
  return `**The last ${fitting.length > 0 ? '' : `${one} `}in your record: ${tell(desk, about, last!)}.**${extract}${rest}${usual}`.replace(
    /(\[\^\d+\])\.\*\*/,
    '.**$1',
  );
}

const SHOULD = /\b(?:should|need|must|have to|due|overdue|time for)\b/i;

/** Whether it is time again: the last one, and what is usual. */
function tellWhether(desk: Desk, last: Dated): string {
  const days = last.time === null ? undefined : daysBetween(last.time, desk.now);
  const ago = days === undefined ? '' : days < 14 ? ', a few days ago' : `, ${saySpan(days)} ago`;
  const [known] = lookUp(`${desk.question} vaccine`, { limit: 1, kinds: ['topic', 'condition', 'drug'] });
  const usual =
    known === undefined ? '' : `\n\n${tellKnown(known, desk.notes.knowledge(known), true).replaceAll('**', '')}`;
  return `**Your last one was ${tell(desk, 'immunizations', last)}${ago}.**${usual}`.replace(
    /(\[\^\d+\])([^*]*\.)\*\*/,
    '$2**$1',
  );
}

/** The vaccines of adults, to compare with. */
function tellUsual({ notes }: Desk): string {
  const entry = knownBy('vaccines-adults');
  const section = entry?.sections.find(({ name }) => name === 'what to do');
  if (entry === undefined || section === undefined) return '';
  return `\n\nUsual for adults, to compare with: ${lower(section.text)}${notes.knowledge(entry)}`;
}

const GENERIC =
  /^(vaccin\w*|immuni\w*|shots?|jabs?|booster|procedures?|operations?|surger\w*|documents?|letters?|reports?|date|doctor|up|done|have|say|says|said|written)$/;
const SPECIFIC =
  /\b(flu|influenza|covid|tetanus|td|tdap|measles|mmr|hepatitis|shingles|zoster|hpv|pneumo\w*|polio|colonoscopy|mammogra\w+|mri|x-?ray|ct|ultrasound|echo\w*|ecg|ekg|endoscopy|biops\w+|spirometry|discharge)\b/;

const SAME: Record<string, string> = {
  flu: 'influenza',
  shingles: 'zoster',
  pneumonia: 'pneumo',
  ecg: 'electrocardio',
  ekg: 'electrocardio',
  echo: 'echocardio',
  xray: 'x-ray',
  mammogram: 'mammogra',
  colonoscopy: 'colonoscop',
  ultrasound: 'echocardio',
  stent: 'coronary',
};

function matches({ name, text }: Dated, word: string): boolean {
  if (GENERIC.test(word)) return false;
  const held = `${name} ${text ?? ''}`.toLowerCase();
  const plain = word.replace(/s$/, '');
  return (
    [plain, SAME[word] ?? SAME[plain] ?? plain].some((each) => name.toLowerCase().includes(each)) ||
    (plain.length > 5 && held.includes(plain))
  );
}

function tell({ notes }: Desk, about: keyof typeof WHAT, { uuid, name, time, text }: Dated): string {
  const why = about === 'procedures' && text !== null ? ` (${lower(text)})` : '';
  return `${lower(name)} on ${sayDate(time)}${why}${notes.entry({ uuid, label: WHAT[about].label, name, date: time })}`;
}

const LONGEST = 500;

/** The paragraph that says most about the question, else the first that says something. */
export function excerpt(text: string, words: readonly string[]): string {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .filter((each) => each.length > 60);
  const score = (paragraph: string) => words.filter((word) => paragraph.toLowerCase().includes(word)).length;
  const best = paragraphs.toSorted((a, b) => score(b) - score(a))[0] ?? text.replace(/\s+/g, ' ').trim();
  return best.length > LONGEST ? `${best.slice(0, LONGEST).replace(/\s\S*$/, '')} …` : best;
}
