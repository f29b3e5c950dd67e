import { readData, splitList } from '../tables/tables.ts';
import { type Token, tokenize } from '../words/tokens.ts';

/** What a phrase of `data/context.yml` does to the findings around it. */
export type Role =
  | 'negation_pre'
  | 'negation_post'
  | 'pseudo_negation'
  | 'possible_pre'
  | 'possible_post'
  | 'hypothetical'
  | 'history'
  | 'family'
  | 'other'
  | 'terminators';

export interface Trigger {
  from: number;
  to: number;
  roles: Set<Role>;
  text: string;
}

/** The trigger phrases of a sentence, the longest first, none inside another. */
export function findTriggers(tokens: Token[]): Trigger[] {
  const { root } = triggerTree();
  const triggers: Trigger[] = [];
  for (let from = 0; from < tokens.length; ) {
    let node: Node | undefined = root;
    let best: Trigger | undefined;
    for (let at = from; at < tokens.length; at++) {
      node = node.next.get(tokens[at]!.norm);
      if (!node) break;
      if (node.roles)
        best = {
          from,
          to: at + 1,
          roles: node.roles,
          text: tokens
            .slice(from, at + 1)
            .map((token) => token.norm)
            .join(' '),
        };
    }
    best ??= childByAge(tokens, from) ?? minusSign(tokens, from);
    if (best) triggers.push(best);
    from = best ? best.to : from + 1;
  }
  return triggers;
}

/** In a review of systems: "+ fatigue, - weight loss", "(-) fever". Denies what follows it up to the comma. */
function minusSign(tokens: Token[], at: number): Trigger | undefined {
  if (tokens[at]!.text !== '-' || tokens[at + 1] === undefined) return undefined;
  const before = tokens[at - 1];
  const listed =
    (before === undefined || /^[,:;]$/.test(before.text)) &&
    tokens[at + 1]!.start > tokens[at]!.end &&
    tokens.some(({ text }) => text === '+');
  const bracketed = before?.text === '(' && tokens[at + 1]!.text === ')';
  return listed || bracketed ? { from: at, to: at + 1, roles: new Set<Role>(['negation_pre']), text: '-' } : undefined;
}

/** "my 2 yr old", "our 6 month old", "my 4yo". */
function childByAge(tokens: Token[], at: number): Trigger | undefined {
  if (!/^(?:my|our)$/.test(tokens[at]!.norm)) return undefined;
  let age = at + 1;
  while (/^(?:little|nearly|almost|oldest|youngest|other)$/.test(tokens[age]?.norm ?? '')) age++;
  if (tokens[age]?.kind !== 'number' && !COUNTED.test(tokens[age]?.norm ?? '')) return undefined;
  for (let to = age + 1; to < age + 6; to++) {
    const norm = tokens[to]?.norm ?? '';
    if (/^(?:old|yo|olds)$/.test(norm))
      return { from: at, to: to + 1, roles: new Set<Role>(['family']), text: 'my child' };
    if (!/^(?:yr|year|month|mo|mth|week|wk|day|y|o|\/|-)$/.test(norm)) return undefined;
  }
  return undefined;
}

const COUNTED = /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen)$/;

/** Whether a word names a relative. */
export function isKin(token: Token | undefined): boolean {
  return token !== undefined && kin().has(token.norm);
}

function kin(): Set<string> {
  return triggerTree().kin;
}

interface Node {
  next: Map<string, Node>;
  roles?: Set<Role>;
}

let compiled: { root: Node; kin: Set<string> } | undefined;

function triggerTree(): { root: Node; kin: Set<string> } {
  if (compiled) return compiled;
  const data = readData('context') as Record<Role, string>;
  const root: Node = { next: new Map() };
  for (const role of ROLES)
    for (const phrase of splitList(data[role].replace(/\n/g, ' '))) {
      let node = root;
      for (const { norm } of tokenize(phrase)) {
        let child = node.next.get(norm);
        if (!child) {
          child = { next: new Map() };
          node.next.set(norm, child);
        }
        node = child;
      }
      node.roles ??= new Set();
      node.roles.add(role);
    }
  const people = new Set(splitList(data.family).flatMap((phrase) => tokenize(phrase).map((token) => token.norm)));
  compiled = { root, kin: people };
  return compiled;
}

const ROLES: Role[] = [
  'negation_pre',
  'negation_post',
  'pseudo_negation',
  'possible_pre',
  'possible_post',
  'hypothetical',
  'history',
  'family',
  'other',
  'terminators',
];
