import { describe, expect, test } from 'vitest';
import { readCases } from '../eval/cases.ts';
import { laySpeech, triageLine } from '../tables/schema.ts';
import { readData } from '../tables/tables.ts';
import { compileWording, neededWords, readLists, WordingIndex } from './wording.ts';

describe('ways of speaking', () => {
  test.each(['lay', 'speech'])('every pattern of %s is made of known lists and can be compiled', (name) => {
    const data = readData(name);
    const lists = readLists(data.lists);
    const lines = [data.rows, data.generic, data.told, data.idioms, data.advice].flatMap((block = '') =>
      block.split('\n').filter((line) => line !== ''),
    );
    expect(lines.length).toBeGreaterThan(50);
    for (const line of lines) {
      const cells = line.split(' | ').map((cell) => cell.trim());
      if (name === 'lay') expect(laySpeech.safeParse(cells).error, line).toBeUndefined();
      for (const [, list = ''] of line.matchAll(/<(\w+)>/g)) expect([...lists.keys()], line).toContain(list);
      expect(() => compileWording(cells[0] ?? '', lists), line).not.toThrow();
    }
  });

  test('a pattern takes lists, alternatives, optional words and either apostrophe', () => {
    const lists = readLists("cannot: can't, unable to\npart: knee, left foot");
    const pattern = compileWording('<cannot> (bend/move) (my/the)? <part>', lists);
    expect('I can’t move my left foot'.match(pattern)?.[0]).toBe('can’t move my left foot');
    expect('unable to bend knee'.match(pattern)?.[0]).toBe('unable to bend knee');
    expect('unable to bend kneecaps'.match(pattern)).toBeNull();
  });

  test('a list may follow what may be missing, and one that does not exist is an error', () => {
    const lists = readLists('part: knee, left foot');
    expect('my knee'.match(compileWording('(my )?<part>', lists))?.[0]).toBe('my knee');
    expect('sore left foot'.match(compileWording('sore? <part>', lists))?.[0]).toBe('sore left foot');
    expect('his knee'.match(compileWording('(?<=his )<part>', lists))?.[0]).toBe('knee');
    expect(() => compileWording('(my )?<limb>', lists)).toThrow(/No list is named <limb>/);
  });

  test('what a pattern cannot do without is told from its words, lists and brackets', () => {
    const lists = readLists("cannot: can't, unable to\npart: knee, left foot");
    const needed = (pattern: string) => neededWords(pattern, lists)?.sort();
    expect(needed('(my/his)? <part> (is)? (stiff/numb)( again)?')).toEqual(['knee', 'left']);
    expect(needed('<cannot> …')).toEqual(['can', 'unable']);
    expect(needed('going viral|went viral')).toEqual(['going', 'went']);
    expect(needed('(?<=\\bmy )(sugar/bp)(?= is)')).toEqual(['bp', 'sugar']);
    expect(needed('cough(ing|ed)?')).toBeUndefined();
  });

  test('patterns looked up by their words find what all of them would', () => {
    const data = readData('lay');
    const lists = readLists(data.lists);
    const rows = (data.rows ?? '').split('\n').flatMap((row) => row.split(' | ')[0]?.trim() || []);
    const index = new WordingIndex<string>(lists);
    for (const row of rows) index.add(row, row);
    const { cases } = readCases(new URL('../eval/dev/utterances-07.yml', import.meta.url));
    for (const { text } of cases.slice(0, 40)) {
      const found = [...index.candidates(text)].filter(([pattern]) => pattern.test(text)).map(([, row]) => row);
      expect(found).toEqual(rows.filter((row) => compileWording(row, lists).test(text)));
    }
  });

  test('every line of triage.yml has a name and a pattern made of known ones', () => {
    const lines = (readData('triage').patterns ?? '').split('\n').filter((line) => line !== '');
    const names = new Set(lines.map((line) => line.slice(0, line.indexOf(' = '))));
    lines.forEach((line, at) => {
      const place = `data/triage.yml, pattern ${at + 1}: ${line.slice(0, 60)}`;
      expect(triageLine.safeParse(line).error, place).toBeUndefined();
      for (const [, inner = ''] of line.matchAll(/\{([a-z_]+)\}/g)) expect([...names], place).toContain(inner);
      const source = line.slice(line.indexOf(' = ') + 3).replace(/\{[a-z_]+\}/g, '(?:x)');
      expect(() => new RegExp(source, 'i'), place).not.toThrow();
    });
  });
});
