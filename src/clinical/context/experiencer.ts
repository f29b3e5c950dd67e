import { readData, splitList } from '../tables/tables.ts';
import type { Token } from '../words/tokens.ts';
import { isKin, type Trigger } from './triggers.ts';

export type Experiencer = 'patient' | 'family' | 'other';

const data = readData('experiencer');

/** Whose it is: the nearest person named before it in the clause, or after it with "in" or "on … side". */
export function whose(
  triggers: Trigger[],
  tokens: Token[],
  first: number,
  last: number,
  carried: Experiencer,
  isMedicine = false,
): Experiencer {
  if (isMedicine && carried === 'patient' && isUsed(triggers, tokens, first)) return 'patient';
  let owner = carried;
  for (const trigger of triggers) {
    const person = trigger.roles.has('other') || ofAnother(triggers, tokens, trigger) ? 'other' : 'family';
    if (!(trigger.roles.has('family') || trigger.roles.has('other')) || !isPerson(tokens, trigger)) continue;
    if (trigger.to <= first && holdsUntil(tokens, trigger, first)) owner = person;
    if (trigger.from > last && (followsAsOwner(tokens, last, trigger) || isTreated(tokens, trigger))) owner = person;
  }
  return owner;
}

/** "I've been on my late husband's diclofenac": whose tablets they were does not say who swallowed them. */
function isUsed(triggers: Trigger[], tokens: Token[], first: number): boolean {
  const owner = triggers.findLast((trigger) => isOneOf(trigger) && trigger.to <= first && first - trigger.to <= 3);
  if (owner === undefined) return false;
  const verb = tokens.findLastIndex(({ norm }, at) => at < owner.from && at >= owner.from - 8 && USES.has(norm));
  if (verb < 0 || triggers.some((trigger) => isOneOf(trigger) && trigger.to <= verb && !ended(tokens, trigger, verb)))
    return false;
  return !tokens.slice(Math.max(0, verb - 4), verb).some(({ norm }) => THIRD.has(norm));
}

function isOneOf({ roles }: Trigger): boolean {
  return roles.has('family') || roles.has('other');
}

/** "My wife is away so I took …": between the other person and the deed the writer is named. */
function ended(tokens: Token[], trigger: Trigger, verb: number): boolean {
  return tokens.slice(trigger.to, verb).some(({ norm }) => OWN.has(norm) && norm !== 'my');
}

const USES = new Set(splitList(data['uses']));
const THIRD = new Set(['he', 'she', 'they', "he's", "she's", "they've", 'hes', 'shes', 'who']);

/** "my neighbour's kid", "the son of a friend" */
function ofAnother(triggers: Trigger[], tokens: Token[], trigger: Trigger): boolean {
  return triggers.some(
    (other) =>
      other.roles.has('other') &&
      ((other.to === trigger.from && /['’]s?$/.test(tokens[other.to - 1]!.text)) ||
        (trigger.to + 2 >= other.from - 1 && trigger.to < other.from && tokens[trigger.to]?.norm === 'of')),
  );
}

/** "family doctor", "child proof", "children's Tylenol" name nobody. */
function isPerson(tokens: Token[], trigger: Trigger): boolean {
  const next = tokens[trigger.to]?.norm ?? '';
  if (/^family$/.test(trigger.text))
    return (
      /^(?:history|member|hx|ha|has|have)$/.test(next) ||
      /^(?:my|the|our|your|his|her)$/.test(tokens[trigger.from - 1]?.norm ?? '')
    );
  if (tokens.slice(Math.max(0, trigger.from - 4), trigger.from).some(({ norm }) => HANDLED.has(norm))) return false;
  if (/^(?:doctor|physician|practice|medicine|planning|leave|proof|support|history)$/.test(next))
    return next === 'history';
  if (trigger.text === 'other' || (trigger.text === 'ex' && tokens[trigger.to]?.text === '-')) return false;
  return true;
}

/** Who is lifted, fed or visited is not who hurts: "my back went out picking up the baby". */
const HANDLED = new Set(splitList(data['handled']));

function holdsUntil(tokens: Token[], trigger: Trigger, first: number): boolean {
  const between = tokens.slice(trigger.to, first);
  if (between.length > 30) return false;
  if (between.slice(0, 3).some(({ norm }, at) => SPEAKS.has(norm) && !PASSIVE.has(between[at - 1]?.norm ?? '')))
    return false;
  for (let at = 0; at < between.length; at++) {
    const word = between[at]!.norm;
    if (between[at]!.text === ';') return false;
    if (
      OWN.has(word) &&
      !/^(?:family|mother|father|mom|dad|sister|brother|side|parent)$/.test(between[at + 1]?.norm ?? '') &&
      !(word === 'my' && isKin(between[at + 1]))
    )
      return false;
    if (/^(?:but|however|personally)$/.test(word) && between.slice(at).some((token) => OWN.has(token.norm)))
      return false;
  }
  return true;
}

function followsAsOwner(tokens: Token[], last: number, trigger: Trigger): boolean {
  const between = tokens.slice(last + 1, trigger.from).map((token) => token.norm);
  if (between.length > 6) return false;
  if (between.some((word) => word === ',' || word === ';' || word === 'and' || word === 'but'))
    return /^runs? in/.test(trigger.text);
  if (/^(?:runs? in|maternal|paternal)/.test(trigger.text)) return true;
  return (
    between.some((word) => word === 'in' || word === 'on' || word === 'affecting') &&
    !between.some((word) => OWN.has(word) && word !== 'my')
  );
}

/** "The doctor found an ear infection and gave my son amoxicillin": who gets the treatment is who was ill. */
function isTreated(tokens: Token[], { from }: Trigger): boolean {
  const isOwner = (at: number) => /^(?:my|our|his|her|the)$/.test(tokens[at]?.norm ?? '');
  const verb = tokens[isOwner(from - 1) ? from - 2 : from - 1]?.norm ?? '';
  const speaksOfSelf = tokens.some(({ norm }, at) => OWN.has(norm) && !(norm === 'my' && at === from - 1));
  return (
    /^(?:gave|give|given|prescribed|put|started|sent|referred|admitted|treated|vaccinated)$/.test(verb) && !speaksOfSelf
  );
}

const SPEAKS = new Set(splitList(data['speaks']));
/** "My brother got told prostate cancer": who is told it has it. */
const PASSIVE = new Set(['got', 'was', 'were', 'is', 'been', 'being', 'getting']);

const OWN = new Set(['i', "i'm", "i've", 'im', 'ive', 'my', "i'd", 'me', 'patient', 'pt', 'myself', 'mine', 'own']);
