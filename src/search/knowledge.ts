/** The scope that is always there: the health team's knowledge entries, a passage a section. */
import { createHash } from 'node:crypto';
import { mapGently } from '../kernel/breath.ts';
import { type KnowledgeEntry, knowledgeEntries } from '../knowledge/index.ts';
import type { Volume } from './holdings.ts';
import type { Passage } from './reading/index.ts';

export const KNOWLEDGE = 'knowledge';

/** The entries as files to be stored: one each, changed when its hash is. */
export function knowledgeVolumes(): Volume[] {
  return knowledgeEntries().map(toVolume);
}

/** The same, letting others have their turn in between. */
export function knowledgeVolumesGently(): Promise<Volume[]> {
  return mapGently(knowledgeEntries(), toVolume);
}

function toVolume(entry: KnowledgeEntry): Volume {
  const hash = createHash('sha256')
    .update(`${FORM}\n${JSON.stringify(entry)}`)
    .digest('hex');
  const name = `knowledge/${entry.id}`;
  return { facts: { path: name, name, hash, mtime: 0, size: 0, settled: true }, passages: readEntry(entry) };
}

/** Changed when passages are made differently, so that they are made again. */
const FORM = 1;

function readEntry(entry: KnowledgeEntry): Passage[] {
  const names = entry.also.length === 0 ? entry.title : `${entry.title} (${entry.also.join(', ')})`;
  let offset = 0;
  return entry.sections.map(({ name, text }) => {
    const start = offset;
    offset += text.length + 1;
    return {
      key: `${entry.id}#${name}`,
      title: `${names}: ${name}`,
      text,
      start,
      end: start + text.length,
      source: {
        source_type: 'knowledge',
        title: entry.title,
        entry_id: entry.id,
        sources: entry.sources,
        section: name,
      },
    };
  });
}
