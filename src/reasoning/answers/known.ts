/** What the reference knows of something: its entry by name, the passage that is nearest in meaning, how a medicine works. */

import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { answerFromKnowledge, type KnowledgeResult, searchKnowledge } from '../../knowledge/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { type Block, block, type Desk, nameOf } from '../desk.ts';
import { knowledgeOf, sectionOf } from '../evidence/effects.ts';
import { stemsOf } from '../evidence/passages.ts';
import { nearestReferences, type Reference } from '../evidence/reference.ts';
import { contentWords } from '../evidence/words.ts';
import { definedIn, speaksOf } from '../frames/defined.ts';
import { glossary, worksOf } from '../glossary/index.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, lower } from '../wording.ts';

/** A passage near in meaning is about the thing only where its entry names it. */
export function isAbout({ entry, text }: Reference, subject: Subject | undefined): boolean {
  if (subject === undefined) return true;
  const said = stemsOf(`${entry.title} ${entry.also.join(' ')} ${text}`);
  const names = [subject.text, ...(openCatalogue().get(subject.id)?.names ?? [])];
  return names.some((name) => [...stemsOf(name.replaceAll('"', ''))].every((word) => said.has(word)));
}

export interface Said {
  text: string;
  marker: string;
}

/** The opening of an entry: what the thing is, in two sentences. */
export function openingOf(desk: Desk, { entry, sentences }: Known): Said[] {
  const marker = desk.notes.knowledge(entry);
  return sentences.slice(0, 2).map((sentence, at) => ({ text: at === 0 ? capital(sentence) : sentence, marker }));
}

/** What a level is, and what too much of this medicine does. */
export function levelMeaning(desk: Desk, drug: string): Said[] {
  const entry = knowledgeOf([drug]);
  const effects = entry === undefined ? undefined : sectionOf(entry, 'side effects');
  const name = nameOf(drug);
  return [
    {
      text: `${/^[aeiou]/i.test(name) ? 'An' : 'A'} ${name} level says how much of the medicine is in the blood; a trough is taken right before the next dose, where it is lowest.`,
      marker: '',
    },
    {
      text: `Too little does not work, too much harms${effects === undefined ? '.' : `: ${lower(sentencesOf(effects).slice(0, 2).join(' '))}`}`,
      marker: entry === undefined || effects === undefined ? '' : desk.notes.knowledge(entry),
    },
  ];
}

/** How it works, in the opening words of its entry: for who asks what a medicine is for. */
export function workingOf(
  desk: Desk,
  concepts: readonly string[],
  name: string,
  reasons: readonly string[] = [],
): string | undefined {
  const works = worksOf(concepts, reasons);
  if (works !== undefined) return `How it works: ${lower(works)}${desk.notes.source(glossary.source)}`;
  const known = knownOf(name, concepts.map(nameOf));
  return known === undefined
    ? undefined
    : `${known.sentences.slice(0, 2).join(' ')}${desk.notes.knowledge(known.entry)}`;
}

const LEAST_NEAR = 0.5;
const LEAST_TWICE = 0.42;

/** The passage of the reference that is about what was asked: near by itself, or with a second one of the same entry. */
export function referenceFor(text: string, name?: string): Reference | undefined {
  const [first, second] = nearestReferences(name === undefined || text.includes(name) ? text : `${name}: ${text}`, 2);
  if (first === undefined) return undefined;
  const words = contentWords(text);
  const told = stemsOf(`${first.entry.title} ${first.entry.also.join(' ')}`);
  const shares = [...words.keys()].some((word) => told.has(word));
  if (!shares) return undefined;
  return first.near >= LEAST_NEAR || (first.near >= LEAST_TWICE && second?.entry.id === first.entry.id)
    ? first
    : undefined;
}

/** The nearest passage of the reference to a question about these subjects, as sentences. */
export function sayNear(desk: Desk, frame: Frame): string | undefined {
  const names = frame.subjects.filter(({ kind }) => kind !== 'thing').map(({ text }) => text);
  const meant = referenceFor(frame.text, names.join(', ') || undefined);
  if (meant === undefined) return undefined;
  return sayReference(desk, meant)
    .map(({ text, marker }) => `${text}${marker}`)
    .join(' ');
}

