/**
 * A criterion about the things that an artifact is made of, as a clause: how many or which of them, what they are, and what must
 * hold of each: "Every service has a restart entry", "The second line is blank", "Defines two alerts". What is not understood
 * whole is not judged, and what is judged is likely, no measurement.
 */
import { wordsIn } from '../../../text/index.ts';
import { type Artifact, readNumber, type Seen, seen } from '../seen.ts';
import { type Quality, readQuality } from './qualities.ts';
import {
  isListed,
  isNoun,
  readData,
  readThings,
  singular,
  type Thing,
  thingOf,
  thingsOf,
  titlesOf,
  within,
} from './things.ts';

interface Subject {
  readonly things: readonly Thing[];
  readonly noun: string;
  readonly name?: string | undefined;
  readonly numbered: boolean;
}

const NUMBER = '\\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const BOUND = '(?:exactly|at least|at most|no more than|more than|fewer than|only|no fewer than)';
const VERB =
  '(?:is|are|has|have|contains?|includes?|carr(?:y|ies)|holds?|consists? of|comes? with|begins?|starts?|opens?|ends?|closes?|bears?|declares?|defines?|specif(?:y|ies)|sets?|names?|states?|gives?|must|should|may|uses?|stays?|runs?|publish(?:es)?|exposes?|mounts?|lists?|requires?|needs?|provides?)';
const EACH = new RegExp(
  `^(?<which>each|every|all(?: of)?(?: the)?|no|none of the|the|any)? ?(?<noun>.+?) (?<verb>${VERB}) (?<rest>.+)$`,
  'i',
);
const EXISTS = new RegExp(
  `^(?:(?:the|this) \\w+ )?(?:there (?:is|are|must be|should be)|has|have|contains?|includes?|defines?|declares?|lists?|provides?|comes with|uses?) (?:(?<bound>${BOUND}) )?(?<n>${NUMBER}|an?|no|any|the)? ?(?<noun>[^"\`]+?)(?: (?:called|named|titled|headed|with the (?:name|title|heading)))?(?: ["\`](?<name>[^"\`]+)["\`])?(?: (?<noun2>[a-z]+))?$`,
  'i',
);
const PASSIVE = new RegExp(
  `^(?:(?<bound>${BOUND}) )?(?<n>${NUMBER}|an?|no) (?<noun>[^"\`]+?)(?: (?:called|named|titled|headed))?(?: ["\`](?<name>[^"\`]+)["\`])? (?:is|are|must be|should be|may be) (?:included|present|given|there|shown|used|provided|defined|declared|contained|listed|left)$`,
  'i',
);

/** Undefined: it is no such clause, or one that is not understood. */
export function judgeClause(artifact: Artifact, criterion: string): Seen | undefined {
  if (artifact.code !== undefined) return undefined;
  const text = inOrder(criterion);
  return (
    judgeNames(artifact, text) ??
    judgeLabel(artifact, text) ??
    judgeThere(artifact, text) ??
    judgeWhole(artifact, text) ??
    judgeEach(artifact, text)
  );
}

/** One way of saying it for several: "Uses X in each Y" is "each Y contains X". */
function inOrder(criterion: string): string {
  return criterion
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '')
    .replace(
      /^(?:uses?|has|contains?|includes?|puts?) (.+) (?:in|on|for|at|under) (each|every|all) (.+)$/i,
      '$2 $3 contains $1',
    )
    .replace(/^(?:is|are) (?:divided into|made up of|composed of|split into) /i, 'has ')
    .replace(/^(?:consists of|comprises|is in) /i, 'has ')
    .replace(/ for (?:its|the|each|all|every) \w+$/i, '');
}

const NAMES =
  /^(?:has|have|contains?|includes?|there are|is structured into|uses) (?:the )?(?:following )?(?<noun>sections?|headings?|keys?|fields?|columns?)(?: called| named| titled)?:? (?<list>.+)$/i;

