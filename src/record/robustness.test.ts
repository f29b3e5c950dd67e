import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConsiliumError } from '../kernel/errors.ts';
import { buildDemo } from './demo/build.ts';
import {
  bundle,
  condition,
  encounter,
  graphOf,
  importText,
  type Json,
  observation,
  openDatabase,
  patient,
} from './fixtures.ts';

/** A valid bundle, in which something is then broken. */
const sound = bundle(
  patient('p1'),
  { resourceType: 'Practitioner', id: 'd1', name: [{ family: 'Osei', given: ['Kofi'] }] },
  encounter('e1', 'urn:uuid:p1', { participant: [{ individual: { reference: 'urn:uuid:d1' } }] }),
  condition('c1', 'urn:uuid:p1', { encounter: { reference: 'urn:uuid:e1' } }),
  observation('o1', 'urn:uuid:p1', {
    encounter: { reference: 'urn:uuid:e1' },
    component: [{ code: { text: 'part' } }],
  }),
);

const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('urn:uuid:p1', 'Patient/p1', '#x', '', 'Encounter/e1', {}, [], null),
);

describe('whatever is broken in a bundle', () => {
  test('the import ends in a result or in one clear error, and the record is whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(), anything), { minLength: 1, maxLength: 4 }), async (changes) => {
        const broken = structuredClone(sound);
        for (const [at, value] of changes) replaceAt(broken, at, value);
        await expectWhole(JSON.stringify(broken));
      }),
      { numRuns: 150 },
    );
  });

  test('likewise when the text itself is cut or garbled', async () => {
    const text = JSON.stringify(sound);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length),
        fc.nat(20),
        fc.string({ unit: 'binary', maxLength: 8 }),
        (at, length, other) => expectWhole(text.slice(0, at) + other + text.slice(at + length)),
      ),
      { numRuns: 150 },
    );
  });
});

test('the demo bundles are sound FHIR by their own references', () => {
  for (const text of buildDemo().values()) {
    const { entry } = JSON.parse(text) as { entry: { fullUrl: string; resource: Json }[] };
    const urls = new Set(entry.map(({ fullUrl }) => fullUrl));
    expect(urls.size).toBe(entry.length);
    expect(text).not.toMatch(/\{\}|\[\]|null/);
    for (const [, url] of text.matchAll(/"reference":"([^"]+)"/g)) expect(urls).toContain(url);
  }
});

async function expectWhole(text: string): Promise<void> {
  const db = openDatabase();
  try {
    const result = await importText(db, text);
    for (const { id } of result.patients) {
      const { nodes, edges } = graphOf(db, id);
      expect(nodes.filter(({ label }) => label === 'Patient').length).toBeLessThanOrEqual(1);
      expect(edges.every((edge) => !edge.includes('undefined') && !edge.includes('null'))).toBe(true);
    }
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ConsiliumError);
    expect((thrown as ConsiliumError).code).toMatch(/^FHIR_/);
    expect(db.prepare('SELECT count(*) AS n FROM graph_node').get()?.n).toBe(0);
  } finally {
    db.close();
  }
}

/** Replaces the nth value in the document, counted through. */
function replaceAt(document: Json, n: number, value: unknown): void {
  const places: [holder: Record<string, unknown>, key: string][] = [];
  const walk = (holder: Record<string, unknown>) => {
    for (const [key, inner] of Object.entries(holder)) {
      places.push([holder, key]);
      if (inner !== null && typeof inner === 'object') walk(inner as Record<string, unknown>);
    }
  };
  walk(document);
  const place = places[n % Math.max(1, places.length)];
  if (place) place[0][place[1]] = value;
}
