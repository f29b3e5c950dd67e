/** An answer made of what functions returned: one numbering of sources, what there is to know, and who spoke. */
import { type Citation, numberSources } from 'consilium/citations';
import type { Json, State } from 'consilium/kernel';

/** What the answer may cite, until it is settled. */
export const CITED = 'temp:cited';

export interface Serving {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly speakers: readonly string[];
  readonly warnings: readonly string[];
}

export function plate(state: State, servings: readonly Serving[], more = ''): string {
  const numbered = numberSources(servings.flatMap(({ citations }) => citations));
  state.set(CITED, numbered as unknown as Json);
  const numberOf = new Map(numbered.map(({ source, marker }) => [source.id, marker]));
  const texts = servings.map(({ text, citations }) => renumber(text, citations, numberOf));
  const warnings = [...new Set(servings.flatMap((serving) => serving.warnings))].map((warning) => `Note: ${warning}`);
  return [...texts, more, ...warnings, tellSpeakers(servings)].filter((part) => part !== '').join('\n\n');
}

function renumber(text: string, citations: readonly Citation[], numberOf: ReadonlyMap<string, number>): string {
  const own = new Map(citations.map(({ marker, source }) => [String(marker), numberOf.get(source.id)]));
  return text.replace(/\[\^(\d+)\]/g, (whole, marker: string) => (own.has(marker) ? `[^${own.get(marker)}]` : whole));
}

function tellSpeakers(servings: readonly Serving[]): string {
  const spoke = [...new Set(servings.flatMap(({ speakers }) => speakers))];
  if (spoke.length === 0) return '';
  const models = spoke.filter((speaker) => speaker !== 'offline');
  if (models.length === 0) return '*Worked out by the offline engine; no model spoke.*';
  return `*By ${models.join(', ')}${models.length < spoke.length ? ' and the offline engine' : ''}.*`;
}
