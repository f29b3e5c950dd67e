/** "List home meds + doses + last Cr": several parts of the record asked for in one breath, each a question of its own. */
import { pattern } from '../patterns.ts';
import type { Subject } from '../types.ts';
import type { Clause } from './clause.ts';
import { subjectsIn } from './subjects.ts';

const OPENER =
  /^\W*(?:(?:please|pls|plz|ok|hi|and|so)\W+)*(?:(?:can|could|may) (?:i|we|you) (?:please )?(?:have|get|see|list|give me|tell me|show me)|(?:i |we )?need|what(?:['’]?s| is| are)|list|give me|show me|tell me|send|print|pull up|remind me of)?\W*(?:(?:my|the|all|a list of)\s+)*/i;
const BETWEEN = /\s*(?:[,;&+]|\band\b)\s*/gi;
const VERB = pattern('has_verb');
const LONGEST_PIECE = 5;
/** What only says more of the piece before it. */
const DETAIL =
  /^(?:(?:the|their|its|with|current|my)\s+)*(?:(?:types?|kinds?|dates?|severity|names?) of (?:\w+\s+)?)?(?:doses?|dosages?|strengths?|directions|instructions|dates?|reactions?|severity|start(?: dates?)?|reasons?)\W*$/i;
const WHOLE = new Set(['thing:medicines', 'thing:allergies', 'thing:conditions', 'thing:vaccines', 'thing:procedures']);

/** Only where every piece names a part of the record and the parts differ, or the columns of a form stand beside one. */
export function splitListed(clause: Clause): Clause[] {
  const opener = OPENER.exec(clause.text)?.[0] ?? '';
  const listed = clause.text.slice(opener.length);
  if (VERB.test(listed)) return [clause];
  const pieces = piecesOf(listed);
  if (pieces.some(({ sort }) => sort === undefined)) return [clause];
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]!.sort === piece.sort) last.push(piece);
    else groups.push([piece]);
  }
  const isForm = pieces.length === 1 && pieces[0]!.detailed;
  if ((groups.length < 2 && !isForm) || !groups.some(([first]) => WHOLE.has(first!.sort!))) return [clause];
  return groups.map((group) => {
    const start = clause.start + opener.length + group[0]!.start;
    const text = listed.slice(group[0]!.start, group.at(-1)!.end);
    return { text: `what are my ${text.replace(/^my\s+/i, '')}`, start, end: start + text.length, asks: true };
  });
}

interface Piece {
  start: number;
  end: number;
  sort: string | undefined;
  detailed: boolean;
}

function piecesOf(listed: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const match of [...listed.matchAll(BETWEEN), undefined]) {
    const end = match?.index ?? listed.length;
    const text = listed.slice(start, end);
    const before = pieces.at(-1);
    if (DETAIL.test(text) && before !== undefined) {
      before.end = end;
      before.detailed = true;
    } else if (text.trim() !== '') pieces.push({ start, end, sort: sortOf(text), detailed: false });
    start = end + (match?.[0].length ?? 0);
  }
  return pieces;
}

function sortOf(text: string): string | undefined {
  const subjects = subjectsIn(text);
  if (subjects.length === 0 || text.trim().split(/\s+/).length > LONGEST_PIECE) return undefined;
  return subjects.map(kindOf).reduce((one, two) => (one === two ? one : undefined));
}

const kindOf = ({ kind, id }: Subject): string | undefined =>
  kind === 'thing' ? id : kind === 'observation' ? 'observation' : undefined;
