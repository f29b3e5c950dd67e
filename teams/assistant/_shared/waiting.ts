/** What may have to wait for a person's yes is done after what needs none: one question holds up nothing else. */
import { medicineIn, type Request } from 'consilium/assistant';

export function waitingLast(requests: readonly Request[]): readonly Request[] {
  // A step that takes from an earlier one stays behind it.
  if (requests.some(({ takes, input }) => takes !== undefined || input['leans'] === true)) return requests;
  return [...requests.filter((one) => !mayWait(one)), ...requests.filter(mayWait)];
}

/** Doors, locks and alarms are asked about, medicines weighed, and so is what touches many things at once. */
function mayWait({ tool, input }: Request): boolean {
  if (tool === 'control_device') return GUARDED.has(String(input['action']));
  if (input['all'] === true) return true;
  const name = MADE.has(tool) ? (input['title'] ?? input['what']) : undefined;
  return typeof name === 'string' && medicineIn(name) !== undefined;
}

const GUARDED = new Set(['unlock', 'open', 'disarm']);
const MADE = new Set(['add_todo', 'add_event', 'set_reminder']);
