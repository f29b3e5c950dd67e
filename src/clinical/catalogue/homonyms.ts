/** Names that mean something in two kinds: only those that `homonyms.yml` declares, each with its reason. */
import { splitList } from '../tables/tables.ts';
import type { Homonym } from './drafts.ts';
import { invalid, readOutline } from './outline.ts';

/** `kind + kind | names, or * for all | why` */
export function requireDeclared(homonyms: readonly Homonym[]): void {
  const declared = new Map<string, Set<string>>();
  for (const { cells } of readOutline('homonyms').lines)
    declared.set(pairOf(cells[0]!.split(' + ')), new Set(splitList(cells[1])));
  for (const { name, kinds } of homonyms) {
    const names = declared.get(pairOf(kinds));
    if (!names?.has('*') && !names?.has(name))
      throw invalid('catalogue/data/homonyms.yml', 1, `does not declare "${name}" as both ${kinds.join(' and ')}`);
  }
}

function pairOf(kinds: readonly string[]): string {
  return kinds
    .map((kind) => kind.trim())
    .sort()
    .join('+');
}