export function sayReference(desk: Desk, { entry, text }: Reference): Said[] {
  const marker = desk.notes.knowledge(entry);
  const title = entry.title.replace(/\s*\([^)]*\)|:.*/g, '');
  return sentencesOf(text)
    .slice(0, 3)
    .map((sentence, at) => ({
      text:
        at === 0 && !sentence.toLowerCase().includes(title.toLowerCase().split(' ')[0]!)
          ? `${title}: ${lower(sentence)}`
          : sentence,
      marker,
    }));
}

export interface Known {
  entry: KnowledgeResult;
  sentences: string[];
}

/** An entry that only shares a word with it ("ulcer" with "corneal ulcer", "sick" with "sick sinus") tells of something else. */
function isOnIt(asked: string, { title, also, sections }: KnowledgeResult): boolean {
  return speaksOf(asked, `${title} ${also.join(' ')} ${sections.map(({ text }) => text).join(' ')}`);
}

/** What the entry says it is: its opening, and one sentence on what high or low means. */
export function knownOf(name: string, names: readonly string[]): Known | undefined {
  for (const asked of [name, ...names.slice(0, 4)]) {
    const [entry] = searchKnowledge(`what is ${asked.replaceAll('"', '')}`, { limit: 1 });
    if (entry === undefined || !entry.whole || !isOnIt(asked, entry)) continue;
    const opening =
      entry.sections.find((section) => section.name === 'what it is' || section.name === 'used for') ??
      entry.sections[0]!;
    const said = sentencesOf(opening.text);
    const first = said[0] ?? '';
    const led = first.toLowerCase().includes(asked.split(' ')[0]!.toLowerCase())
      ? first
      : `${capital(asked)}: ${lower(first)}`;
    return { entry, sentences: [led, ...said.slice(1)] };
  }
  return undefined;
}

/** A word of what is asked stands in the entry's title, or two in what it says: else it is about something else. */
function isSpokenOf(text: string, { title, also }: Pick<KnowledgeResult, 'title' | 'also'>, told: string): boolean {
  const words = [...contentWords(text).keys()];
  const [named, said] = [stemsOf(`${title} ${also.join(' ')}`), stemsOf(told)];
  return (
    openCatalogue().find(text).length > 0 ||
    words.some((word) => named.has(word)) ||
    words.filter((word) => said.has(word)).length > 1
  );
}

/** A question in general that the knowledge base answers as it is put, else the passage that is nearest to it in meaning. */
export function answerGeneral(desk: Desk, text: string): Block | undefined {
  const phrase = definedIn(text);
  const isMeant = ({ title, also }: Pick<KnowledgeResult, 'title' | 'also'>, told: string) =>
    phrase === undefined || speaksOf(phrase, `${title} ${also.join(' ')} ${told}`);
  const answer = answerFromKnowledge(text);
  const part = answer?.parts.find(
    ({ entry, sentences }) => isMeant(entry, sentences.join(' ')) && isSpokenOf(text, entry, sentences.join(' ')),
  );
  if (part === undefined) {
    const meant = referenceFor(text);
    if (meant === undefined || !isMeant(meant.entry, meant.text)) return undefined;
    const [first, ...rest] = sayReference(desk, meant);
    return block(
      `**${capital(first!.text)}**${first!.marker} ${rest.map(({ text: said, marker }) => `${said}${marker}`).join(' ')}`.trim(),
    );
  }
  const marker = desk.notes.knowledge(part.entry);
  const [first = '', ...rest] = part.sentences;
  const title = lower(part.entry.title.replace(/\s*\([^)]*\)|:.*/g, ''));
  const lead = first.toLowerCase().includes(title.split(' ')[0]!) ? first : `${capital(title)}: ${lower(first)}`;
  return block(
    `**${lead}**${marker} ${rest
      .slice(0, 2)
      .map((sentence) => `${sentence}${marker}`)
      .join(' ')}`.trim(),
  );
}
