/**
 * What is meant as a question though it is not put as one: a value beside somebody else's rule ("91 %, the internet says under
 * 94 …"), and a guess at the cause behind a value ("calcium 2.74 … too much milk?"), which asks for no leave to drink milk.
 */
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';

const RULE_OF_OTHERS = pattern('rule_of_others');
const GUESSES = pattern('guesses_cause');
const WHAT_IS_IT = /\bwhat(?:['’]?s| is| does)? (?:that|this|it)\b/i;
const BY_KIND = 2.5;
const TAKEN = new Set<Subject['kind']>(['food', 'drug', 'drug_class']);
const EXPLAINED = new Set<Subject['kind']>(['observation', 'symptom', 'condition']);

export function withGuesses(frames: readonly Frame[]): Frame[] {
  return frames.flatMap((frame, at) => {
    if (isRuled(frame, frames))
      return [frame, { ...frame, act: 'ask' as const, aspect: 'judge' as const, score: BY_KIND }];
    const asked = frames.slice(0, at).findLast(({ subjects }) => subjects.some(({ kind }) => EXPLAINED.has(kind)));
    return asked === undefined || !isGuess(frame) ? [frame] : guessed(frame, asked);
  });
}

/** A value that is told beside a rule from elsewhere, and nothing is asked of it. */
function isRuled({ act, text, subjects }: Frame, frames: readonly Frame[]): boolean {
  return (
    act === 'tell' &&
    /\d/.test(text) &&
    RULE_OF_OTHERS.test(text) &&
    subjects.some(({ kind }) => kind === 'observation') &&
    !frames.some((each) => each.act === 'ask')
  );
}

function isGuess({ act, aspect, score, text, subjects }: Frame): boolean {
  return (
    act === 'ask' &&
    (aspect === 'safe' || aspect === 'about' || aspect === 'take') &&
    score <= BY_KIND &&
    GUESSES.test(text) &&
    subjects.some(({ kind }) => TAKEN.has(kind))
  );
}

/** What the value is, where that is asked in the same breath, and whether the thing can be behind it. */
function guessed(frame: Frame, asked: Frame): Frame[] {
  const about = asked.subjects.filter(({ kind }) => EXPLAINED.has(kind));
  const [thing] = frame.subjects.filter(({ kind }) => TAKEN.has(kind));
  const explained = WHAT_IS_IT.test(frame.text)
    ? [{ ...frame, aspect: 'explain' as const, subjects: about, text: asked.text, score: BY_KIND * 2 }]
    : [];
  const text = `can ${thing!.text} raise my ${about[0]!.text}?`;
  return [
    ...explained,
    { ...frame, aspect: 'link', subjects: [...about.slice(0, 1), thing!], text, score: BY_KIND * 2 },
  ];
}
