/** Whether a message is about health: as the offline triage reads it, and with something of health in it. */
import { extractFacts, findRedFlags, triage } from 'consilium/clinical';
import { callAside } from 'consilium/threads';

/** A question is in its first lines. */
const READ = 600;

export function hears(message: string): Promise<number> {
  return callAside(import.meta.url, works, 'judge', [message.slice(0, READ)]);
}

export const works = { judge };

function judge(start: string): number {
  if (findRedFlags(start).length > 0) return 1;
  if (triage(start).rule === 'non_health') return 0;
  return extractFacts(start).length > 0 ? 0.7 : 0.3;
}
