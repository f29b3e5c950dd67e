/**
 * One verdict over everything that was found. "May he?", "good idea?", "do I just take it?" is settled by the worst part
 * that is asked about: no, then only after asking, then yes. A yes that belongs to another question never begins the
 * answer, and what is no question of yes or no gets neither.
 */

import { openCatalogue } from '../clinical/catalogue/index.ts';
import type { Concern } from './concern.ts';
import type { Block } from './desk.ts';
import { pattern } from './patterns.ts';
import type { Aspect, Frame } from './types.ts';
import { capital } from './wording.ts';

type Word = NonNullable<Block['verdict']>;

const RANK: Record<Word, number> = { no: 0, ask: 1, yes: 2 };
/** Asked in these ways, somebody waits for a yes or a no to a deed. */
const OF_DEEDS = new Set<Aspect>(['safe', 'stop']);
const ASKS = pattern('asks_verdict');
const OPEN = pattern('asks_openly');
const YES = /^(\*\*)?Yes(?:: |, (?=due\b|by\b))/;

export function settleVerdicts(
  asks: readonly Frame[],
  blocks: readonly Block[],
  concerns: readonly Concern[],
): Block[] {
  const plain = blocks.map((each, at) => (isOpen(asks[at]!) ? withoutYes(each) : each));
  const deeds = plain.map((each, at) => isOfDeed(asks[at]!) && each.lead !== '');
  if (!deeds.includes(true)) return plain;
  const said = plain.map((each, at) => (deeds[at] ? (each.verdict ?? readIn(each)) : undefined));
  const against = worstOf(
    asks.filter((_, at) => deeds[at]),
    concerns,
  );
  const worst = [...said, against].reduce<Word>((low, each) => (each && RANK[each] < RANK[low] ? each : low), 'yes');
  if (worst === 'yes') return plain;
  const spoken = plain.map((each, at) => (deeds[at] ? each : withoutYes(each)));
  const isTold = said.some((each) => each === 'no' || each === 'ask');
  const first = deeds.indexOf(true);
  const settled = isTold
    ? spoken
    : spoken.map((each, at) => (at === first ? { ...each, lead: `${LEADS[worst]} ${withoutYes(each).lead}` } : each));
  return inOrder(settled, said, deeds);
}

const LEADS: Record<Word, string> = {
  no: '**No, not as things stand.**',
  ask: '**Not before you have asked.**',
  yes: '',
};

/** Verdicts that stand beside each other: the worst first. */
function inOrder(blocks: readonly Block[], said: readonly (Word | undefined)[], deeds: readonly boolean[]): Block[] {
  const places = blocks.map((_, at) => at).filter((at) => deeds[at]);
  const isRow = places.every((at, i) => at === places[0]! + i);
  if (!isRow || places.length < 2) return [...blocks];
  const sorted = places.toSorted((a, b) => RANK[said[a] ?? 'yes'] - RANK[said[b] ?? 'yes']);
  return blocks.map((each, at) => (deeds[at] ? blocks[sorted[at - places[0]!]!]! : each));
}

function isOfDeed({ aspect, text }: Frame): boolean {
  return OF_DEEDS.has(aspect) && ASKS.test(text);
}

/** "Which vaccines should he get?" has no yes. */
function isOpen({ text }: Frame): boolean {
  return OPEN.test(text) && !ASKS.test(text);
}

function withoutYes(block: Block): Block {
  const found = YES.exec(block.lead);
  return found === null ? block : { ...block, lead: `${found[1] ?? ''}${capital(block.lead.slice(found[0].length))}` };
}

function readIn({ lead }: Block): Word | undefined {
  const bare = lead.replaceAll('**', '');
  if (/^(?:Not without|Not before|Not all|That depends|Only)\b/.test(bare)) return 'ask';
  if (/^(?:No\b|Do not\b|Not\b|Never\b)/.test(bare)) return 'no';
  return /^Yes\b/.test(bare) ? 'yes' : undefined;
}

/** What was just asked about and speaks against it, where no answer told it. */
function worstOf(asks: readonly Frame[], concerns: readonly Concern[]): Word | undefined {
  const ids = asks.flatMap(({ subjects }) => subjects.map(({ id }) => id));
  const found = concerns.filter(
    ({ fresh, severity, concepts }) =>
      fresh && severity !== 'worth_knowing' && concepts.some((id) => ids.some((each) => openCatalogue().isA(id, each))),
  );
  if (found.length === 0) return undefined;
  return found.some(({ severity }) => severity === 'critical') ? 'no' : 'ask';
}
