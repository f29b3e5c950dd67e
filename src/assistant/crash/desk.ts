/** For a test: the assistant on a data folder, alone. */
import { systemClock } from '../../kernel/index.ts';
import type { Home } from '../../storage/index.ts';
import { Triggers } from '../../triggers/index.ts';
import { type Assistant, openAssistant } from '../index.ts';

export function openDesk({ dir, stores }: Home): Assistant {
  const triggers = new Triggers({ store: stores.triggers(), clock: systemClock, zone: 'UTC' });
  return openAssistant({ shelf: stores.shelf(), archive: stores.archive(), dir, clock: systemClock, triggers });
}
