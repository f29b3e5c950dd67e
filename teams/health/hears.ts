/** Whether a message is about health: as the offline triage reads it, and with something of health in it. */
import { extractFacts, findRedFlags, triage } from 'consilium/clinical';

/** A question is in its first lines. */
const READ = 600;

export function hears(message: string): number {
  const start = message.slice(0, READ);
  if (findRedFlags(start).length > 0) return 1;
  if (triage(start).rule === 'non_health') return 0;
  return extractFacts(start).length > 0 ? 0.7 : 0.3;
}
