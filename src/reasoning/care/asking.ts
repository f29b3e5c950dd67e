/** Which prevention a clause asks for: a goal (protect, keep away, look out, what is due) said of a domain of life or of the body. */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { findPhrase, type Phrase, parsePhrase, type SpokenWord } from '../frames/phrase.ts';
import { spokenWords } from '../frames/recognise.ts';
import type { Aspect, Subject } from '../types.ts';

const GOALS = ['protect', 'prevent', 'lookout', 'wants'] as const;
type Goal = (typeof GOALS)[number];

const phrases = z.array(z.string()).min(1);
const domainRow = z.strictObject({
  title: z.string().min(3),
  goals: z.array(z.enum(GOALS)).min(1),
  names: phrases.optional(),
  said: phrases.optional(),
  unless: phrases,
  papers: phrases,
  /** What is looked at for it, as the schedule counts it. */
  checks: z.array(z.string().regex(/^\w+:\w+$/)).optional(),
  example: z.string(),
  counter: z.string(),
});

export const asking = z
  .strictObject({ goals: z.record(z.enum(GOALS), phrases), domains: z.record(z.string(), domainRow) })
  .parse(readRows(new URL('./asking.yml', import.meta.url)));

export type Domain = keyof typeof asking.domains & string;

const goals = GOALS.map((goal) => ({ goal, phrases: asking.goals[goal].map(parsePhrase) }));
const domains = Object.entries(asking.domains).map(([id, row]) => ({
  id,
  goals: new Set<Goal>(row.goals),
  names: (row.names ?? []).map(parsePhrase),
  said: (row.said ?? []).map(parsePhrase),
  unless: row.unless.map(parsePhrase),
}));

/** What one asks for alone, whatever else is named: "which jabs with my lungs" is about jabs. */
const BINDING = new Set(['vaccines', 'cancer']);
/** What happens to somebody may be told before it is asked about: "We fly on Friday. What should I look out for?" */
const TOLD_BEFORE = new Set(['trip', 'altitude', 'heat', 'cold', 'water', 'sport']);

/** What a question for an entry, for leave or for a cause may be read as: none of these asks how to be kept well. */
const OTHERS = new Set<Aspect>([
  ...(['safe', 'stop', 'dose', 'when', 'since', 'count', 'purpose', 'why-stopped', 'cause', 'result', 'who'] as const),
  ...([
    'missed',
    'replaced',
    'tried',
    'effects',
    'redone',
    'written',
    'culprit',
    'happened',
    'taking',
    'noted',
  ] as const),
  ...(['identity', 'changes', 'informed', 'worked', 'said', 'limit', 'visit', 'extreme', 'compare'] as const),
]);

interface Clause {
  text: string;
  aspect: Aspect;
  score: number;
  subjects: readonly Subject[];
}

/** What is only named has an aspect by its kind: that is no word for anything else. */
const BY_KIND = 2.5;

function asksElse({ aspect, score, text }: Clause): boolean {
  if (aspect === 'cause' && !ASKS_CAUSE.test(text)) return false;
  return (OTHERS.has(aspect) && score > BY_KIND) || (aspect === 'todo' && TO_KNOW.test(text));
}

/** "Anything the eye doctor needs to know?": what others are to hear is not how the eyes are kept. */
const TO_KNOW = /\b(?:needs?|ought|should|must|have|has|want\w*) to (?:know|hear|be told)\b|\bshould know\b/i;

/** "Behind schedule" is no cause. */
const ASKS_CAUSE = /\b(?:why|how come|cause[ds]?|reason|due to|what(?:['’]?s| is) behind)\b/i;

/** The domains that are asked for, what binds alone first; none where no prevention is asked for. */
export function careAsked(clause: Clause, toldBefore = ''): string[] {
  if (asksElse(clause)) return [];
  const words = spokenWords(clause.text, clause.subjects);
  const said = goalsIn(words);
  const before = toldBefore === '' ? [] : spokenWords(toldBefore, []);
  const found = domains
    .filter(({ id, goals: of, names, said: wholly, unless }) => {
      if (holds(unless, words)) return false;
      if (holds(wholly, words)) return true;
      if (![...said].some((goal) => of.has(goal)) || isOfValue(clause, id)) return false;
      return holds(names, words) || (TOLD_BEFORE.has(id) && said.has('lookout') && holds(names, before));
    })
    .map(({ id }) => id);
  const binding = found.filter((id) => BINDING.has(id));
  return binding.length > 0 ? binding.slice(0, 1) : found;
}

/** Is something to be kept away or kept well, whatever it is? */
export function seeksToKeep(clause: Clause): boolean {
  const { text, subjects } = clause;
  if (asksElse(clause) || !ASKS.test(text)) return false;
  const said = goalsIn(spokenWords(text, subjects));
  return said.has('prevent') || said.has('protect');
}

const ASKS =
  /^\W*(?:and |so |but |ok |please )*(?:what|how|which|anything|something|any)\b|\b(?:what|how|anything) (?:can|could|should|do|must|would|else|helps?)\b/i;

function goalsIn(words: readonly SpokenWord[]): Set<Goal> {
  return new Set(goals.filter(({ phrases: all }) => holds(all, words)).map(({ goal }) => goal));
}

function holds(all: readonly Phrase[], words: readonly SpokenWord[]): boolean {
  return all.some((phrase) => findPhrase(phrase, words) >= 0);
}

/** "What should I eat to bring the potassium down?" is about the value; "how do I protect my kidneys" is not. */
function isOfValue({ subjects }: Clause, id: string): boolean {
  const names = new Set(asking.domains[id]?.names);
  return (
    !BINDING.has(id) &&
    subjects.some(({ kind, text }) => (kind === 'observation' || kind === 'symptom') && !names.has(text.toLowerCase()))
  );
}
