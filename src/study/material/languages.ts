/** Which documents of a course are in another language: said when it is added, and where questions and cards are made of it. */
import { openBreath } from '../../kernel/breath.ts';
import type { Passage } from '../types.ts';
import { languageName, type Tongue, tongueOf } from './language.ts';
import { documentOf } from './topics.ts';

const SAMPLE = 20;
const MOST_NAMED = 6;

interface Foreign {
  readonly title: string;
  readonly language: string | undefined;
}

/** A document is in another language where more than a third of what can be told of its sample is, or nothing can. */
async function foreignIn(passages: readonly Passage[]): Promise<{ foreign: Foreign[]; documents: number }> {
  const documents = Map.groupBy(
    passages.filter(({ source }) => source.source_type !== 'knowledge'),
    documentOf,
  );
  const breathe = openBreath();
  const foreign: Foreign[] = [];
  for (const own of documents.values()) {
    const step = Math.max(1, Math.floor(own.length / SAMPLE));
    const sample = own.filter((_, index) => index % step === 0);
    const tongues: Record<Tongue, Passage[]> = { english: [], other: [], untold: [] };
    // Of many documents these are thousands.
    for (const passage of sample) {
      await breathe();
      tongues[tongueOf(passage.text)].push(passage);
    }
    const { english, other } = tongues;
    if (english.length > 0 && other.length * 2 <= english.length) continue;
    const language = languageName((other.length > 0 ? other : sample).map(({ text }) => text).join('\n'));
    foreign.push({ title: own[0]?.source.title ?? own[0]?.topic ?? '', language });
  }
  return { foreign, documents: documents.size };
}

/** The passages that are in English: notes in fragments are where their document is. */
export async function passagesInEnglish(
  passages: readonly Passage[],
  breathe: () => Promise<void>,
): Promise<Passage[]> {
  const tongues = new Map<Passage, Tongue>();
  const told = new Map<string, number>();
  for (const passage of passages) {
    await breathe();
    const tongue = tongueOf(passage.text);
    tongues.set(passage, tongue);
    const before = told.get(documentOf(passage)) ?? 0;
    if (tongue !== 'untold') told.set(documentOf(passage), before + (tongue === 'english' ? 1 : -1));
  }
  const isIn = (passage: Passage) =>
    tongues.get(passage) === 'untold' ? (told.get(documentOf(passage)) ?? 0) > 0 : tongues.get(passage) === 'english';
  return passages.filter(isIn);
}

export async function languageWarnings(passages: readonly Passage[]): Promise<string[]> {
  const { foreign, documents } = await foreignIn(passages);
  if (foreign.length === 0) return [];
  const names = new Set(foreign.map(({ language }) => language));
  const [only] = names.size === 1 ? names : [];
  const looks = only === undefined ? '' : ` (it looks ${only})`;
  const what =
    foreign.length === documents
      ? 'This material is'
      : `Of ${documents} documents ${foreign.length === 1 ? 'one is' : `${foreign.length} are`}`;
  const which = foreign.length === documents ? '' : ` ${nameThem(foreign, only === undefined)}`;
  return [
    `${what} not in English${looks}:${which}${which === '' ? ' it' : '. It'} can be read, searched and made into cards of your own, but questions are made from English only.`,
  ];
}

function nameThem(foreign: readonly Foreign[], each: boolean): string {
  const named = foreign
    .slice(0, MOST_NAMED)
    .map(({ title, language }) => `“${title}”${each && language !== undefined ? ` (${language})` : ''}`);
  return `${named.join(', ')}${foreign.length > MOST_NAMED ? ' …' : ''}`;
}
