/** What a message means, what was found for it, what is answered and what may be written: plain values. */
import type { Kind } from '../clinical/catalogue/index.ts';

export type Act = 'ask' | 'tell' | 'correct' | 'retract' | 'command' | 'react';

export type Modality = 'actual' | 'planned' | 'offered' | 'hypothetical';

export const ASPECTS = [
  'value',
  'trend',
  'judge',
  'extreme',
  'count',
  'compare',
  'when',
  'since',
  'list',
  'tried',
  'have',
  'take',
  'dose',
  'purpose',
  'why-stopped',
  'cause',
  'effects',
  'safe',
  'stop',
  'missed',
  'taking',
  'change',
  'todo',
  'prevent',
  'leads',
  'informed',
  'worry',
  'explain',
  'result',
  'who',
  'said',
  'goal',
  'due',
  'next',
  'visit',
  'prepare',
  'overview',
  'changes',
  'identity',
  'risk',
  'noted',
  'worked',
  'avoid',
  'culprit',
  'happened',
  'gestation',
  'bring',
  'watch',
  'alternative',
  'choice',
  'replaced',
  'redone',
  'written',
  'turn',
  'limit',
  'link',
  'about',
] as const;
export type Aspect = (typeof ASPECTS)[number];

/** What is asked or told about: a concept of the catalogue, or a part of the record as a whole ("my medicines"). */
export interface Subject {
  /** A concept's id, `thing:medicines`, or `system:renal`. */
  id: string;
  kind: Kind | 'thing' | 'system';
  as: 'itself' | 'medicines_for';
  /** What else the same words mean: the allergen beside the drug. */
  alike?: readonly string[];
  text: string;
  start: number;
  end: number;
}

/** Which part of time or of the record is meant. */
export interface Scope {
  from?: string;
  to?: string;
  /** The nearest value to a day ("a year ago"). */
  near?: string;
  /** A day: the last value before it and the first after it. */
  around?: string;
  /** Counted from the newest: 0 the last, 1 the one before; -1 the first. */
  nth?: number;
  /** So many of the oldest are left out. */
  skip?: number;
  /** The unit that the answer is wanted in, in UCUM. */
  unit?: string;
  /** As it was said, for the answer. */
  say?: string;
  /** The entry of the record that bounds it: "before diltiazem". */
  event?: Subject;
}

export interface Frame {
  act: Act;
  aspect: Aspect;
  subjects: readonly Subject[];
  scope: Scope;
  modality: Modality;
  /** The clause it was read from, in the first person, and where that clause stands in the message. */
  text: string;
  start: number;
  end: number;
  score: number;
  /** Its subjects come from what was spoken of before. */
  inherited?: true;
  /** The next best reading, where it is close. */
  rival?: Aspect;
  /** Where the message holds what was typed off a paper and is asked about. */
  typedOff?: { start: number; end: number };
}

/** Somebody who cares for the patient and writes for them: "your mother" is whose record this is. */
export interface Speaker {
  /** The word for the relative, or the patient's name. */
  word: string;
  /** "your mother", "Henrikas": the patient, as the answer calls them to who asks. */
  said: string;
  sex: 'female' | 'male' | null;
  /** It could be somebody else: the answer says whom it takes it for. */
  isOpen?: true;
  /** Settled earlier in the conversation. */
  isKnown?: true;
}

/** What the conversation is about, kept between turns. */
export interface Focus {
  subjects: readonly Subject[];
  aspect?: Aspect;
  scope: Scope;
  /** The concerns that were told, by rule: none is told twice. */
  told: readonly string[];
  /** Those of the last answer: just said is not said again. */
  lately?: readonly string[];
  /** Answers since what cannot wait was last spoken of. */
  quiet?: number;
  /** Somebody was called about it. */
  heeded?: true;
  /** The entry of the side panel that it is about, by uuid. */
  topic?: string;
  /** How far back in a series the last answer stood. */
  nth?: number;
  /** The days that the last answer was about: "and what was it then?" */
  at?: { from: string; to: string };
  /** What happened that was spoken of, and when: the time of the questions that follow. */
  event?: { subjects: readonly Subject[]; at: { from: string; to: string } };
  /** Who writes for the patient, where it is not the patient. */
  speaker?: Speaker;
  /** The sentence of the family history that the last answer told. */
  kin?: string;
  /** What the last answer quoted, by paper and place in it: what a further question that names nothing is about. */
  quoted?: readonly { paper: string; at: number }[];
  /** The message before, which a brief one goes on from. */
  asked?: string;
  /** What was asked back: the question that waits, and what was offered for it. */
  pending?: { aspect: Aspect; offers: readonly Subject[] };
}

export const NO_FOCUS: Focus = { subjects: [], scope: {}, told: [] };
