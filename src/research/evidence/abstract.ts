/** How a text about a study is built: what was known before, how it was done, what was found. Words from abstract.yml. */

import { abstractWords, type Role } from './abstract-words.ts';
import { largestCount } from './counts.ts';
import { type Labelled, labelled } from './layout.ts';
import { appraisal, foldText, hasAny } from './words.ts';

export { abstractWords, type Role } from './abstract-words.ts';

export interface Statement {
  readonly text: string;
  readonly role: Role;
  /** What its paper calls the part that it stands in: "limitations", "primary outcome". */
  readonly part?: string | undefined;
  /** It is the first of that part. */
  readonly opens?: true | undefined;
  /** The number of the item of a list that it stands in. */
  readonly item?: string | undefined;
}

/** The sentences that can be quoted, each with its part in the text. */
export function statementsOf(text: string): Statement[] {
  const marked = labelled(text);
  const found = marked.findIndex(({ sentence }) => hasFigures(sentence));
  // What is uncertain behind what was found is what the authors make of it.
  const concluded = (role: Role, at: number) =>
    role === 'background' && marked[at]!.section === undefined && found >= 0 && at > found ? 'conclusion' : role;
  if (marked.some(({ section }) => section === 'result'))
    return marked.map((each, at) => ({
      ...{ text: each.sentence, role: concluded(roleIn(each.sentence, each.section), at) },
      ...placeOf(each),
    }));
  // Without a label for what was found the others hold for their own sentence only.
  const first = marked.findIndex(({ sentence }) => tellsHow(sentence));
  return marked.map((each, at) => ({
    text: each.sentence,
    role:
      each.label ?? (at < first && !hasFigures(each.sentence) ? 'background' : concluded(roleOf(each.sentence), at)),
    ...placeOf(each),
  }));
}

function placeOf({ part, opens, item }: Labelled): Omit<Statement, 'text' | 'role'> {
  return { ...(part && { part, ...(opens && { opens: true as const }) }), ...(item && { item }) };
}

/** Where a study discusses, what it says of others is no result of its own. */
function roleIn(sentence: string, section: Role | undefined): Role {
  if (section === undefined) return roleOf(sentence);
  const { own, others } = abstractWords();
  const plain = foldText(sentence);
  return section === 'conclusion' && hasAny(plain, others) && !hasAny(plain, own) ? 'background' : section;
}

function roleOf(sentence: string): Role {
  if (hasFigures(sentence)) return 'result';
  if (hasAny(foldText(sentence), abstractWords().grounds)) return 'background';
  return tellsHow(sentence) || tellsWhom(sentence) || definitionIn(sentence) !== undefined ? 'method' : 'result';
}

function tellsHow(sentence: string): boolean {
  return hasAny(foldText(sentence), abstractWords().done);
}

/** "Randomised phase 3 trial, n = 210 children aged 6 to 17 years": how many of whom, and nothing of what came out. */
function tellsWhom(sentence: string): boolean {
  const plain = foldText(sentence);
  if (!hasAny(plain, abstractWords().kinds) || largestCount(sentence) === undefined) return false;
  const { telling, directions, advised } = appraisal();
  const { failed, met, against, same } = directions;
  return !hasAny(plain, [...telling, ...failed, ...met, ...against, ...same, ...advised.for, ...advised.against]);
}

const FIGURES =
  /\d\s?%|\bp\s?[<=>]|\bci\b|\d\s?(?:vs\.?|versus)\s|\b(?:hazard|odds|risk|rate) ratio|\b(?:hr|or|rr) \d+[.·]\d/;

export function hasFigures(sentence: string): boolean {
  return FIGURES.test(foldText(sentence));
}

/** "The primary outcome was a composite of stroke or death": what it stands for. Undefined where it says what came out. */
export function definitionIn(sentence: string): string | undefined {
  const plain = foldText(sentence);
  const place = abstractWords().places.find((each) => hasAny(plain, [each, `${each}s`]));
  if (place === undefined || hasFigures(sentence)) return undefined;
  const [, said] =
    new RegExp(`${place}s? (?:was|were|is|included|comprised) (?:the |a |an )?(.{4,160}?)[.;]?$`).exec(plain) ?? [];
  const isResult =
    /^(?:not|met|missed|reached|achieved|lower|higher|similar|reduced|improved|better|worse|observed|reported|significantly)\b/;
  return said === undefined || isResult.test(said) ? undefined : said;
}