/** "Has the sections Context, Decision and Consequences". */
function judgeNames(artifact: Artifact, text: string): Seen | undefined {
  const { noun, list } = NAMES.exec(text)?.groups ?? {};
  const names = list?.split(/, (?:and |or )?| and /).map((one) => one.replace(/["`]/g, '').trim());
  const data = readData(artifact);
  if (noun === undefined || names === undefined || names.length < 2 || names.some((one) => wordsIn(one).length > 3))
    return undefined;
  if (data === undefined && !/section|heading/i.test(noun)) return undefined;
  const there = data === undefined ? titlesOf(artifact).map(fold) : Object.keys(data).map(fold);
  const missing = names.find((one) => !there.includes(fold(one)));
  return seen(missing === undefined, missing === undefined ? 'All are there.' : `There is no "${missing}".`);
}

const LABEL =
  /^(?:there (?:is|must be)|has|contains?|carries|includes?|bears) (?<no>no |an? |the |any )?["`](?<name>[^"`]+)["`] (?:line|trailer|footer|header|label|note|row|tag|entry|field)$/i;
const WRITTEN = /^.+ (?:is|are|must be|should be) (?:written|given|spelled|stated|shown) as ["`](?<name>[^"`]+)["`]$/i;

/** 'Carries a "Signed-off-by" line': one that begins so. */
function judgeLabel(artifact: Artifact, text: string): Seen | undefined {
  const [label, written] = [LABEL.exec(text)?.groups, WRITTEN.exec(text)?.groups];
  const name = label?.['name'] ?? written?.['name'];
  if (name === undefined || readData(artifact) !== undefined) return undefined;
  const lines = artifact.text.toLowerCase().split('\n');
  const [own, begins] = [name.toLowerCase(), label !== undefined];
  const there = lines.some((line) => (begins ? line.replace(/^[\s>*#-]+/, '').startsWith(own) : line.includes(own)));
  return seen(there !== /^no /i.test(label?.['no'] ?? ''), `"${name}" is${there ? '' : ' not'} there.`);
}

/** "Begins with a salutation". */
function judgeWhole(artifact: Artifact, text: string): Seen | undefined {
  const groups = /^(?:the [\w-]+ )?(?<verb>begins?|starts?|opens?|ends?|closes?) (?<rest>(?:with|in) an? .+)$/i.exec(
    text,
  )?.groups;
  const quality = groups && readQuality(groups['verb']!.toLowerCase(), groups['rest']!);
  return quality && judgeAll([{ text: artifact.text.trim(), name: 'The text' }], quality, false);
}

function judgeThere(artifact: Artifact, text: string): Seen | undefined {
  const groups = (PASSIVE.exec(text) ?? EXISTS.exec(text))?.groups;
  if (groups === undefined) return undefined;
  const { bound = '', n = 'a', name } = groups;
  const noun = `${groups['noun']} ${groups['noun2'] ?? ''}`.trim();
  // "No fixed end date" is about what is said, not about how many dates there are.
  const subject = /\S dates?$/i.test(noun) ? undefined : findSubject(artifact, noun, name);
  if (subject === undefined) return undefined;
  if (subject.things.length === 0 && isListed(noun)) return undefined;
  const has = named(subject).length;
  const wanted = /^(?:no)$/i.test(n) ? 0 : (readNumber(n) ?? 1);
  const counts = bound !== '' || /^no$/i.test(n) || (readNumber(n) !== undefined && !/^an?$/i.test(n));
  const told = `There are ${has} of them${subject.name === undefined ? '' : ` called "${subject.name}"`}.`;
  return seen(counts ? within(has, bound, wanted) : has > 0, told);
}

function judgeEach(artifact: Artifact, text: string): Seen | undefined {
  const groups = EACH.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { which = '', verb = '', rest = '' } = groups;
  const subject = findSubject(artifact, groups['noun']!, undefined);
  if (subject === undefined) return undefined;
  // What is not counted up at all is not numbered either.
  if (subject.things.length === 0)
    return /^(?:numbered|bullet points|bulleted)\b/i.test(rest) ? seen(false, 'None of them is.') : undefined;
  // One thing of many is meant, and nobody knows which.
  const several = subject.things.length > 1 && singular(groups['noun']!) === groups['noun']!.toLowerCase();
  if (/^the$/i.test(which) && several) return undefined;
  const quality = readQuality(verb.toLowerCase(), rest);
  if (quality === undefined) return undefined;
  const none = /^(?:no|none of the)$/i.test(which);
  return judgeAll(subject.things, quality, none);
}

function judgeAll(things: readonly Thing[], { denied, holds, ofAll }: Quality, none: boolean): Seen | undefined {
  if (ofAll !== undefined) return seen(ofAll(things) !== denied, `By all ${things.length} of them.`);
  const odd = things.find((one) => holds(one) === (none !== denied));
  return odd === undefined
    ? seen(true, `It holds of all ${things.length}.`)
    : seen(false, `"${(odd.name ?? odd.text).trim().slice(0, 60)}" breaks it.`, {
        evidence: odd.text.trim().slice(0, 80),
      });
}

const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function named({ things, name }: Subject): readonly Thing[] {
  return name === undefined ? things : things.filter((one) => fold(one.name ?? one.text) === fold(name));
}

const WITHIN =
  /^(?<what>field|key|propert|entr|value|setting|version)\w* (?:at|on|under|in|of) (?:the )?(?<where>.+)$/i;

/** "Fields at the top level", "versions under devDependencies". */
function thingsWithin(artifact: Artifact, noun: string): readonly Thing[] | undefined {
  const where = WITHIN.exec(noun)?.groups?.['where'];
  const data = readData(artifact);
  if (where === undefined || data === undefined) return undefined;
  return /^(?:top[ -]level|root|file|document)$/i.test(where)
    ? Object.entries(data).map(([name, value]) => thingOf(name, value))
    : thingsOf(artifact, where.replace(/["`]/g, ''), undefined);
}

/** "second-level heading", "fenced code blocks", "third line", "version under devDependencies", "test script". */
function findSubject(artifact: Artifact, said: string, name: string | undefined): Subject | undefined {
  const { orders, adjectives, levels } = readThings();
  let words = said
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
  let [level, order]: (number | undefined)[] = [undefined, undefined];
  let numbered = false;
  const marked = /^markdown heading/i.test(said);
  for (;;) {
    const [first = ''] = words;
    if (Object.hasOwn(levels, first)) level = levels[first];
    else if (Object.hasOwn(orders, first)) order = orders[first];
    else if (!adjectives.includes(first) || words.length === 1) break;
    numbered ||= first === 'numbered';
    if (words.length === 1) break;
    words = words.slice(1);
  }
  const noun = words.join(' ');
  const things = thingsOf(artifact, noun, level) ?? thingsWithin(artifact, noun);
  if (things !== undefined) {
    const sign = numbered ? /^\s*\d+[.)]/ : marked ? /^#/ : /(?:)/;
    const kept = things.filter(({ text }) => sign.test(text));
    const one = order === undefined ? kept : [kept.at(order)].filter((thing) => thing !== undefined);
    return { things: one, noun, name, numbered };
  }
  // "a test script": the one that is called so.
  const [own, head] = [words.slice(0, -1).join(' '), words.at(-1) ?? ''];
  const family = words.length === 2 && name === undefined ? thingsOf(artifact, head, level) : undefined;
  return family?.some((one) => one.value !== undefined) && !family.every(({ name: key }) => isNoun(key ?? '', own))
    ? { things: family, noun: head, name: own, numbered }
    : undefined;
}
