import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ConsiliumError } from '../kernel/errors.ts';
import { inPieces } from '../text/pieces.ts';
import { KINDS, parseEntries, plainFile, readEntries } from './entries.ts';
import { knowledgeEntries, knowledgeEntry } from './index.ts';
import { sectionNames } from './words.ts';

const entries = allEntries().map(({ entry }) => entry);

describe('the entries of the base', () => {
  test('are a few hundred, of every kind', () => {
    expect(entries.length).toBeGreaterThanOrEqual(300);
    for (const kind of KINDS) expect(entries.filter((entry) => entry.kind === kind).length).toBeGreaterThanOrEqual(40);
  });

  test('have ids of their own, and names that no other entry has as its title', () => {
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
    const titles = entries.map((entry) => entry.title.toLowerCase());
    expect(new Set(titles).size).toBe(titles.length);
  });

  test.each(KINDS)('each %s names its sources and stays short', (kind) => {
    for (const entry of entries.filter((each) => each.kind === kind)) {
      const words = entry.sections.flatMap((section) => section.text.split(/\s+/)).length;
      expect(entry.sources.length, entry.id).toBeGreaterThanOrEqual(1);
      expect(entry.sources.length, entry.id).toBeLessThanOrEqual(2);
      expect(words, `${entry.id} has ${words} words`).toBeGreaterThanOrEqual(55);
      expect(words, `${entry.id} has ${words} words`).toBeLessThanOrEqual(200);
    }
  });

  test('are whole sentences in known sections', () => {
    for (const entry of entries) {
      for (const { name, text } of entry.sections) {
        expect(sectionNames().has(name), `${entry.id}: ${name}`).toBe(true);
        expect(text, `${entry.id}: ${name}`).toMatch(/^(?:[\p{Lu}\d"]|eGFR )/u);
        expect(text, `${entry.id}: ${name}`).toMatch(/[.?!]"?$/);
      }
    }
  });

  test('every symptom says when to seek care, every drug what it is for and its side effects', () => {
    for (const entry of entries) {
      const names = entry.sections.map((section) => section.name);
      if (entry.kind === 'symptom') expect(names, entry.id).toContain('when to seek care');
      if (entry.kind === 'drug') expect(names, entry.id).toEqual(expect.arrayContaining(['used for', 'side effects']));
    }
  });

  test('are found by id', () => {
    expect(knowledgeEntry('metformin')?.title).toBe('Metformin');
    expect(knowledgeEntry('no-such-entry')).toBeUndefined();
    expect(knowledgeEntries().length).toBe(entries.length);
  });
});

const good = `kind: drug
entries: |
  ## examplin | Examplin
  also: exa, Brand X
  sources: A formulary; A leaflet: Examplin
  used for: It is used for examples, and for
    nothing else.
  side effects: Readers may become sleepy.
`;

describe('a file of entries', () => {
  test('is read with its sections, and a line that goes on below', () => {
    expect(parseEntries(good, 'drugs/x.yml')).toEqual([
      {
        line: 3,
        entry: {
          id: 'examplin',
          title: 'Examplin',
          kind: 'drug',
          also: ['exa', 'Brand X'],
          sources: ['A formulary', 'A leaflet: Examplin'],
          sections: [
            { name: 'used for', text: 'It is used for examples, and for nothing else.' },
            { name: 'side effects', text: 'Readers may become sleepy.' },
          ],
        },
      },
    ]);
  });

  test.each([
    ['an unknown kind', good.replace('drug', 'gadget'), 'knowledge/drugs/x.yml:1: kind'],
    ['broken YAML', good.replace('kind: drug', 'kind: [drug'), 'knowledge/drugs/x.yml:'],
    ['an unknown section', good.replace('side effects:', 'side dishes:'), 'x.yml:8: "side dishes" is no known section'],
    [
      'no source',
      good.replace(/ {2}sources.*\n/, ''),
      'x.yml:3: "examplin": sources: an entry names at least one source',
    ],
    ['an id with capitals', good.replace('## examplin', '## Examplin'), 'x.yml:3: "Examplin": id'],
    ['a section twice', good.replace('side effects', 'used for'), 'x.yml:8: "examplin" has two sections "used for"'],
    ['text before any entry', good.replace('## examplin | Examplin', 'hello'), 'x.yml:3: "hello" is neither'],
    [
      'no section',
      good.replace(/ {2}used[\s\S]*/, ''),
      'x.yml:3: "examplin": sections: an entry has at least one section',
    ],
  ])('with %s is refused, naming file and line', (_, source, message) => {
    expect(() => parseEntries(source, 'drugs/x.yml')).toThrow(ConsiliumError);
    expect(() => parseEntries(source, 'drugs/x.yml')).toThrow(message);
  });

  test('in its plain form reads as YAML reads it', () => {
    const root = new URL('../../knowledge/', import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /[\\/].*\.yml$/.test(file));
    for (const file of files) {
      const source = readFileSync(new URL(file, root), 'utf8');
      expect(plainFile(source), file).toEqual(parse(source));
    }
    const line = fc.oneof(fc.constantFrom('', '  ', '  a: b', '    c', '  # d', 'e', '\tf', '  "g'), fc.string());
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const source = `kind: drug\nentries: |\n${lines.join('\n')}\n`;
        const plain = plainFile(source);
        if (plain) expect(plain).toEqual(parse(source));
      }),
      { numRuns: 1000 },
    );
  });

  test('may not use the id of another file', () => {
    const root = mkdtempSync(join(tmpdir(), 'knowledge-'));
    for (const folder of ['drugs', 'tests']) {
      mkdirSync(join(root, folder));
      writeFileSync(join(root, folder, 'x.yml'), good);
    }
    expect(() => allEntries(root)).toThrow('knowledge/tests/x.yml:3: the id "examplin" is already used at');
  });

  test('whatever stands in it, ends in entries or a clear error', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(...good.split('\n')))), (lines) => {
        try {
          parseEntries(lines.join('\n'), 'drugs/x.yml');
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(ConsiliumError);
        }
      }),
    );
  });
});

function allEntries(root?: string) {
  return inPieces(() => readEntries(root)).whole();
}
