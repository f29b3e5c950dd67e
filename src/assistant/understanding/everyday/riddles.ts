/** "What has a neck but no head?": what has one thing and lacks what goes with it is a riddle; nobody is to look it up. */
import type { Model } from './model.ts';

const RIDDLE =
  /^(?:so\s+)?what\s+(?:thing\s+)?(?:has|have|gets|goes|can|runs|is|comes|flies|grows|travels|speaks|falls|sleeps)\s[^?.,]{2,60}?,?\s+(?:but|yet|and yet|without|though)\s+(?:(?:it\s+)?(?:has|have|is)\s+)?(?:no\b|never\b|not\b|can(?:'?t|not)\b|does(?:n't| not)\b|is(?:n't| not)\b|ever\b|having\b|a single\b)[^?.]{0,60}\??(?:\s*[.!]?\s*(?:it(?:'s| is) a riddle|riddle me that)\b.*)?$/iu;

export const riddleAsked: Model = (text) => (RIDDLE.test(text) ? { kind: 'nothing' } : undefined);
