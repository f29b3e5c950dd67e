/** Terms that stand beside each other in an exam (families.yml), by any of their names. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { termKey } from './terms.ts';

export interface Member {
  /** As it is shown. */
  readonly name: string;
  /** Its name in the families: the same for all its names. */
  readonly id: string;
  readonly families: readonly string[];
  readonly names: readonly string[];
}

export interface Families {
  byName(name: string): Member | undefined;
  /** By what `termKey` makes of a name. */
  byKey(key: string): Member | undefined;
  members(family: string): readonly Member[];
  /** One is a part or a kind of the other. */
  isPart(a: Member, b: Member): boolean;
  /** One is a part or a kind of the other, or too near to be offered against it. */
  areNested(a: Member, b: Member): boolean;
}

let read: Families | undefined;

export function families(): Families {
  read ??= compile();
  return read;
}

function compile(): Families {
  const source = readFileSync(new URL('./families.yml', import.meta.url), 'utf8');
  const file = z.strictObject({ families: z.string(), within: z.string(), near: z.string() });
  const { families: text, within, near } = file.parse(parse(source));
  const byKey = new Map<string, { name: string; id: string; families: string[]; names: string[] }>();
  const byFamily = new Map<string, Member[]>();
  for (const [family, members] of rowsOf(text))
    for (const written of members) {
      const names = written.split(/\s+=\s+/).map((name) => name.trim());
      const known = names.map((name) => byKey.get(termKey(name))).find((member) => member !== undefined);
      const member = known ?? { name: names[0] as string, id: termKey(names[0] as string), families: [], names: [] };
      if (!member.families.includes(family)) member.families.push(family);
      for (const name of names) {
        if (!member.names.includes(name)) member.names.push(name);
        if (!byKey.has(termKey(name))) byKey.set(termKey(name), member);
      }
      byFamily.set(family, [...(byFamily.get(family) ?? []), member]);
    }
  const pairs = (rows: string) =>
    new Set(rowsOf(rows).flatMap(([whole, parts]) => parts.map((part) => `${idOf(whole)}>${idOf(part)}`)));
  // What is part of a part is part of the whole: macula densa, thick ascending limb, loop of Henle.
  const [nested, alike] = [closed(pairs(within)), pairs(near)];
  const has = (set: ReadonlySet<string>, a: Member, b: Member) =>
    set.has(`${a.id}>${b.id}`) || set.has(`${b.id}>${a.id}`);
  function idOf(name: string): string {
    return byKey.get(termKey(name))?.id ?? termKey(name);
  }
  return {
    isPart: (a, b) => has(nested, a, b),
    areNested: (a, b) => has(nested, a, b) || has(alike, a, b),
    byName: (name) => byKey.get(termKey(name)),
    byKey: (key) => byKey.get(key),
    members: (family) => byFamily.get(family) ?? [],
  };
}

function closed(pairs: ReadonlySet<string>): Set<string> {
  const all = new Set(pairs);
  for (let size = -1; size !== all.size; ) {
    size = all.size;
    const rows = [...all].map((pair) => pair.split('>') as [string, string]);
    for (const [whole, part] of rows)
      for (const [other, inner] of rows) if (other === part && inner !== whole) all.add(`${whole}>${inner}`);
  }
  return all;
}

function rowsOf(text: string): [name: string, items: string[]][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      return [
        line.slice(0, colon).trim(),
        line
          .slice(colon + 1)
          .trim()
          .split(/,\s+/),
      ];
    });
}
