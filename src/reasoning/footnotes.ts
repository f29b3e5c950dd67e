/** What an answer rests on: `[^n]` in the text, a line for each at its end, and the same as data in `temp:citations`. */
import { formatFootnote, toSource } from '../citations/index.ts';

// A type and not an interface, so that it fits where JSON is wanted.
export type Citation = {
  marker: string;
  source_type: 'record' | 'knowledge' | 'web';
  title: string;
  /** Of a record entry: what it opens. */
  uuid?: string;
  label?: string;
  date?: string;
  /** Of knowledge: the entry, and the works that it names. */
  id?: string;
  sources?: string[];
  url?: string;
};

export interface Cited {
  uuid: string;
  label: string;
  name: string;
  date?: string | null | undefined;
}

export interface Footnotes {
  /** The marker of a record entry; the same entry has the same one. */
  entry(entry: Cited): string;
  knowledge(known: { id: string; title: string; sources: readonly string[] }): string;
  source(title: string): string;
  page(page: { url: string; title: string }): string;
  readonly citations: readonly Citation[];
}

export function openFootnotes(): Footnotes {
  const citations: Citation[] = [];
  const cite = (same: (known: Citation) => boolean, made: Omit<Citation, 'marker'>): string => {
    const known = citations.find(same);
    if (known !== undefined) return `[^${known.marker}]`;
    const marker = String(citations.length + 1);
    citations.push({ marker, ...made });
    return `[^${marker}]`;
  };
  return {
    citations,
    entry: ({ uuid, label, name, date }) =>
      cite((known) => known.uuid === uuid, {
        source_type: 'record',
        title: name,
        uuid,
        label,
        ...(date && { date }),
      }),
    knowledge: ({ id, title, sources }) =>
      cite((known) => known.id === id, { source_type: 'knowledge', title, id, sources: [...sources] }),
    source: (title) =>
      cite((known) => known.source_type === 'knowledge' && known.title === title, { source_type: 'knowledge', title }),
    page: ({ url, title }) => cite((known) => known.url === url, { source_type: 'web', title, url }),
  };
}

export const NOTICE = '*Information, not a diagnosis.*';

export interface Finished {
  text: string;
  citations: Citation[];
}

/** The answer with its notice and footnotes, numbered as they are read. */
export function finish(body: string, notes: Footnotes, notice = NOTICE): Finished {
  const order = [...new Set([...body.matchAll(/\[\^(\d+)\]/g)].map(([, marker]) => marker!))];
  const citations = order.flatMap((marker, i) => {
    const citation = notes.citations.find((each) => each.marker === marker);
    return citation === undefined ? [] : [{ ...citation, marker: String(i + 1) }];
  });
  const text = body.trim().replace(/\[\^(\d+)\]/g, (_, marker: string) => `[^${order.indexOf(marker) + 1}]`);
  const lines = citations.map((citation) => `[^${citation.marker}]: ${formatFootnote(toSource(citation)!)}`).join('\n');
  return { text: [text, notice, lines].filter((part) => part !== '').join('\n\n'), citations };
}
