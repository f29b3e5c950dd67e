/** Subjects of study (areas.yml): "cardiology" heads no chapter of the knowledge base, and half of it is cardiology. */

import { z } from 'zod';
import { knowledgeParts } from '../../knowledge/index.ts';
import { readRows } from '../../text/rows.ts';
import { nameKey } from '../facts/names.ts';

const rows = z.array(
  z.strictObject({
    area: z.string().min(1),
    names: z.array(z.string().min(1)).min(1),
    parts: z.array(z.string().min(1)).min(1),
    entries: z.array(z.string().min(1)).default([]),
  }),
);

export interface Area {
  readonly title: string;
  /** Ids of entries of the knowledge base, in the order in which they are learned. */
  readonly entries: ReadonlySet<string>;
}

interface Areas {
  readonly all: readonly Area[];
  readonly byName: ReadonlyMap<string, Area>;
}

let read: Areas | undefined;

function open(): Areas {
  read ??= compile();
  return read;
}

function compile(): Areas {
  const given = rows.parse(readRows(new URL('./areas.yml', import.meta.url)));
  const parts = knowledgeParts();
  const known = new Set([...parts.values()].flat());
  const byName = new Map<string, Area>();
  const all = given.map(({ area: title, names, parts: files, entries }) => {
    const ids = files.flatMap((file) => parts.get(file) ?? missing(title, file));
    for (const id of entries) if (!known.has(id)) missing(title, id);
    const area = { title, entries: new Set([...ids, ...entries]) };
    for (const name of new Set([title, ...names].map(nameKey))) {
      if (byName.has(name)) throw new Error(`areas.yml: "${name}" names two areas.`);
      byName.set(name, area);
    }
    return area;
  });
  return { all, byName };
}

function missing(area: string, what: string): never {
  throw new Error(`areas.yml: "${area}" names "${what}", which the knowledge base does not have.`);
}

/** The area that is called so, not one that holds the word. */
export function areaNamed(name: string): Area | undefined {
  return open().byName.get(nameKey(name));
}

export function areas(): readonly Area[] {
  return open().all;
}
