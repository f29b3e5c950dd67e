/** What an answer earns: criteria met, none of what must not stand there, nothing in the record that was not told. */
import type { Case, Turn } from './cases.ts';

export interface Played {
  text: string;
  outcome: string;
  /** Does it cite an entry of the record? */
  cited: boolean;
  /** The names of what is new in the record; undefined where nobody looked. */
  written: readonly string[] | undefined;
}

export interface Verdict {
  id: string;
  cat: Case['cat'];
  severity: number;
  /** 0 to 1. */
  points: number;
  missed: string[];
  wrongWrites: number;
}

export function judgeCase({ id, cat, severity, turns }: Case, played: readonly Played[]): Verdict {
  const judged = turns.map((turn, at) => judgeTurn(turn, played[at], cat));
  const criteria = judged.reduce((sum, { total }) => sum + total, 0);
  const met = judged.reduce((sum, turn) => sum + turn.met, 0);
  const wrongWrites = judged.reduce((sum, turn) => sum + turn.wrongWrites, 0);
  const ruined = judged.some((turn) => turn.ruined) || wrongWrites > 0;
  return {
    id,
    cat,
    severity,
    points: ruined ? 0 : criteria === 0 ? 1 : met / criteria,
    missed: judged.flatMap(({ missed }, at) =>
      missed.map((each) => (turns.length > 1 ? `turn ${at + 1}: ${each}` : each)),
    ),
    wrongWrites,
  };
}

function judgeTurn(turn: Turn, played: Played | undefined, cat: Case['cat']) {
  const total = turn.must.length + (turn.cite ? 1 : 0);
  if (played === undefined) return { total, met: 0, missed: ['no answer'], ruined: false, wrongWrites: 0 };
  const text = withoutNotes(played.text);
  const finds = (source: string) => new RegExp(source, 'i').test(text);
  const empty = played.outcome === 'fallback' && cat !== 'not-there';
  const unmet = turn.must.filter((alternatives) => empty || !alternatives.some(finds));
  const forbidden = turn.mustNot.filter(finds);
  const uncited = turn.cite && (empty || !played.cited);
  const wrong = wrongWritesOf(turn, played.written);
  return {
    total,
    met: total - unmet.length - (uncited ? 1 : 0),
    missed: [
      ...unmet.map((alternatives) => `lacks ${alternatives.join(' | ')}`),
      ...forbidden.map((source) => `says ${source}`),
      ...(uncited ? ['cites no entry'] : []),
      ...wrong.map((name) => `wrote ${name}`),
    ],
    ruined: forbidden.length > 0,
    wrongWrites: wrong.length,
  };
}

function wrongWritesOf({ writes }: Turn, written: readonly string[] | undefined): string[] {
  if (writes === undefined || written === undefined) return [];
  const extra = written.filter((name) => !writes.some((source) => new RegExp(source, 'i').test(name)));
  const lacking = writes.filter((source) => !written.some((name) => new RegExp(source, 'i').test(name)));
  return [...extra, ...lacking.map((source) => `nothing like ${source}`)];
}

/** The text that is judged: no footnotes and no markers. */
export function withoutNotes(text: string): string {
  return text
    .replace(/^\[\^\w+\]:.*$/gm, '')
    .replace(/\[\^\w+\]/g, '')
    .replaceAll('**', '')
    .replace(/\s+/g, ' ')
    .trim();
}
