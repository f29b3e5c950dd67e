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
  expect([...again.catalogueSteps()]).toEqual([]);
});
