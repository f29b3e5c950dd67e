/**
 * Who was at a meeting: minutes name those present and those who sent apologies. Such a list is complete, so that who does not stand
 * in it was not there, and how many there were can be counted.
 */
import { z } from 'zod';
import { sheet } from '../../analysis/sheet.ts';
import { type Artifact, readNumber, type Seen, seen } from '../seen.ts';

const list = z.array(z.string()).min(1);
const readSheet = sheet(
  './roster.yml',
  import.meta.url,
  z.strictObject({ present: list, absent: list, people: list, roles: list, was_there: list, was_not: list }),
);

interface Person {
  readonly name: string;
  /** In brackets behind the name. */
  readonly role: string;
}

interface Roster {
  readonly present: readonly Person[];
  readonly absent: readonly Person[];
}

const either = (words: readonly string[]) => [...words].sort((a, b) => b.length - a.length).join('|');

export function judgeRoster({ text, code }: Artifact, criterion: string): Seen | undefined {
  if (code !== undefined) return undefined;
  const roster = readRoster(text);
  if (roster === undefined) return undefined;
  return judgeCount(roster, criterion) ?? judgePresence(roster, criterion) ?? judgeRole(roster, criterion);
}

function readRoster(text: string): Roster | undefined {
  const { present, absent } = readSheet();
  const names = (labels: readonly string[]) =>
    new RegExp(`(?:^|[.;]\\s+)[*_#>\\s-]*(?:${either(labels)})[*_]*:[*_]*\\s*(?<names>[^\\n]+)`, 'im').exec(text)
      ?.groups?.['names'];
  const there = names(present);
  if (there === undefined) return undefined;
  return { present: peopleIn(cutAtLabel(there)), absent: peopleIn(cutAtLabel(names(absent) ?? '')) };
}

/** "Present: A, B. Apologies: C." in one line. */
function cutAtLabel(names: string): string {
  return names.replace(/(?<!\b\p{Lu})[.;]\s+[*_]*\p{Lu}?[\p{L} ]{2,25}[*_]*:.*$/u, '').replace(/[.\s]+$/, '');
}

function peopleIn(names: string): Person[] {
  return names
    .split(/[,;](?![^(]*\))|\s(?:and|&|und)\s(?![^(]*\))/)
    .map((one) => ({ name: one.replace(/\(.*$/, '').trim(), role: /\(([^)]*)/.exec(one)?.[1]?.toLowerCase() ?? '' }))
    .filter(({ name }) => /\p{Lu}/u.test(name) && name.length < 40);
}

const bare = (criterion: string) =>
  criterion
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');

function judgeCount({ present, absent }: Roster, criterion: string): Seen | undefined {
  const { people, was_there, was_not } = readSheet();
  const match = new RegExp(
    `^(?:there were )?(?<bound>exactly|at least|at most|more than|fewer than|only)? ?(?<n>\\w+) (?:${either(people)})(?: of \\S+(?: \\S+)?)? (?:(?<there>${either([...was_there, 'present'])})|(?<not>${either([...was_not, 'absent'])}))(?: (?:the|at the|in the) meeting)?$`,
    'i',
  ).exec(bare(criterion))?.groups;
  const n = readNumber(match?.['n']);
  if (match === undefined || n === undefined) return undefined;
  const count = (match['there'] === undefined ? absent : present).length;
  if (count === 0) return undefined;
  const bound = match['bound']?.toLowerCase();
  const holds =
    bound === 'at least'
      ? count >= n
      : bound === 'at most'
        ? count <= n
        : bound === 'more than'
          ? count > n
          : bound === 'fewer than'
            ? count < n
            : count === n;
  return seen(holds, `${count} are named.`);
}

const sameName = (person: Person, said: string) =>
  said.split(/[\s.]+/).some((part) => part.length > 1 && person.name.split(/[\s.]+/).includes(part));

function judgePresence({ present, absent }: Roster, criterion: string): Seen | undefined {
  const { was_there, was_not } = readSheet();
  const match = new RegExp(
    `^(?<names>.+?) (?:both |all |also )?(?:(?<not>${either(was_not)})|(?<there>${either(was_there)}))(?: (?:the|at the|in the) meeting)?$`,
    'i',
  ).exec(bare(criterion))?.groups;
  const names = peopleIn(match?.['names'] ?? '');
  if (match === undefined || names.length === 0 || names.some(({ name }) => !isName(name))) return undefined;
  const isIn = (people: readonly Person[], { name }: Person) => people.some((one) => sameName(one, name));
  const wantsThere = match['not'] === undefined;
  const odd = names.find(
    (one) => isIn(present, one) !== wantsThere || (!wantsThere && !isIn(absent, one) && isIn(present, one)),
  );
  return seen(
    odd === undefined,
    odd === undefined
      ? 'The list of those present says so.'
      : `The list of those present says otherwise of ${odd.name}.`,
  );
}

const isName = (name: string) =>
  name.split(/\s+/).every((part) => /^(?:\p{Lu}|of$|de$|van$|von$)/u.test(part)) && name.split(/\s+/).length <= 4;

function judgeRole({ present }: Roster, criterion: string): Seen | undefined {
  const { roles } = readSheet();
  const match = new RegExp(
    `^(?<name>(?:\\p{Lu}[\\p{L}.]* ?){1,3}) (?:is the |was the |was in the |took the |took |(?=chair))(?<role>${either(roles)})(?: the meeting)?$`,
    'u',
  ).exec(bare(criterion))?.groups;
  if (match === undefined) return undefined;
  const wanted = match['role']!.slice(0, 5);
  const holders = present.filter(({ role }) => role.includes(wanted));
  if (holders.length === 0) return undefined;
  return seen(
    holders.some((one) => sameName(one, match['name']!)),
    `It names ${holders.map(({ name }) => name).join(', ')}.`,
  );
}
