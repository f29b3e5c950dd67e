import type { Token } from '../words/tokens.ts';
import { blocked, SUBJECTS } from './scope.ts';
import type { Trigger } from './triggers.ts';

/** Whether a mention is only thought of, waited for or asked about. */
export function isPossible(triggers: Trigger[], tokens: Token[], first: number, last: number): boolean {
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

/** "is it ok to take X with my Y": Y is the writer's. */
export function isOwned(tokens: Token[], first: number): boolean {
  return (
    tokens[first - 1]?.norm === 'my' &&
    /^(?:with|on|of|and|take|taking|took|for|stop|stopping|while|besides|alongside|plus|using|for|increase|change|has|have|than|skip|missed|started|double|halve|my)$/.test(
      tokens[first - 2]?.norm ?? '',
    )
  );
}

/** "wondering if my headaches are from …", "it is possible that her fatigue is …": there it is; what is doubted is its cause. */
export function isPresupposed(tokens: Token[], first: number, last: number): boolean {
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

/** A question about something the writer does not say they have ("Can ibuprofen cause ulcers?"). */
export function isQuestion(tokens: Token[]): boolean {
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

const QUESTION_WORDS =
  /^(?:is|are|can|could|should|do|does|did|what|why|how|when|which|will|would|am|may|might|has|have)$/;
