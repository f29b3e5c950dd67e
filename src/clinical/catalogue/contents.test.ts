/** What is in foods, drinks, herbs and products, and that it is what rules reason on. */
import { describe, expect, test } from 'vitest';
import { openCatalogue, sayContent } from './index.ts';

const catalogue = openCatalogue();
const idOf = (name: string) => catalogue.link({ name })!.id;

describe('contents', () => {
  test.each([
    ['taamiya', 'food:broad_beans'],
    ['coke zero', 'food:caffeine'],
    ['coke zero', 'food:aspartame'],
    ['seitan', 'allergen:gluten'],
    ['soy sauce', 'allergen:gluten'],
    ['natto', 'food:vitamin_k_rich_food'],
    ['pickled herring', 'food:tyramine_rich_food'],
    ['coconut water', 'food:potassium_rich_food'],
    ['satay', 'allergen:peanut'],
    ['mucuna', 'drug:carbidopa_levodopa'],
    ['sea moss', 'food:iodine_rich_food'],
    ['willow bark', 'drug:aspirin'],
    ['pre-workout', 'food:caffeine'],
  ])('%s holds %s', (name, kind) => {
    expect(catalogue.holds(idOf(name), kind)).toBeDefined();
  });

  test.each([
    ['coke zero', 'food:sugar'],
    ['barley', 'allergen:wheat'],
    ['oat milk', 'allergen:cows_milk'],
    ['coconut milk', 'allergen:tree_nut'],
    ['cake', 'food:milk_product'],
    ['rice', 'allergen:gluten'],
  ])('%s holds no %s', (name, kind) => {
    expect(catalogue.holds(idOf(name), kind)).toBeUndefined();
  });

  test('what is in most recipes only is known as that', () => {
    expect(catalogue.holds(idOf('pesto'), 'allergen:tree_nut')).toMatchObject({ often: true });
    const egg = catalogue.get('allergen:egg')!;
    expect(sayContent({ id: egg.id, often: true }, egg)).toBe('often contains egg');
    expect(sayContent({ id: 'x' }, catalogue.get('food:potassium_rich_food')!)).toBe('rich in potassium');
  });

  test('a product is the substances that it is made of', () => {
    const parts = (name: string) => catalogue.link({ name })?.drug?.ingredients;
    expect(parts('night nurse')).toEqual(['drug:acetaminophen', 'drug:dextromethorphan', 'drug:promethazine']);
    expect(parts('aleve pm')).toEqual(['drug:naproxen', 'drug:diphenhydramine']);
    expect(parts('engov')).toEqual(['drug:aspirin', 'drug:mepyramine']);
  });

  test('are many', () => {
    const all = [...catalogue.all()];
    const filled = all.filter(({ kind, contains }) => kind === 'food' && contains !== undefined);
    const herbs = [...catalogue.descendants('class:herbal_or_food_supplement')].filter((id) => id.startsWith('drug:'));
    expect(filled.length).toBeGreaterThan(1500);
    expect(herbs.length).toBeGreaterThan(150);
  });
});

test('rows of the lexicon that gather many tests are no one test', () => {
  expect(idOf('fibroscan')).toBe('procedure:liver_elastography');
  expect(idOf('tilt table test')).toBe('procedure:tilt_table_test');
  expect(idOf('hida scan')).not.toBe(idOf('urodynamics'));
});
