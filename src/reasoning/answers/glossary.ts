/** Plain meanings: how a kind of medicine works, what a word of a letter means, how two illnesses hang together. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';

const schema = z.strictObject({
  source: z.string(),
  works: z.record(z.string(), z.string()),
  terms: z.array(z.strictObject({ says: z.array(z.string().min(2)).min(1), means: z.string() })),
  ties: z.array(z.strictObject({ one: z.string(), two: z.string(), says: z.string() })),
});

export const glossary = schema.parse(parse(readFileSync(new URL('./glossary.yml', import.meta.url), 'utf8')));

/** How a medicine works, by the narrowest kind that is described. */
export function worksOf(concepts: readonly string[]): string | undefined {
  const catalogue = openCatalogue();
  for (const id of concepts) {
    const own = [id, ...(catalogue.get(id)?.parents ?? []), ...catalogue.ancestors(id)];
    const found = own.find((each) => glossary.works[each] !== undefined);
    if (found !== undefined) return glossary.works[found];
  }
  return undefined;
}

interface Term {
  name: string;
  means: string;
}

const BY_LENGTH = glossary.terms
  .flatMap(({ says, means }) => says.map((name) => ({ name, means, pattern: wordsOf(name) })))
  .toSorted((a, b) => b.name.length - a.name.length);

function wordsOf(name: string): RegExp {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/['’]/g, "['’]");
  return new RegExp(`(?<![\\p{L}\\d])${literal}(?![\\p{L}\\d])`, 'iu');
}

/** The words of a question that the glossary explains, the longest first, each meaning once. */
export function termsIn(text: string): Term[] {
  const found = BY_LENGTH.filter(({ pattern }) => pattern.test(text));
  return found.filter(({ means }, at) => found.findIndex((each) => each.means === means) === at);
}

/** How two illnesses hang together. */
export function tieOf(one: readonly string[], two: readonly string[]): string | undefined {
  const catalogue = openCatalogue();
  const is = (ids: readonly string[], of: string) => ids.some((id) => catalogue.isA(id, of));
  return glossary.ties.find((row) => (is(one, row.one) && is(two, row.two)) || (is(one, row.two) && is(two, row.one)))
    ?.says;
}
