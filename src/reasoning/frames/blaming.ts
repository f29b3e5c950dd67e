/** Who is blamed for what: "could my kidneys be behind my low haemoglobin?" asks about the haemoglobin. */
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';

export interface Blame {
  /** What may be behind it. */
  readonly causes: readonly Subject[];
  /** What is asked about. */
  readonly effects: readonly Subject[];
}

const FORWARD = pattern('blames_forward');
const BACK = pattern('blames_back');

/** Nothing where one side names nothing: "what is behind my cough?" */
export function blameIn({ text, subjects }: Frame): Blame | undefined {
  return split(BACK.exec(text), subjects, false) ?? split(FORWARD.exec(text), subjects, true);
}

function split(cue: RegExpExecArray | null, subjects: readonly Subject[], isForward: boolean): Blame | undefined {
  if (cue === null) return undefined;
  const before = subjects.filter(({ end }) => end <= cue.index + 1);
  const after = subjects.filter(({ start }) => start >= cue.index);
  if (before.length === 0 || after.length === 0) return undefined;
  return isForward ? { causes: before, effects: after } : { causes: after, effects: before };
}
