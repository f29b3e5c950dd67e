/** The knowledge base as the team asks it, and its words ready to be cited. */
import { Awaiting, currentAgent, toConsiliumError } from 'consilium/kernel';
import {
  answerFromKnowledge,
  type KnowledgeAnswer,
  type KnowledgeEntry,
  type KnowledgeResult,
  knowledgeEntries,
  type SearchOptions,
  searchKnowledge,
} from 'consilium/knowledge';
import { sentencesOf } from 'consilium/text';
import { aside } from 'consilium/threads';
import { capital, lower } from './wording.ts';

export type { KnowledgeAnswer, KnowledgeEntry, KnowledgeResult } from 'consilium/knowledge';

/** Ways to ask it that take as long as the question is; in a thread where there are some. */
export const works = { search: searchKnowledge, answer: answerFromKnowledge };
const base = aside(import.meta.url, works);

export function lookUp(question: string, options: SearchOptions = {}): KnowledgeResult[] {
  return readable(() => base.search(question, options)) ?? [];
}

/** The answer to a general question as it is put; nothing where the base does not hold one. */
export function answerKnown(question: string): KnowledgeAnswer | undefined {
  return readable(() => base.answer(question));
}

export function allKnown(): readonly KnowledgeEntry[] {
  return readable(knowledgeEntries) ?? [];
}

export function knownBy(id: string): KnowledgeEntry | undefined {
  return allKnown().find((entry) => entry.id === id);
}

/** A base that cannot be read is no reason to withhold what the record says. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof Awaiting) throw thrown;
    currentAgent().log.warn({ code: toConsiliumError(thrown).code }, 'the knowledge base cannot be read');
    return undefined;
  }
}

/** The sentences of a text, whole. */
export const sentences = sentencesOf;

/** How a section is introduced; its text may be a list of words. `%` stands for what the entry is about. */
const LEADS: Record<string, string> = {
  'used for': 'Uses of %',
  symptoms: 'Signs of %',
  causes: 'Common causes of %',
  diagnosis: 'Diagnosis of %',
  treatment: 'Treatment of %',
  'self-care': 'What helps with %',
  'normal values': 'Normal values of %',
  'high values': 'High %',
  'low values': 'Low %',
  'how it is done': '%, how it is done',
  'how it is taken': 'Taking %',
  'side effects': 'Side effects of %',
  interactions: 'What does not go with %',
  cautions: 'Care with %',
  monitoring: 'Checks with %',
  complications: 'What % can lead to',
  prevention: 'Preventing %',
  outlook: 'Outlook with %',
  'when to seek care': 'When to be seen with %',
  'what to do': 'What to do about %',
  'good to know': 'Good to know',
};

/** What goes well with the opening of an entry, by its kind. */
const BESIDE: Record<string, string[]> = {
  test: ['normal values', 'high values'],
  condition: ['symptoms', 'treatment'],
  symptom: ['causes'],
  drug: ['used for', 'side effects'],
  topic: ['good to know'],
};
const SENTENCES = 3;

/** The section that answers: its first sentence in bold, the rest, one section beside it, and when to seek care. */
export function tellKnown(entry: KnowledgeResult, marker: string, brief = false): string {
  const { section, text, sections, kind } = entry;
  const [first = '', ...rest] = sentences(text);
  const lead = `**${introduce(entry, first)}**${marker}`;
  const more = rest.slice(0, brief ? 1 : SENTENCES).map((sentence) => `${sentence}${marker}`);
  if (brief) return [lead, ...more].join(' ');
  const opening = section === 'what it is' || !(section in LEADS) || (kind === 'drug' && section === 'used for');
  const names = opening ? (BESIDE[kind] ?? []) : [];
  const beside = sections.find(({ name }) => name !== section && names.includes(name));
  const extra =
    beside === undefined
      ? ''
      : ` ${label(beside.name, entry.title)}: ${lower(sentences(beside.text).slice(0, 2).join(' '))}${marker}`;
  const care = sections.find(({ name }) => name === 'when to seek care' && name !== section);
  const warning =
    care === undefined ? '' : `\n\nWhen to be seen: ${lower(sentences(care.text).slice(0, 2).join(' '))}${marker}`;
  return `${[lead, ...more].join(' ')}${extra}${warning}`;
}

const ADVICE = ['self-care', 'what to do', 'treatment', 'prevention'];

/** What can be done about it, for "how do I lower …": the first entry that says so. */
export function findAdvice(question: string): { entry: KnowledgeResult; text: string } | undefined {
  const found = [
    lookUp(question, { limit: 2, kinds: ['condition'] }),
    lookUp(question, { limit: 3, kinds: ['topic', 'symptom'] }),
  ];
  for (const entry of found.flat()) {
    const section = ADVICE.flatMap((name) => entry.sections.find((each) => each.name === name) ?? [])[0];
    if (section !== undefined) return { entry, text: sentences(section.text).slice(0, SENTENCES).join(' ') };
  }
  return undefined;
}

/** What stands before a sentence of a topic, whose title is no thing that has causes or is treated. */
const TOPIC_LEADS: Record<string, string> = {
  symptoms: 'Signs',
  causes: 'Common causes',
  treatment: 'Treatment',
  'self-care': 'What helps',
  cautions: 'Caution',
  'side effects': 'Side effects',
  prevention: 'Prevention',
  'when to seek care': 'When to be seen',
};

function introduce({ title, section, kind }: KnowledgeResult, first: string): string {
  const name = plainTitle(title);
  if (kind === 'topic') {
    const lead = TOPIC_LEADS[section];
    if (lead !== undefined) return `${lead}: ${lower(first)}`;
    return /^(?:It|They|This|These|That|Others)\b/.test(first) ? `${capital(name)}: ${lower(first)}` : first;
  }
  if (first.toLowerCase().includes(name.toLowerCase())) return first;
  return section in LEADS ? `${label(section, title)}: ${lower(first)}` : `${capital(name)}: ${lower(first)}`;
}

function label(section: string, title: string): string {
  return capital((LEADS[section] ?? '%').replace('%', plainTitle(title)));
}

/** "Tiredness (fatigue)" → "tiredness", "Pregnancy: the basics" → "pregnancy". */
function plainTitle(title: string): string {
  return lower(title.replace(/\s*\([^)]*\)|:.*/g, ''));
}
