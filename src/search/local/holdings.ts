/**
 * The index of one machine: `search.db` in the home folder, and in memory the postings and vectors made from it. What
 * writes waits in line, so that file and memory are never out of step; storing many passages lets others read meanwhile.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBreath } from '../../kernel/breath.ts';
import type { Log } from '../../kernel/context.ts';
import { openIndexFile } from '../../storage/index.ts';
import { acceptFile } from '../filter.ts';
import {
  asSigned,
  type DigestVector,
  digestOf,
  type Found,
  type Holdings,
  keyOf,
  type StoredPassage,
  TERMS_FORM,
  typeOf,
  type Where,
} from '../holdings.ts';
import { countTerms } from '../keyword/counting.ts';
import { packTerms } from '../terms.ts';
import type { Entry, Writing } from './kept.ts';
import { openShelf, type Shelf } from './shelf.ts';

/** Fewer passages than this are read as fast without a snapshot. */
const SNAPSHOT_FROM = 1000;

export const WRITING: Writing = {
  form: TERMS_FORM,
  terms: (title, text, numberOf) => {
    const { counts, length } = countTerms(title, text, numberOf);
    return { terms: packTerms(counts), length };
  },
  digestOf,
  keyOf,
  typeOf,
};

export function openLocalHoldings(dir: string, log: Log): Holdings {
  mkdirSync(dir, { recursive: true });
  const store = openIndexFile(join(dir, 'search.db'), WRITING);
  let opened: Shelf | undefined;
  let line: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => T | Promise<T>): Promise<T> => {
    const done = line.then(work);
    line = done.catch(() => {});
    return done;
  };

  return {
    backend: async () => 'local',
    scopes: async () => store.scopes(),
    scope: (name) => alone(() => store.scope(name)),
    touchScope: (id, time, embeds) => alone(() => store.touchScope(id, time, embeds)),
    dropScope: (id) =>
      alone(async () => {
        const files = store.files(id).map((file) => file.id);
        const target = shelf();
        await store.dropScope(id, await target.orphans(files));
        for (const file of files) target.remove(file);
      }),
    counts: async (scope) => store.counts(scope),
    files: async (scope) => store.files(scope),
    replaceFiles: (scope, volumes) =>
      alone(async () => {
        shelf();
        const stored = await store.replaceFiles(scope, volumes);
        const target = shelf();
        const breathe = openBreath();
        let passages = 0;
        for (const { file, entries, replaced } of stored) {
          if (replaced !== undefined) target.remove(replaced);
          target.add(file, entries);
          giveKnownVectors(entries, target);
          passages += entries.length;
          await breathe();
        }
        return { files: volumes.length, passages };
      }),
    removeFiles: (_scope, ids) =>
      alone(async () => {
        const target = shelf();
        await store.removeFiles(ids, await target.orphans(ids));
        for (const id of ids) target.remove(id);
      }),
    settleFile: (id, mtime, settled) => alone(() => store.settleFile(id, mtime, settled)),
    tally: async (scopes) => new Map([...scopes].map((scope) => [scope, shelf().count(scope)])),
    unembedded: async (scope) => store.unembedded(scope),
    addVectors: (vectors: readonly DigestVector[]) =>
      alone(() => {
        store.addVectors(vectors);
        for (const { digest, vector } of vectors) shelf().addVector(digest, asSigned(vector));
      }),
    claim: async () => true,
    async byWords(terms, top, where) {
      const asked = terms.map(({ term, ...rest }) => ({ ...rest, term: store.termId(term) ?? 0 }));
      const { total, ceiling, ...found } = shelf().postings.search(asked, top, acceptDoc(where));
      return { ...toFound(found), total, ceiling };
    },
    byMeaning: async (vector, top, where) => toFound(shelf().vectors.search(vector, top, acceptDoc(where))),
    async passages(ids) {
      const found = new Map<number, StoredPassage>();
      for (const id of ids) {
        const passage = store.passage(id);
        if (passage !== undefined) found.set(id, passage);
      }
      return found;
    },
    contents: async (scope, file) => store.contents(scope, file),
    copyTo: (to) => alone(() => store.copyTo(to)),
    async close() {
      await line;
      keepSnapshot();
      store.close();
    },
  };

  function shelf(): Shelf {
    const worn = opened?.isWorn();
    if (worn) opened = undefined;
    opened ??= openShelf(store, worn ? undefined : store.snapshot());
    return opened;
  }

  /** Words that were embedded before, here or elsewhere, have their vector already. */
  function giveKnownVectors(entries: readonly Entry[], target: Shelf): void {
    for (const { digest } of entries) {
      const vector = store.vector(digest);
      if (vector !== undefined) target.addVector(digest, asSigned(vector));
    }
  }

  function acceptDoc({ scopes, filter }: Where): (doc: number) => boolean {
    const { scopeOf, fileOf } = shelf();
    if (filter === undefined) return (doc) => scopes.has(scopeOf(doc));
    const accepts = acceptFile(filter);
    return (doc) => scopes.has(scopeOf(doc)) && accepts(fileOf(doc));
  }

  function toFound({ docs, scores }: { docs: readonly number[]; scores: readonly number[] }): Found {
    return { ids: docs.map(shelf().passageOf), scores };
  }

  /** So that the next process opens at once. The index is whole without it. */
  function keepSnapshot(): void {
    if (opened === undefined || opened.postings.size < SNAPSHOT_FROM) return;
    try {
      if (!store.hasSnapshot()) store.writeSnapshot(opened.snapshot());
    } catch (thrown) {
      log.warn({ code: (thrown as { code?: string }).code }, 'the index could not be kept for a quick start');
    }
  }
}
