import { beforeAll, describe, expect, it } from 'vitest';
import { knowledgeEntries } from '../../knowledge/index.ts';
import { contentStems } from '../facts/terms.ts';
import { readCourse } from '../material/chapters.ts';
import { openChance } from './chance.ts';
import { openEntries } from './entries.ts';
import type { Entry, EntryGround } from './entry.ts';
import { itemRows } from './entry-choice-rows.ts';
import { askItem } from './entry-choices.ts';
import { itemsOf } from './entry-items.ts';
import { MARK_LISTS, marks } from './marks.ts';
import type { Draft } from './question.ts';

let ground: EntryGround;
const made: { entry: Entry; list: string | undefined; draft: Draft }[] = [];

beforeAll(() => {
  const kept = knowledgeEntries().flatMap(({ id, title, sections }) =>
    sections.map(({ name, text }, at) => ({
      ...{ id: `${id}-${at}`, file: id, title, text, start: 1, end: 1 },
      source: { source_type: 'knowledge' as const, id: `${id}-${at}`, entry_id: id, section: name, title },
    })),
  );
  ground = openEntries(readCourse('knowledge', kept as never).passages);
  const chance = openChance('choices');
  for (const row of itemRows())
    for (const entry of ground.entries) {
      const draft = askItem('choice', entry, row, ground, chance);
      if (draft !== undefined) made.push({ entry, list: row.marks, draft });
    }
});

const wrongOf = ({ options = [], key }: Draft) =>
  options.filter(({ label }) => key.kind === 'option' && label !== key.label).map(({ text }) => text);
const textOf = ({ sections }: Entry) => [...sections.values()].map(({ text }) => text).join(' ');
const entryOf = (id: string) => ground.entries.find((entry) => entry.id === id) as Entry;

describe('choices from entries', () => {
  it('are many, of four single things each', () => {
    expect(made.length).toBeGreaterThan(150);
    for (const { draft } of made) {
      expect(draft.options).toHaveLength(4);
      for (const { text } of draft.options ?? []) expect(text).not.toMatch(/[,;.:]/);
    }
  });

  it('offer nothing as wrong that the entry says anywhere', () => {
    for (const { entry, draft } of made) {
      const said = contentStems(textOf(entry));
      for (const wrong of wrongOf(draft)) expect([...contentStems(wrong)].every((word) => said.has(word))).toBe(false);
    }
  });

  it('offer no mark that is true of the entry, also where its text leaves it out', () => {
    const known = new Map(MARK_LISTS.flatMap((list) => marks(list)).map((mark) => [mark.text.toLowerCase(), mark]));
    for (const { entry, list, draft } of made.filter((one) => one.list !== undefined))
      for (const wrong of wrongOf(draft))
        expect(known.get(wrong.toLowerCase())?.entries.has(entry.id), `${list}: ${draft.stem} ${wrong}`).toBe(false);
  });

  it('know nothing by its length', () => {
    for (const { draft } of made) {
      const lengths = (draft.options ?? []).map(({ text }) => text.length);
      const right = draft.key.kind === 'option' ? draft.key.text.length : 0;
      const longest = Math.max(12, ...lengths);
      expect(longest / Math.max(12, right), draft.stem).toBeLessThanOrEqual(2.3);
    }
  });

  it('ask what antibiotics are for among illnesses of other germs', () => {
    const uses = made.filter(({ entry }) => ['cephalosporins', 'doxycycline', 'nitrofurantoin'].includes(entry.id));
    const wrong = uses
      .filter(({ draft }) => draft.passage.section === 'used for')
      .flatMap(({ draft }) => wrongOf(draft));
    expect(wrong.length).toBeGreaterThan(0);
    for (const one of wrong) expect(one).not.toMatch(/throat|pneumonia|cellulitis|urinary|kidney|hay fever/i);
  });

  it('put medicines against germs beside their like', () => {
    const shingles = made.find(({ entry, draft }) => entry.id === 'shingles' && draft.relation === 'treatment');
    expect(shingles?.draft.key).toMatchObject({ text: expect.stringMatching(/aciclovir/i) });
    expect(wrongOf(shingles?.draft as Draft).join(' ')).not.toMatch(/prednisolone|methotrexate|tacrolimus/i);
  });
});

describe('items of a section', () => {
  it('are single things by their whole name, no clauses and nothing that is told of one member', () => {
    const uses = itemsOf(entryOf('beta-blockers'), 'used for').map(({ text }) => text);
    expect(uses).toContain('angina');
    expect(uses).not.toContain('tremor');
    expect(itemsOf(entryOf('gastritis'), 'diagnosis').map(({ text }) => text)).not.toContain('antibiotics');
  });
});

describe('connections', () => {
  it('hold by the text, by the other’s text and by the catalogue', () => {
    const { links } = ground;
    const [asthma] = itemsOf(entryOf('salbutamol'), 'used for');
    expect(links.connects(asthma?.concept as never, 'asthma', entryOf('beta-blockers'))).toBe(true);
    const migraine = itemsOf(entryOf('antiemetics'), 'used for').find(({ text }) => text === 'migraine');
    expect(migraine && links.connects(migraine.concept, 'migraine', entryOf('levothyroxine'))).toBe(false);
  });
});
