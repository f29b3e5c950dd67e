/** What an agent says when it is to look no more. */
import { LOOK_AGAIN } from 'consilium/research';

export type Scheduled = {
  readonly id: string;
  readonly schedule: string;
  readonly instruction: string;
  readonly understood: string;
};

/** What ended, and what goes on beside it. */
export function tellStopped(meant: readonly Scheduled[], others: readonly Scheduled[]): string {
  const stays = others.map(({ instruction, understood }) => `- ${instruction.replace(LOOK_AGAIN, '')} (${understood})`);
  const goesOn = stays.length === 0 ? '' : `\n\nStill followed:\n\n${stays.join('\n')}`;
  if (meant.length === 0 && others.length > 0)
    return `Nothing is scheduled on that by itself, so nothing was stopped. To leave it out of what is followed, say "leave out …".${goesOn}`;
  if (meant.length === 0) return 'Nothing was scheduled, so nothing will be looked up again. What was found stays.';
  const rhythms = [...Map.groupBy(meant, ({ schedule }) => schedule)]
    .map(([schedule, same]) => (same.length === 1 ? schedule : `${schedule}, ${same.length} times`))
    .join('; ');
  return `**I no longer look again** (it was: ${rhythms}). What was found stays; say how often to look to begin again.${goesOn}`;
}
