/** An answer in the person that fits who reads it: of the patient in the third, where somebody else writes for them. */

import { z } from 'zod';
import { readRows } from '../text/rows.ts';
import type { Speaker } from './types.ts';

const words = z.array(z.string()).min(1);
const schema = z.strictObject({
  reader: words,
  shared: words,
  objects: words,
  adverbs: words,
  unchanged: words,
  irregular: z.record(z.string(), z.string()),
  example: z.string(),
  said: z.string(),
});
export const voiceData = schema.parse(readRows(new URL('./voice.yml', import.meta.url)));

const PRONOUNS = {
  female: { subject: 'she', object: 'her', own: 'her', one: true },
  male: { subject: 'he', object: 'him', own: 'his', one: true },
  other: { subject: 'they', object: 'them', own: 'their', one: false },
} as const;
type Pronouns = (typeof PRONOUNS)[keyof typeof PRONOUNS];

const READER = new RegExp(`\\b(?:${voiceData.reader.join('|')})\\b`, 'i');
const OBJECTS = new Set(voiceData.objects);
const UNCHANGED = new Set(voiceData.unchanged);
const SHARED = voiceData.shared.toSorted((a, b) => b.length - a.length).join('|');
const ADVERBS = voiceData.adverbs.join('|');
/** What a paper says is its own words. */
const QUOTED = /"[^"]*"/g;
const BETWEEN = /(?<=[.!?:](?:\*\*)?(?:\[\^\w+\])*\s+)/u;

export function speakTo(text: string, speaker: Speaker | undefined): string {
  if (speaker === undefined || text === '') return text;
  const quotes: string[] = [];
  const bare = text.replace(QUOTED, (quote) => `"${quotes.push(quote) - 1}"`);
  const pronouns = PRONOUNS[speaker.sex ?? 'other'];
  const said = bare
    .split(BETWEEN)
    .map((sentence) => (READER.test(sentence) ? shareOut(sentence) : inThird(sentence, pronouns)))
    .join('')
    .replace(/"(\d+)"/g, (_, at: string) => quotes[Number(at)]!);
  return speaker.isOpen && !speaker.isKnown
    ? `Taking it that ${speaker.said} is the one this record is about:\n\n${said}`
    : said;
}

/** "Your record", "your letter of 3 May says", "your doctor": the house's things, whoever reads. */
function shareOut(sentence: string): string {
  return sentence
    .replace(new RegExp(`\\b([Yy])our (?=(?:${SHARED})\\b)`, 'g'), (_, y: string) => (y === 'Y' ? 'The ' : 'the '))
    .replace(/\b([Yy])our (?=[^."]{2,60}(?:"\d+")?[^."]{0,30} says:)/g, (_, y: string) =>
      y === 'Y' ? 'The ' : 'the ',
    );
}

function inThird(sentence: string, { subject, object, own, one }: Pronouns): string {
  const cased = (like: string, word: string) => (/^\p{Lu}/u.test(like) ? word[0]!.toUpperCase() + word.slice(1) : word);
  return shareOut(sentence)
    .replace(/(?<!\b(?:on|by) )\b(your)\b/gi, (found) => cased(found, own))
    .replace(/\b(you)['’](re|ve|ll|d)\b/gi, (_, you: string, end: string) => `${you} ${CONTRACTED[end.toLowerCase()]}`)
    .replace(
      /\b(do|are|have|were) (you)\b/gi,
      (_, verb: string) => `${one ? cased(verb, voiceData.irregular[verb.toLowerCase()]!) : verb} ${subject}`,
    )
    .replace(
      new RegExp(`(?:\\b([\\p{L}’']+) )?\\b(you)\\b(?:((?: (?:${ADVERBS}))*) ([a-z’']+))?`, 'giu'),
      (...found) => {
        const [all, before, you, adverbs = '', verb] = found as unknown as [string, string?, string?, string?, string?];
        const lead = before === undefined ? '' : `${before} `;
        if (verb === undefined || (before !== undefined && OBJECTS.has(before.toLowerCase())))
          return `${lead}${object}${all.slice(lead.length + 3)}`;
        return `${lead}${cased(you!, subject)}${adverbs} ${one ? thirdOf(verb) : verb}`;
      },
    );
}

const CONTRACTED: Record<string, string> = { re: 'are', ve: 'have', ll: 'will', d: 'would' };

function thirdOf(verb: string): string {
  const known = voiceData.irregular[verb];
  if (known !== undefined) return known;
  if (UNCHANGED.has(verb) || /ed$/.test(verb)) return verb;
  if (/(?:s|sh|ch|x|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
