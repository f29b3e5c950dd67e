import type { Hit } from '../rules/phrases.ts';

/** Lists of words that make a sign together: near each other inside a group, the groups in the same breath. */
export interface Sign {
  rule: string;
  /** No calm, mild or habitual wording takes it back. */
  firm: boolean;
  /** Grave however calmly it is told: no score is asked of what is about health. */
  sure: boolean;
  /** It can mean nothing else: no score is asked of anything. */
  plain: boolean;
  groups: string[][];
}

/** From one word of a message to another. */
export interface Place {
  from: number;
  to: number;
}

/** A sign of a message, and where it stands. */
export interface FoundSign {
  sign: Sign;
  place: Place;
}

/** Reads `rule: <list> ~ <list> & <list>`, with `rule!` for a firm one, `rule!!` for a sure and `rule!!!` for a plain one. */
export function readSign(line: string): Sign {
  const [name = '', composition = ''] = line.split(': ');
  const groups = composition.split(' & ').map((group) => group.split(' ~ ').map((list) => list.slice(1, -1)));
  const rule = name.replaceAll('!', '');
  return { rule, firm: name.endsWith('!'), sure: name.endsWith('!!'), plain: name.endsWith('!!!'), groups };
}

const NEAR = 7;
const SAME_BREATH = 32;

/** The places where all of a sign stands. */
export function placesOf({ groups }: Sign, find: (list: string) => Hit[]): Place[] {
  const parts = groups.map((group) => {
    const lists = group.map((list) => () => find(list));
    return () => join(lists, NEAR);
  });
  return join(parts, SAME_BREATH);
}

/** Places where something of every part stands within a distance of words, in any order. */
function join(parts: (() => Place[])[], distance: number): Place[] {
  let places: Place[] | undefined;
  for (const part of parts) {
    const more = part();
    if (more.length === 0) return [];
    places = places ? places.flatMap((place) => nearest(place, more, distance)) : more;
    if (places.length === 0) return [];
  }
  return places ?? [];
}

function nearest(place: Place, others: Place[], distance: number): Place[] {
  const other = others.find(({ from, to }) => from - place.to <= distance && place.from - to <= distance);
  return other ? [{ from: Math.min(place.from, other.from), to: Math.max(place.to, other.to) }] : [];
}
