/** Side effects that the knowledge base names for a medicine: found by the medicine's names, looked up once. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type KnowledgeEntry, knowledgeEntries } from '../../knowledge/index.ts';
import { sentencesOf, stem } from '../../text/index.ts';

let byName: ReadonlyMap<string, KnowledgeEntry> | undefined;

function names(): ReadonlyMap<string, KnowledgeEntry> {
  if (byName === undefined || byName.size === 0) {
    const drugs = knowledgeEntries().filter(({ kind }) => kind === 'drug');
    const named = drugs.flatMap((entry) =>
      [entry.title, ...(/\(([^)]*)\)/.exec(entry.title)?.[1] ?? '').split(/,\s*|\s+and\s+/), ...entry.also].map(
        (name) => [name.toLowerCase(), entry] as const,
      ),
    );
    byName = new Map(named.toReversed());
  }
  return byName;
}

export function knowledgeOf(concepts: readonly string[]): KnowledgeEntry | undefined {
  for (const id of concepts)
    for (const name of openCatalogue().get(id)?.names ?? []) {
      const found = names().get(name.replaceAll('"', '').toLowerCase());
      if (found !== undefined) return found;
    }
  return undefined;
}

/** The sentence among its side effects that names a complaint. */
export function effectOf(
  concepts: readonly string[],
  symptom: string,
): { entry: KnowledgeEntry; sentence: string } | undefined {
  const entry = knowledgeOf(concepts);
  const section = entry?.sections.find(({ name }) => name === 'side effects');
  if (entry === undefined || section === undefined) return undefined;
  const words = (openCatalogue().get(symptom)?.names ?? [])
    .map((name) => name.replaceAll('"', '').toLowerCase())
    .filter((name) => name.length > 3);
  const sentence = sentencesOf(section.text).find((each) => {
    const said = each
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .map(stem)
      .join(' ');
    return words.some((word) =>
      ` ${said} `.includes(
        ` ${word
          .split(/[^\p{L}]+/u)
          .map(stem)
          .join(' ')} `,
      ),
    );
  });
  return sentence === undefined ? undefined : { entry, sentence };
}

export function sectionOf(entry: KnowledgeEntry, name: string): string | undefined {
  return entry.sections.find((section) => section.name === name)?.text;
}
