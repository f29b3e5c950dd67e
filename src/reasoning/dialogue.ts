/** What a conversation keeps between its turns: who writes, and which dangers were spoken of when. */
import type { Concern } from './concern.ts';
import type { Desk } from './desk.ts';
import { pattern } from './patterns.ts';
import type { Focus, Speaker } from './types.ts';

/** "And Tylenol?" after "can mum take Advil": whoever wrote still writes, unless they speak of themselves. */
export function stillSpeaking(message: string, { speaker }: Focus): Speaker | undefined {
  return speaker === undefined || OF_SELF.test(message) ? undefined : { ...speaker, isKnown: true };
}

const CALLED = pattern('has_called');

/** What was just said of dangers, how long ago, and whether somebody was called. */
export function spokenOf(
  { quiet = 0, heeded }: Focus,
  message: string,
  concerns: readonly Concern[],
  answer: string,
): Pick<Focus, 'lately' | 'quiet' | 'heeded'> {
  const isSaid = concerns.some(({ severity }) => severity === 'critical') || answer.includes('Still open from before');
  return {
    lately: concerns.map(({ key }) => key),
    quiet: isSaid ? 0 : quiet + 1,
    ...((heeded || CALLED.test(message)) && { heeded: true as const }),
  };
}

const MOST_QUOTED = 8;

/** What was quoted last stays what is spoken of until something else is. */
export function quotedIn({ quoted }: Desk, focus: Focus): Pick<Focus, 'quoted'> {
  const now = [...quoted]
    .filter(({ remark }) => !remark)
    .map((passage) => ({ paper: passage.uuid, at: passage.paper.indexOf(passage) }))
    .slice(0, MOST_QUOTED);
  const kept = now.length > 0 ? now : focus.quoted;
  return kept === undefined ? {} : { quoted: kept };
}

const OF_SELF = /\b(?:i|i['’]m|i['’]ve|my|me|mine)\b/i;
