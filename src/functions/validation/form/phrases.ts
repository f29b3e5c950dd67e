/**
 * Set phrases about the form of a text: steps that are numbered, a line that is blank, a salutation, a heading of a name. Each
 * covers the whole of the criterion.
 */
import { unitsOf } from '../../../reading/index.ts';
import { type Artifact, readNumber, type Seen, seen } from '../seen.ts';

type Reading = readonly [
  RegExp,
  (artifact: Artifact, groups: Readonly<Record<string, string | undefined>>) => Seen | undefined,
];

const NUMBERED = /^[ \t]*(?:(?:§|Art\.?|Article|Clause|Step|No\.?)\s*)?(\d+)(?:[.):]|\s)\s*\S/gim;
const GREETING =
  /^(?:dear|hello|hi|hey|good (?:morning|afternoon|evening|day)|to whom it may concern|ladies and gentlemen|chers?|chères?|bonjour|madame|monsieur|lieber?|liebes|sehr geehrte|guten (?:tag|morgen)|hallo|welcome)\b/i;
const FAREWELL =
  /\b(?:regards|sincerely|faithfully|best wishes|yours|many thanks|thank you|cheers|see you|love|grüße|grüsse|salutations|cordialement)\b/i;
const ORDINALS: readonly string[] = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const LEVELS: Readonly<Record<string, number>> = { first: 1, top: 1, one: 1, second: 2, two: 2, third: 3, three: 3 };

const READINGS: readonly Reading[] = [
  [
    /^(?:all )?(?:the |its )?[\w -]+? (?:are|is) numbered(?: consecutively)?(?: from (?<from>\w+) to (?<to>\w+))?$/i,
    ({ text }, { from, to }) => {
      const numbers = [...text.matchAll(NUMBERED)].map(([, one]) => Number(one));
      if (numbers.length < 2) return seen(false, 'Nothing in it is numbered.');
      const [first, last] = [readNumber(from), readNumber(to)];
      if (first === undefined || last === undefined) return seen(true, `${numbers.length} are numbered.`);
      const run = numbers.filter((one, at) => one === first + at);
      return seen(
        run.length === numbers.length && numbers.length === last - first + 1,
        `The numbers are ${numbers.slice(0, 20).join(', ')}.`,
      );
    },
  ],
  [
    /^the (?<which>\w+) line (?:is|must be|should be) (?:blank|empty|left blank)$/i,
    ({ text }, { which }) => {
      const at = ORDINALS.indexOf(which!.toLowerCase());
      const line = at < 0 ? undefined : text.split('\n')[at];
      return line === undefined ? undefined : seen(line.trim() === '', `It reads: ${line.slice(0, 60)}`);
    },
  ],
  [
    /^(?:the )?(?:subject|title|first line|summary line|headline) (?:and|is) (?:the )?(?:body |rest |text )?(?:are )?(?:separated|set off|followed)(?: from (?:the )?(?:body|rest|text))? by (?:a|one|an) (?:blank|empty) line$/i,
    ({ text }) => {
      const second = text.split('\n')[1];
      return second === undefined
        ? undefined
        : seen(second.trim() === '', `The second line reads: ${second.slice(0, 60)}`);
    },
  ],
  [
    /^(?:the \w+ )?(?:opens|begins|starts) with an? (?:salutation|greeting|form of address)$/i,
    ({ text }) => {
      const first = text.trim().split('\n')[0]!;
      return seen(GREETING.test(first.trim()), `It begins: ${first.slice(0, 60)}`);
    },
  ],
  [
    /^(?:the \w+ )?(?:closes|ends) with an? (?:complimentary close|closing (?:formula|phrase|greeting)|greeting|farewell)$/i,
    ({ text }) => {
      const last = text.trim().split('\n').slice(-4).join('\n');
      return seen(FAREWELL.test(last), `It ends: ${last.slice(-60)}`);
    },
  ],
  [
    /^(?:it )?uses (?:markdown|md) headings(?: for (?:its|the) \w+)?$/i,
    ({ text }) => seen(/^#{1,6}\s+\S/m.test(text), 'Headings of Markdown begin with #.'),
  ],
  [
    /^(?:there is|has|contains|includes) (?:an? |the )?(?:(?<level>first|second|third|top)-level |level-(?<level2>one|two|three) )?(?:heading|section)(?: called| named| titled| headed| reading| with the title)? "(?<name>[^"]+)"$/i,
    ({ document }, { level, level2, name }) => {
      const wanted = LEVELS[(level ?? level2 ?? '').toLowerCase()];
      const headings = unitsOf(document).filter(({ kind }) => kind === 'heading');
      const found = headings.find(({ text }) => text.trim().toLowerCase() === name!.trim().toLowerCase());
      if (found === undefined)
        return seen(false, `The headings are: ${headings.map(({ text }) => text).join(', ')}`.slice(0, 200));
      return seen(wanted === undefined || found.level === wanted, `It is a heading of level ${found.level ?? 1}.`);
    },
  ],
  [
    /^no (?<what>TODO|FIXME|XXX|TBD|lorem ipsum)s? (?:may|must|should|is|are)(?: be)? (?:left|remain|contained|allowed|there|found|in it)(?: over| in)?(?: (?:the|this) (?:document|text|file|code))?$/i,
    ({ text }, { what }) => {
      const at = text.search(new RegExp(`\\b${what}\\b`, 'i'));
      return seen(at < 0, at < 0 ? `${what} does not come up.` : `${what} comes up.`, at < 0 ? {} : { at });
    },
  ],
];

export function judgePhrase(artifact: Artifact, criterion: string): Seen | undefined {
  for (const [pattern, read] of READINGS) {
    const match = pattern.exec(criterion);
    const found = match === null ? undefined : read(artifact, match.groups ?? {});
    if (found !== undefined) return found;
  }
  return undefined;
}

const PASSIVE =
  /^(?<what>(?:at least|at most|exactly|no more than|no fewer than|more than|fewer than|a minimum of|a maximum of)? ?(?:\w+) .+?) (?:is|are) (?:included|contained|present|there|provided|given)$/i;

/** "At least one code block is included": contains at least one code block. */
export function turnPassive(criterion: string): string {
  const what = PASSIVE.exec(criterion)?.groups?.['what'];
  return what !== undefined && /^(?:at |exactly|no |more |fewer |a m)/i.test(what)
    ? `Contains ${what[0]!.toLowerCase()}${what.slice(1)}`
    : criterion;
}
