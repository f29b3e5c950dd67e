/** Which files a filter lets through. */
import { resolve, sep } from 'node:path';
import type { StoredFile } from './holdings.ts';
import type { SearchFilter } from './search.ts';

export type FiledAs = Pick<StoredFile, 'path' | 'name' | 'source_type'>;

export function acceptFile(filter: SearchFilter): (file: FiledAs) => boolean {
  const { types, endings, below } = readFilter(filter);
  return ({ path, name, source_type }) =>
    (types === undefined || types.includes(source_type)) &&
    (endings === undefined || endings.some((ending) => path.toLowerCase().endsWith(ending))) &&
    (below === undefined ||
      path === below.path ||
      path.startsWith(below.pathFolder) ||
      name === below.name ||
      name.startsWith(below.nameFolder));
}

/** The filter as it is compared: endings with their dot, a path as the disk has it and as footnotes have it. */
export function readFilter(filter: SearchFilter) {
  const types: readonly string[] | undefined = filter.source_type;
  const endings = filter.ext?.map((ext) => `.${ext.replace(/^\./, '').toLowerCase()}`);
  return { types, endings, below: filter.path === undefined ? undefined : readPath(filter.path) };
}

function readPath(given: string) {
  const path = resolve(given);
  const name = given.replace(/^\.\//, '').replace(/\/+$/, '');
  return { path, pathFolder: path.endsWith(sep) ? path : path + sep, name, nameFolder: `${name}/` };
}
