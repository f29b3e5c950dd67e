/** A general question answered from the knowledge base: what settles it first, then what it rests on. */
import type { Footnotes } from './footnotes.ts';
import { type KnowledgeAnswer, type KnowledgeResult, tellKnown } from './knowledge.ts';
import { lower } from './wording.ts';

type Part = KnowledgeAnswer['parts'][number];

export function tellAnswer(answer: KnowledgeAnswer, notes: Footnotes): string {
  const { parts, link, ask } = answer;
  const [part] = parts;
  if (parts.length > 1) return parts.map((each) => tellPart(each, notes, true)).join('\n\n');
  const settled = link === undefined ? undefined : settle(answer, part!);
  const lead = settled ?? (part!.told ? undefined : GAPS[ask]);
  if (lead === undefined) return tellPart(part!, notes);
  return `**${lead}**${notes.knowledge(part!.entry)} ${tellPart(part!, notes).replaceAll('**', '')}`;
}

function tellPart({ entry, section, sentences }: Part, notes: Footnotes, brief = false): string {
  const told: KnowledgeResult = { ...entry, section, text: sentences.join(' ') };
  return tellKnown(told, notes.knowledge(entry), brief);
}

/** What the entry does not give, though the question asked for it. */
const GAPS: Partial<Record<KnowledgeAnswer['ask'], string>> = {
  duration: 'My reference gives no length of time for this.',
  frequency: 'My reference does not say how often.',
  age: 'My reference names no age for this.',
  amount: 'My reference gives no number for this.',
  repeat: 'My reference does not say whether it can come again.',
  contagion: 'My reference does not say how it is passed on.',
};

/** Yes, or that the reference does not say so. A sentence that says it itself needs no other. */
function settle({ ask, link, one, two }: KnowledgeAnswer, { entry, section, sentences }: Part): string | undefined {
  const title = lower(entry.title.replace(/\s*\([^)]*\)/g, ''));
  const causes = section === 'causes';
  if (link === 'unnamed')
    return ask === 'cause'
      ? `My reference does not name ${one} as a cause of ${causes ? title : two}.`
      : `My reference does not say whether ${one} helps with ${two}.`;
  if (/\b(?:not|never|no (?:link|proof|evidence))\b/i.test(sentences[0] ?? '')) return undefined;
  if (ask === 'help')
    return section === 'self-care' || section === 'treatment' ? `Yes, it is named for ${title}.` : undefined;
  return LINKS[section]?.replace('%', title);
}

const LINKS: Record<string, string> = {
  causes: 'Yes: this is among the known causes of %.',
  symptoms: 'Yes: this is among the signs of %.',
  'side effects': 'Yes: this is among the side effects of %.',
  complications: 'Yes: this is among the consequences of %.',
};
