import type { Section } from '../words/sentences.ts';
import type { Token } from '../words/tokens.ts';
import { isOwned, isPossible, isPresupposed, isQuestion } from './doubt.ts';
import { type Experiencer, whose } from './experiencer.ts';
import { isNegated } from './negation.ts';
import { blocked } from './scope.ts';
import { findTriggers, type Role, type Trigger } from './triggers.ts';

/** What the words around a mention say of it. */
export interface Context {
  negated: boolean;
  possible: boolean;
  historical: boolean;
  experiencer: Experiencer;
}

/** A sentence prepared for questions about the context of its mentions. */
export interface SentenceContext {
  /** `means` is for tests and operations: "no DVT on ultrasound" does not deny the ultrasound. */
  at(start: number, end: number, means?: boolean): Context;
}

/** Reads the triggers of a sentence once; `at` then answers for each mention by token scope. */
export function readContext(
  tokens: Token[],
  section: Section,
  mentions: Place[] = [],
  owner: Experiencer = 'patient',
): SentenceContext {
  const triggers = findTriggers(tokens).filter((trigger) => !isNamedIn(tokens, trigger, mentions));
  const question = tokens.at(-1)?.text === '?' && isQuestion(tokens);
  const over = endings(tokens, OVER);
  const ruled = question ? [] : endings(tokens, RULED);
  return {
    at(start, end, means = false) {
      const first = tokens.findIndex((token) => token.end > start);
      const last = tokens.findLastIndex((token) => token.start < end);
      const inside = (trigger: Trigger) => trigger.from >= first && trigger.to <= last + 1;
      const outside = triggers.filter((trigger) => !inside(trigger));
      const aside = means && isMeans(tokens, first);
      const negated =
        !aside && (isNegated(outside, tokens, first, last, means) || section === 'denials' || isOver(over, last));
      const own = isOwned(tokens, first) || isPresupposed(tokens, first, last);
      const possible = !aside && !own && (isPossible(outside, tokens, first, last) || question);
      const refuted = possible && ruled.some((end) => end > last && end - last <= 14);
      const isMedicine = mentions.some((each) => each.kind === 'medication' && each.start < end && each.end > start);
      const historical = section === 'history' || reaches(outside, tokens, 'history', first, last, 8);
      return {
        negated: negated || refuted,
        possible: possible && !negated && !refuted,
        historical,
        experiencer: whose(outside, tokens, first, last, section === 'family' ? 'family' : owner, isMedicine),
      };
    },
  };
}

const OVER =
  / (?:but|and|though|which|,|-|–) (?:now )?(?:it|they|that|this|these|those|both|all)? ?(?:'s|'ve|has|have|had|is|are|'re|was|were)? ?(?:all |now |since |completely |finally |fully |mostly |thankfully |luckily |pretty much )*(?:gone(?: away| now)?|went(?: away)?|clear(?:ed)?(?: up)?|resolved|stopped|settled(?: down)?|passed|disappeared|subsided|healed(?: up)?|grew out of it|grown out of it|got better|better now|not any ?more|not now|no longer|never came back|hasn't come back)(?: |$)/gi;

/** Where a test has settled a doubt: "worried it was meningitis but the lumbar puncture ruled it out". */
const RULED =
  / (?:but|and|,|so|then|until) (?:then |luckily |thankfully )?(?:the |my |his |her |a |an |all |all the |they |it |doctor |doctors |dr |gp )*(?:[a-z'-]+ ){0,3}?(?:ruled (?:it|that|this|them) out|(?:was|were|came back|is|are|all) (?:all )?(?:negative|clear|normal|fine|ok|okay|benign)|excluded (?:it|that)|it (?:wasn't|isn't|was not|is not|turned out not)|said (?:it wasn't|it isn't|no|it was nothing|its not|it's not))(?: |$)/gi;

/** Where a sentence says that what it told before is over: "used to have reflux but it went away". */
function endings(tokens: Token[], pattern: RegExp): number[] {
  const starts: number[] = [];
  let text = ' ';
  const places: number[] = [];
  tokens.forEach((token, at) => {
    places[text.length] = at;
    text += `${token.text.toLowerCase().replace('’', "'").replace("'", " '").trim()} `;
  });
  for (const match of text.matchAll(pattern)) {
    const at = places[match.index + 1];
    if (at !== undefined) starts.push(at);
  }
  return starts;
}

/** The end belongs to what stands before it in the same clause. */
function isOver(ends: number[], last: number): boolean {
  return ends.some((end) => end > last && end - last <= 9);
}

interface Place {
  start: number;
  end: number;
  kind: string;
}

/** The baby of "baby aspirin" and the cat of "cat allergy" are nobody. */
function isNamedIn(tokens: Token[], trigger: Trigger, mentions: Place[]): boolean {
  if (!trigger.roles.has('family') && !trigger.roles.has('other')) return false;
  const [start, end] = [tokens[trigger.from]!.start, tokens[trigger.to - 1]!.end];
  return mentions.some(
    (mention) =>
      (mention.kind === 'medication' || mention.kind === 'allergy') && mention.start <= start && end <= mention.end,
  );
}

/** A test or operation behind "on", "by", "after" … is how something was found, not what was. */
function isMeans(tokens: Token[], first: number): boolean {
  for (let at = first - 1; at >= Math.max(0, first - 4); at--) {
    const word = tokens[at]!.norm;
    if (/^(?:on|by|with|via|per|during|after|following|at|from|in)$/.test(word)) return true;
    if (!/^(?:the|a|an|my|his|her|recent|repeat|initial|last|this|outside|prior|today)$/.test(word)) return false;
  }
  return false;
}

function reaches(
  triggers: Trigger[],
  tokens: Token[],
  role: Role,
  first: number,
  last: number,
  reach: number,
): boolean {
  return triggers.some(
    (trigger) =>
      trigger.roles.has(role) &&
      (trigger.to <= first
        ? first - trigger.to <= reach && !blocked(triggers, tokens, trigger.to, first)
        : trigger.from > last && trigger.from - last <= 6 && trigger.text !== 'had'),
  );
}
