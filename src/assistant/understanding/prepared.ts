/** A message as it is meant to be read: what was corrected while it was said is taken out, what is said once for several is said for each. */
import { withEves } from './eves.ts';
import { withHabitual } from './habitual.ts';
import { withoutHeading } from './heading.ts';
import { withLasting } from './lasting-beside.ts';
import { remindEach } from './remind-each.ts';
import { repaired } from './repair.ts';
import { withSharedDay } from './shared-day.ts';
import { withMarks, withNoted } from './spelled.ts';
import { withoutStanding } from './standing.ts';
import type { Place } from './time/when.ts';
import { withPlainTimes } from './time/written.ts';

export function prepared(text: string, place: Place): string {
  const plain = withNoted(withoutStanding(repaired(withoutHeading(withPlainTimes(withMarks(text))), place)));
  return withLasting(withSharedDay(withEves(remindEach(withHabitual(plain))), place), place);
}
