import { expect, test, vi } from 'vitest';

test('the catalogue is read in pieces, and whoever asks in the middle gets all of it', async () => {
  vi.resetModules();
  const { catalogueSteps, openCatalogue } = await import('./index.ts');
  expect([...catalogueSteps()].length).toBeGreaterThan(10);
  const whole = openCatalogue();
  vi.resetModules();
  const again = await import('./index.ts');
  again.catalogueSteps().next();
  expect([...again.openCatalogue().all()]).toEqual([...whole.all()]);
  for (const _ of again.catalogueSteps());
  expect([...again.catalogueSteps()]).toEqual([]);
});

test('names that were made ready beforehand are found as those that are made ready when they are met', async () => {
  const text = 'Kalium, amoxicilin and zoster after a myocardial infarction; T2DM, "ART", Xarelto, ureterolithiasis.';
  vi.resetModules();
  const { catalogueSteps, openCatalogue } = await import('./index.ts');
  for (const _ of catalogueSteps());
  vi.resetModules();
  const lazy = (await import('./index.ts')).openCatalogue();
  expect(openCatalogue().find(text)).toEqual(lazy.find(text));
  expect(lazy.find(text).length).toBeGreaterThan(4);
});
