import { expect, test, vi } from 'vitest';

test('the catalogue is read in pieces, and whoever asks in the middle gets all of it', async () => {
  vi.resetModules();
  const { openCatalogue, readCatalogueOn } = await import('./index.ts');
  let pieces = 1;
  while (!readCatalogueOn()) pieces++;
  expect(pieces).toBeGreaterThan(5);
  const whole = openCatalogue();
  vi.resetModules();
  const again = await import('./index.ts');
  expect(again.readCatalogueOn()).toBe(false);
  expect([...again.openCatalogue().all()]).toEqual([...whole.all()]);
  expect(again.readCatalogueOn()).toBe(true);
});
