import { type Experiencer, whose } from './experiencer.ts';
import { findingWords } from './finding-words.ts';
import type { Section } from './sentences.ts';
import type { Token } from './tokens.ts';
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
      const historical = section === 'history' || reaches(outside, tokens, 'history', first, last, 8);
      return {
        negated: negated || refuted,
        possible: possible && !negated && !refuted,
        historical,
        experiencer: whose(outside, tokens, first, last, section === 'family' ? 'family' : owner),
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

/** "is it ok to take X with my Y": Y is the writer's. */
function isOwned(tokens: Token[], first: number): boolean {
  return (
    tokens[first - 1]?.norm === 'my' &&
    /^(?:with|on|of|and|take|taking|took|for|stop|stopping|while|besides|alongside|plus|using|for|increase|change|has|have|than|skip|missed|started|double|halve|my)$/.test(
      tokens[first - 2]?.norm ?? '',
    )
  );
}

/** "wondering if my headaches are from …", "it is possible that her fatigue is …": there it is; what is doubted is its cause. */
function isPresupposed(tokens: Token[], first: number, last: number): boolean {
  if (!/^(?:my|his|her|their|your|this|these|the)$/.test(tokens[first - 1]?.norm ?? '')) return false;
  if (/^(?:from|by)$/.test(tokens[first - 2]?.norm ?? '')) return true;
  if (
    /^(?:to|by|of|from)$/.test(tokens[first - 2]?.norm ?? '') &&
    /^(?:related|due|caused|linked|secondary|because|effect|come|coming)$/.test(tokens[first - 3]?.norm ?? '')
  )
    return true;
  if (tokens.slice(first, last + 1).some(({ norm }) => /^(?:is|are|was|feel|look|ha|has|have)$/.test(norm)))
    return false;
  return CAUSED.test(
    tokens
      .slice(last + 1, last + 9)
      .map(({ norm }) => norm)
      .join(' '),
  );
}

const CAUSED =
  /^(?:\w+ )?(?:is|are|was|were|could be|may be|might be|being|i)?(?: \w+)? ?(?:related to|due to|caused by|from|because of|secondary to|a side effect|side effect|linked to|connected to|coming from|down to|to do with|made worse|worsened by|a result of|triggered by|part of)/;

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

function isNegated(triggers: Trigger[], tokens: Token[], first: number, last: number, means: boolean): boolean {
  if (isPlus(tokens, last) || isFirstTime(tokens, first, last)) return false;
  for (const trigger of triggers) {
    if (trigger.roles.has('pseudo_negation')) continue;
    if (trigger.roles.has('negation_pre') && trigger.to <= first && isOpen(triggers, tokens, trigger, first))
      return true;
    if (
      !means &&
      trigger.roles.has('negation_post') &&
      trigger.from > last &&
      isFollowing(triggers, tokens, trigger, last)
    )
      return true;
  }
  return false;
}

/** "never had a seizure until last Friday": now there was one. */
function isFirstTime(tokens: Token[], first: number, last: number): boolean {
  return (
    tokens.slice(Math.max(0, first - 6), first).some(({ norm }) => /^(?:never|no|not)$/.test(norm)) &&
    tokens.slice(last + 1, last + 7).some(({ norm }) => /^(?:until|till)$/.test(norm))
  );
}

/** "photophobia+", "LE edema +" */
function isPlus(tokens: Token[], last: number): boolean {
  return tokens[last + 1]?.text === '+' && !/^[\p{L}\d]/u.test(tokens[last + 2]?.text ?? ',');
}

/** A negation before the mention holds until a terminator, a clause of its own, or too many words. */
function isOpen(triggers: Trigger[], tokens: Token[], trigger: Trigger, first: number): boolean {
  if (first - trigger.to > 40) return false;
  if (trigger.text === 'non' && first - trigger.to > 1) return false;
  if (trigger.text === '-' && tokens.slice(trigger.to, first).some(({ text }) => text === ',' || text === '+'))
    return false;
  if (
    /^(?:not|isn't|aren't|wasn't|weren't|never|neither|ain't)$/.test(trigger.text) &&
    !reachesFromNot(tokens, trigger, first)
  )
    return false;
  if (blocked(triggers, tokens, trigger.to, first)) return false;
  return !affirmsAfterComma(tokens, trigger.to, first);
}

/** "not" negates what it stands by, or the object of its verb; not everything to the end of the sentence. */
function reachesFromNot(tokens: Token[], trigger: Trigger, first: number): boolean {
  return (
    first - trigger.to <= 7 ||
    tokens.slice(trigger.to, first).some((token) => token.norm === 'or' || token.norm === 'nor')
  );
}

function blocked(triggers: Trigger[], tokens: Token[], from: number, to: number, causes = true): boolean {
  const ends = (other: Trigger) =>
    other.roles.has('terminators') && (causes || !/^(?:(?:due|secondary) to|just|only|still)$/.test(other.text));
  if (triggers.some((other) => ends(other) && other.from >= from && other.to <= to)) return true;
  for (let at = from; at < to; at++) {
    const token = tokens[at]!;
    if (token.text === ';' || token.text === '!' || token.text === '?') return true;
    if (token.text === ':' && at - from > 2) return true;
    if (token.text === '.' && tokens[at + 1] && /^[A-Z]/.test(tokens[at + 1]!.text) && at - from > 0) return true;
  }
  return false;
}

/** "no fever, mild cough": after a comma without "or"/"and" ahead, a new statement that brings its own words. */
function affirmsAfterComma(tokens: Token[], from: number, to: number): boolean {
  const list = isListed(tokens, from, to);
  for (let at = to - 1; at >= from; at--) {
    if (tokens[at]!.text !== ',') continue;
    const after = tokens.slice(at + 1, to).map((token) => token.norm);
    if (after.some((word) => SUBJECTS.has(word))) return true;
    if (after.length > 0 && AFFIRMING.has(after[0]!)) return true;
    if (after[0] === 'and' && after.some((word) => AFFIRMING.has(word))) return true;
    if (!list && (isGraded(tokens, at + 1) || isStated(tokens, at + 1))) return true;
  }
  const between = tokens.slice(from, to).map((token) => token.norm);
  const and = between.lastIndexOf('and');
  return and >= 0 && between.slice(and + 1).some((word) => SUBJECTS.has(word) || AFFIRMING.has(word));
}

/** "no fever, chills or old scars": an "or" further on makes it one list. */
function isListed(tokens: Token[], from: number, to: number): boolean {
  for (let at = from; at < Math.min(tokens.length, to + 14); at++) {
    const { norm, text } = tokens[at]!;
    if (at >= to && (/^[.;!?]$/.test(text) || /^(?:but|however|with|which)$/.test(norm))) return false;
    if (norm === 'or' || norm === 'nor') return true;
  }
  return false;
}

/** "2+ pitting edema", "old infarct", "3 cm cyst": what has a size, an age or a degree is there. */
function isGraded(tokens: Token[], at: number): boolean {
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (first === undefined) return false;
  if (first.kind === 'number') return second?.text === '+' || /^(?:cm|mm|x|plus)$/.test(second?.norm ?? '');
  return GRADES.has(first.norm) || /^[+↑↓]$/.test(first.text);
}

const GRADES = new Set(
  'old chronic known small large tiny subtle bilateral healed residual longstanding ongoing persistent mildly moderately severely markedly stable minor moderate-sized likely probable possible degenerative prior previous bibasal bibasilar coarse palpable pos positive non-obstructing nonobstructing incidental occasional intermittent slight'.split(
    ' ',
  ),
);

/** "JVP elevated", "TM red": an organ and its state, told beside what is denied. */
function isStated(tokens: Token[], at: number): boolean {
  const words = findingWords();
  if (tokens[at] === undefined || !(words.part.has(tokens[at]!.norm) || words.subject.has(tokens[at]!.norm)))
    return false;
  for (let next = at + 1; next < Math.min(tokens.length, at + 4); next++) {
    const { norm, text } = tokens[next]!;
    if (text === ',') return false;
    if (/^(?:is|are|was|were|feels|looks)$/.test(norm)) return true;
    if (STATES.has(norm)) return true;
  }
  return false;
}

/** States that follow their organ in shorthand and are no nouns. */
const STATES = new Set(
  'elevated raised red bulging swollen tender enlarged distended injected erythematous inflamed dull cool mottled pale dilated thickened reduced decreased increased diminished absent firm boggy warm dry sunken tense clear'.split(
    ' ',
  ),
);

const SUBJECTS = new Set(['i', "i'm", "i've", 'he', 'she', 'they', 'we', 'it', 'there', 'my', 'patient']);

const AFFIRMING = new Set([
  'has',
  'had',
  'is',
  'with',
  'mild',
  'some',
  'positive',
  'moderate',
  'severe',
  'took',
  'feel',
  'feeling',
  'trace',
  'increased',
  'worsening',
]);

function isFollowing(triggers: Trigger[], tokens: Token[], trigger: Trigger, last: number): boolean {
  const gap = trigger.from - last - 1;
  if (gap > 8) return false;
  if (trigger.text === 'gone') return gap === 0 && /['’]s$/.test(tokens[last]!.text);
  const between = tokens.slice(last + 1, trigger.from);
  if (blocked(triggers, tokens, last + 1, trigger.from)) return false;
  if (/^(?:negative|free|none|neg|absent|denied|resolved|unlikely)$/.test(trigger.text) && gap > 3) return false;
  if (/^(?:negative|neg|absent)$/.test(trigger.text) && followedByFinding(tokens, trigger.to)) return false;
  const apart = between.some(
    (token, at) =>
      token.text === ',' ||
      SUBJECTS.has(token.norm) ||
      (token.norm === 'and' && /^(?:the|a|his|her|test|swab|scan|preg|pregnancy)$/.test(between[at + 1]?.norm ?? '')),
  );
  return !apart || (gap === 1 && trigger.text === 'resolved');
}

/** "chest pain, negative for fever": the word looks ahead, not back. */
function followedByFinding(tokens: Token[], at: number): boolean {
  return tokens[at]?.norm === 'for' || tokens[at]?.kind === 'word';
}

function isPossible(triggers: Trigger[], tokens: Token[], first: number, last: number): boolean {
  for (const trigger of triggers) {
    if (trigger.text === 'until' && isBeginning(tokens, trigger)) continue;
    if (trigger.text === '?' && ASKS_AROUND.test(tokens[0]?.norm ?? '')) continue;
    const pre = trigger.roles.has('possible_pre') || trigger.roles.has('hypothetical');
    const reach = trigger.roles.has('hypothetical') ? 25 : 9;
    if (
      pre &&
      trigger.to <= first &&
      first - trigger.to <= reach &&
      !blocked(triggers, tokens, trigger.to, first, false) &&
      !newClause(tokens, trigger.to, first, last)
    )
      return true;
    if (
      trigger.roles.has('possible_post') &&
      trigger.from > last &&
      trigger.from - last <= 4 &&
      closes(tokens, trigger) &&
      !blocked(triggers, tokens, last + 1, trigger.from) &&
      !tokens.slice(last + 1, trigger.from).some((token) => token.text === ',')
    )
      return true;
  }
  return false;
}

/** "anyone else get night sweats?": the writer does. */
const ASKS_AROUND = /^(?:anyone|anybody|everyone|somebody|someone)$/;

/** "was well until Monday when …": a story, not a condition to wait for. */
function isBeginning(tokens: Token[], trigger: Trigger): boolean {
  return tokens
    .slice(Math.max(0, trigger.from - 6), trigger.from)
    .some(({ norm }) =>
      /^(?:well|fine|ok|okay|healthy|asymptomatic|independent|good|normal|stable|was|been|baseline)$/.test(norm),
    );
}

/** "a cold, I think" but not "and I think my knee is better": an opinion after the finding ends its clause. */
function closes(tokens: Token[], trigger: Trigger): boolean {
  return (
    !/^i (?:think|guess)$/.test(trigger.text) || tokens[trigger.to] === undefined || tokens[trigger.to]!.kind === 'sign'
  );
}

function newClause(tokens: Token[], from: number, to: number, last: number): boolean {
  const words = tokens.slice(from, to);
  const comma = words.findLastIndex((token) => token.text === ',');
  if (
    comma >= 0 &&
    tokens.slice(to, last).some(({ norm }) => /^(?:is|are|was|were|feel|look|ha|has|have|went|gone)$/.test(norm))
  )
    return true;
  return comma >= 0 && words.slice(comma).some((token) => SUBJECTS.has(token.norm));
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

const QUESTION_WORDS =
  /^(?:is|are|can|could|should|do|does|did|what|why|how|when|which|will|would|am|may|might|has|have)$/;

/** A question about something the writer does not say they have ("Can ibuprofen cause ulcers?"). */
function isQuestion(tokens: Token[]): boolean {
  if (!QUESTION_WORDS.test(tokens[0]?.norm ?? '')) return false;
  const words = tokens.map((token) => token.norm);
  return !words.some(
    (word, at) =>
      word === 'my' ||
      word === "i'm" ||
      word === "i've" ||
      (word === 'i' && /^(?:have|had|take|took|am|was|feel|got|get)$/.test(words[at + 1] ?? '')),
  );
}
