/** Who is held against whom: the arm that is studied, and the one it is compared with. */
import { stem } from '../../text/index.ts';
import { abstractWords, type Statement } from './abstract.ts';

export interface Arms {
  /** Stems of words that name it. */
  readonly studied: readonly string[];
  readonly compared: readonly string[];
  /** As they are written, where the text names them itself. */
  readonly names: { readonly studied: readonly string[]; readonly compared: readonly string[] };
}

const VERSUS =
  /^(.+?)\s(?:versus|vs\.?|compared (?:with|to)|or|against)\s(.+?)(?:\s(?:in|for|during|after|on|to|among|as)\s|[:,;.]|$)/iu;
const ASSIGNED =
  /\b(?:assigned|randomi[sz]ed|allocated|randomi[sz]ation)\b.*?\b(?:to|received|receive|given)\s(?:receive\s|either\s)*(.+?)\s(?:or|versus|vs\.?)\s(?:to\s)?(.+?)(?:[.;]|,\s|\s(?:for|in a|over|above|during|throughout|did|was|were|had|does|led|reduced|improved)\s|$)/iu;

const FOR = /\s(?:to|for|in|of|with|after|on|against)\s/i;

export function armsOf(title: string, statements: readonly Statement[]): Arms {
  // What stands in brackets is a figure or a dose: "(95% CI 0.71 to 0.90)" assigns nobody to anything.
  const assigned = statements.map(({ text }) => ASSIGNED.exec(text.replace(/\([^()]*\)/g, ' ')));
  const titled = VERSUS.exec(title);
  // "X to prevent sepsis or death": what it is for is no arm.
  const isFor = titled !== null && / or /i.test(titled[0]) && FOR.test(titled[1]!);
  const pairs = [isFor ? null : titled, ...assigned].flatMap((found) =>
    found === null ? [] : [{ one: namesIn(armIn(givenTo(found[1]!))), other: namesIn(armIn(found[2]!)) }],
  );
  const always = abstractWords().compared;
  const ones = new Set(pairs.flatMap(({ one }) => one));
  const others = new Set(pairs.flatMap(({ other }) => other));
  const studied = [...ones].filter((word) => !others.has(word) && !always.includes(word));
  // Who is held against whom is not plain: then nothing is turned round.
  const compared = studied.length === 0 ? [] : [...others].filter((word) => !ones.has(word) && !always.includes(word));
  const names = { studied, compared };
  return { studied: names.studied.map(stem), compared: [...names.compared, ...always].map(stem), names };
}

/** "Boys aged 4 to 9 years with gout to zorbine": who was assigned stands before the last "to". */
function givenTo(text: string): string {
  return text.split(/\sto\s(?:receive\s|either\s)?/i).at(-1)!;
}

/** "Placebo added to an antidepressant": what both arms have is no arm. */
function alone(text: string): string {
  return text.split(
    /\s(?:added to|on top of|in addition to|alongside|as an? (?:add-on|adjunct)|plus (?:standard|usual|background))\b/i,
  )[0]!;
}

/** What an arm got, without how often, and what all of them had. */
function armIn(text: string): string {
  return withoutFilling(alone(text).split(LIST_END)[0]!);
}

/** "Olive oil placebo" is placebo, whatever it is made of. */
export function withoutFilling(arm: string): string {
  return arm.replace(
    /(?:(?<![\p{L}-])(?!(?:and|or|plus|with|to|versus|vs)\s)[\p{L}-]+\s+){1,3}(?=(?:placebo|sham|vehicle)\b)/giu,
    '',
  );
}

/** The name of an arm ends here: how long, how often, and what was done with it. */
export const LIST_END =
  /[.;:]\s|[.;:]$|\s(?:for (?:up to )?\d|over \d|during|in a (?:\d|ratio)|once|twice|daily|weekly|monthly|every|each|until|at baseline|and (?:were|was|followed)|who|in addition|on top)\b/iu;

function namesIn(text: string): string[] {
  const { common } = abstractWords();
  return (text.toLowerCase().match(/\p{L}[\p{L}\p{N}-]{3,}/gu) ?? []).filter((word) => !common.includes(word));
}

/** What follows is what a result is measured by, not whose it is: "than placebo", "compared with warfarin". */
const MEASURE =
  /\b(?:compared (?:with|to)|than(?: with| in| among)?|versus|vs\.?|relative to|as against)\s+(?:the\s)?(?:[\p{L}\p{N}-]+\s?){1,3}/giu;

/** Nor is the second of two rates: "by 38% with zorbine and by 7% with placebo". */
const SECOND = /,? and (?:by |in )?\d[\d.]*(?: of \d+)?\s*%? (?:with|in|of|among|for|on) (?:[\p{L}\p{N}-]+\s?){1,3}/giu;

/** A clause tells of the compared arm: "Warfarin led to fewer events than ranvexaban". */
export function isOfCompared(clause: string, { studied, compared }: Arms): boolean {
  const told = clause
    .replace(/\([^)]*\)/g, ' ')
    .replace(MEASURE, ' ')
    .replace(SECOND, ' ')
    .toLowerCase();
  const names = (told.match(/\p{L}[\p{L}\p{N}-]{3,}/gu) ?? []).map(stem);
  const first = names.find((word) => studied.includes(word) || compared.includes(word));
  return first !== undefined && compared.includes(first);
}
