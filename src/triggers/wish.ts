/** What a trigger may be asked to say, and when two wishes are one. */
import { ConsiliumError } from '../kernel/index.ts';
import type { Trigger, TriggerWish } from './trigger.ts';

const LONGEST_INSTRUCTION = 4000;

export function checkInstruction(text: string): string {
  const instruction = text.trim();
  if (instruction === '') throw new ConsiliumError('TRIGGER_EMPTY', 'A trigger needs an instruction.');
  if (instruction.length > LONGEST_INSTRUCTION)
    throw new ConsiliumError('TRIGGER_TOO_LONG', `An instruction has at most ${LONGEST_INSTRUCTION} characters.`);
  return instruction;
}

/** What a key made before, where the same is asked for. */
export function sameAs(made: Trigger, { schedule, instruction, agent }: TriggerWish): Trigger {
  if (made.agent === agent && made.schedule === schedule.trim() && made.instruction === instruction.trim()) return made;
  throw new ConsiliumError('IDEMPOTENCY_CONFLICT', 'Another trigger was made under this key.', {
    hint: 'Use a new key for each trigger; send the same one only to repeat it.',
  });
}
