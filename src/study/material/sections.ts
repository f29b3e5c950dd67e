/** The parts of a chapter (sections.yml): how headings name them, how they are said and asked. */

import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { termKey } from '../facts/terms.ts';

const section = z.strictObject({
  headings: z.array(z.string()).default([]),
  opens: z.string().optional(),
  plain: z.string().optional(),
  card: z.string().includes('{it}').optional(),
  of: z.array(z.string()).optional(),
  title: z.string().optional(),
  kind: z.enum(['definition', 'value', 'class', 'fact']).default('fact'),
});
export type Section = z.infer<typeof section>;

interface Sections {
  readonly byName: ReadonlyMap<string, Section>;
  readonly byHeading: ReadonlyMap<string, string>;
}

let read: Sections | undefined;

function open(): Sections {
  read ??= compile();
  return read;
}

function compile(): Sections {
  const data = z.record(z.string(), section).parse(readRows(new URL('./sections.yml', import.meta.url)));
  const byName = new Map(Object.entries(data));
  const byHeading = new Map(
    [...byName].flatMap(([name, { headings }]) => [name, ...headings].map((each) => [termKey(each), name] as const)),
  );
  return { byName, byHeading };
}

export function sectionNamed(name: string): Section | undefined {
  return open().byName.get(name);
}

/** In the order in which they are learned. */
export function sectionNames(): readonly string[] {
  return [...open().byName.keys()];
}

/** Which part a heading opens: "Aetiology and risk factors", "2.3 Management". */
export function sectionOf(heading: string): string | undefined {
  return open().byHeading.get(termKey(heading.replace(/^[\d.]+[.):]?\s+/, '')));
}

const OF = /^(?:the )?(.+?) (?:of|for|in|with|from) (?:the |an? )?(.+)$/i;
const LAST = /^(.+?) (\S+(?: \S+)?)$/;

/** "Side effects of statins", "asthma treatment": a part and of what. Undefined where it names no part. */
export function splitSection(topic: string): { section: string; of: string } | undefined {
  const [, part = '', whole = ''] = OF.exec(topic.trim()) ?? [];
  const before = sectionOf(part);
  if (before !== undefined) return { section: before, of: whole };
  for (const pattern of [LAST, /^(.+) (\S+)$/]) {
    const [, of = '', last = ''] = pattern.exec(topic.trim()) ?? [];
    const behind = of === '' ? undefined : sectionOf(last);
    if (behind !== undefined) return { section: behind, of };
  }
  return undefined;
}
