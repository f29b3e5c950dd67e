/** What one at a time does: who owns, leads or maintains something, said from either side ("Mara owns it", "it is owned by Mara"). */
import { wordsIn } from '../../text/index.ts';
import { once } from '../../text/pieces.ts';
import { isStopword } from '../text/words.ts';
import { readWording, root } from './wording.ts';

interface Held {
  readonly about: ReadonlySet<string>;
  /** Who does. */
  readonly says: string;
}

const NAME = String.raw`\p{Lu}[\p{L}\p{N}.'-]*(?:\s\p{Lu}[\p{L}\p{N}.'-]*){0,2}`;
const WHAT = String.raw`(?:the\s|our\s|its\s)?(?<what>[\p{L}\p{N} -]{2,40}?)`;

const patterns = once(() =>
  readWording().held_by_one.flatMap((forms) => {
    const either = forms.join('|');
    return [
      { verb: forms[0]!, pattern: new RegExp(`^(?<who>${NAME})\\s(?:${either})\\s${WHAT}[.;!]?$`, 'u') },
      {
        verb: forms[0]!,
        pattern: new RegExp(
          `^${WHAT.replace('(?:the\\s', '(?:[Tt]he\\s|[Oo]ur\\s|the\\s')}\\sis\\s(?:now\\s)?(?:${either})\\sby\\s(?<who>${NAME})[.;!]?$`,
          'u',
        ),
      },
    ];
  }),
);

export function heldByOne(text: string): Held | undefined {
  const flat = text.replace(/\s+/g, ' ').trim();
  for (const { verb, pattern } of patterns()) {
    const groups = pattern.exec(flat)?.groups;
    if (groups === undefined || /\s(?:and|or)\s/.test(groups['what']!)) continue;
    return {
      about: new Set([`${verb}:`, ...stemsOf(groups['what']!)]),
      says: groups['who']!.toLowerCase().replace(/\.$/, ''),
    };
  }
  return undefined;
}

/** "The billing service" is billing: what anything may be called tells nothing, where something else does. */
function stemsOf(what: string): string[] {
  const words = wordsIn(what).filter(({ lower }) => !isStopword(lower));
  const own = words.filter(({ lower }) => !KINDS.has(lower));
  return (own.length > 0 ? own : words).map(({ lower }) => root(lower));
}

const KINDS = new Set(['service', 'system', 'component', 'module', 'project', 'team', 'department', 'group', 'area']);
