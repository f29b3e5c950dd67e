/**
 * `node bench/search/lucene/build.ts FOLDER [--man DIR] [--lists DIR]`: makes retrieval sets in BEIR's form of what a
 * Debian machine has, none of it judged by us.
 *
 * - `manpages`: documents are the manual pages without NAME and SEE ALSO; a query is what NAME says a page is for, and
 *   the page itself is to be found.
 * - `manpages-related`: the same, but to be found are the pages that the author names under SEE ALSO.
 * - `packages`: documents are the long descriptions of Debian's packages, queries 5,000 of the one-line ones. Made where
 *   the lists were fetched with `apt-get update -o Acquire::Languages=en`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { writeSet } from './beir.ts';
import { type ManualPage, readPage } from './manual.ts';
import { type PackageText, readPackages } from './packages.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    man: { type: 'string', default: '/usr/share/man' },
    lists: { type: 'string', default: '/var/lib/apt/lists' },
  },
});
const folder = positionals[0] ?? 'sets';
buildManual(readPages(options.man));
const list = findList(options.lists);
if (list === undefined) process.stdout.write('no package lists: apt-get update -o Acquire::Languages=en\n');
else buildPackages(readPackages(list), 5000);

/** BEIR's rule: a document with the query's own id does not count. So the query for the page itself has another. */
function buildManual(pages: ReadonlyMap<string, ManualPage>): void {
  const documents = [...pages].map(([id, { body }]) => ({ _id: id, title: '', text: body }));
  const queries = [...pages].map(([id, { purpose }]) => ({ _id: id, text: purpose }));
  const itself = queries.map(({ _id, text }) => ({ _id: `to ${_id}`, text }));
  writeSet(join(folder, 'manpages'), documents, itself, (query) => [query.slice('to '.length)]);
  writeSet(join(folder, 'manpages-related'), documents, queries, (query) =>
    (pages.get(query)?.related ?? []).filter((other) => other !== query && pages.has(other)),
  );
}

/** Pages by their names, as `ls(1)`. Of pages with the same body the first. */
function readPages(root: string): Map<string, ManualPage> {
  const pages = new Map<string, ManualPage>();
  const bodies = new Set<string>();
  for (const section of '12345678')
    for (const file of listFolder(join(root, `man${section}`))) {
      const name = /^(.+)\.\d[^.]*\.gz$/.exec(file)?.[1];
      if (name === undefined) continue;
      const page = readPage(gunzipSync(readFileSync(join(root, `man${section}`, file))).toString('utf8'));
      if (page === undefined || bodies.has(page.body)) continue;
      bodies.add(page.body);
      pages.set(`${name}(${section})`, page);
    }
  return pages;
}

function listFolder(path: string): string[] {
  return existsSync(path) ? readdirSync(path).sort() : [];
}

/** Evenly spread over the list. */
function buildPackages(packages: readonly PackageText[], count: number): void {
  const asked = packages.filter(({ synopsis }) => synopsis.split(' ').length > 2);
  const step = Math.max(1, asked.length / count);
  const queries = asked.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  writeSet(
    join(folder, 'packages'),
    packages.map(({ name, description }) => ({ _id: name, title: '', text: description })),
    queries.map(({ name, synopsis }) => ({ _id: `to ${name}`, text: synopsis })),
    (query) => [query.slice('to '.length)],
  );
}

function findList(lists: string): string | undefined {
  const file = listFolder(lists).find((name) => /dists_[a-z]+_main_i18n_Translation-en/.test(name));
  if (file === undefined) return undefined;
  const command = ['cat-file', join(lists, file)];
  return execFileSync('/usr/lib/apt/apt-helper', command, { encoding: 'utf8', maxBuffer: 2 ** 29 });
}
