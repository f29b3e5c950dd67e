/** What stands under a title of who wrote a paper and where it appeared: taken out, for nobody is treated with an author. Words from imprint.yml. */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../text/rows.ts';

export interface Imprint {
  /** Without the lines that are told apart. */
  readonly text: string;
  readonly where?: string | undefined;
}

const list = z.array(z.string());
const schema = z.strictObject({ who: list, where: list, number: list });
let known: z.infer<typeof schema> | undefined;

function imprintWords(): z.infer<typeof schema> {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'imprint.yml')));
  return known;
}

/** What ends as a sentence does is no label. */
const LABEL = /^\W{0,3}(\p{L}[\p{L} ]{1,30}?)\W{0,2}:\W{0,2}\s(.*[^.!?\s])\s*$/u;

/** Only before the first paragraph: what is written "By" whom further down is a matter of the text. */
export function readImprint(text: string): Imprint {
  const words = imprintWords();
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  let where: string | undefined;
  const kept = lines.filter((line, at) => {
    const isHead = start >= 0 && at >= start && lines.slice(start, at).every((before) => LABEL.test(before));
    const [, label, value] = isHead ? (LABEL.exec(line) ?? []) : [];
    if (label === undefined) return true;
    const key = (['who', 'where'] as const).find((each) => words[each].includes(label.toLowerCase()));
    if (key === undefined) return true;
    if (key === 'where') where ??= value!.trim();
    return false;
  });
  return { text: kept.join('\n'), ...(where !== undefined && { where }) };
}

/** Year, volume and pages; a DOI. */
const CITED = /\b(?:19|20)\d\d;\s?\d+\s?(?:\(\d+\))?:|\bdoi:\s?10\.\d{4}/i;
const PLACED = /^(?!we\b)[^.;:%]{3,90},[^.;:%]{1,40}\b(?:19|20)\d\d\.?$/iu;
const LONGEST = 200;
const TELLING = /\b(?:was|were|is|are|has|have|should|reads?)\b/i;
/** When, and nothing else: "Published 2026-05-02.", "First posted 11 February 2020". */
const DATED =
  /^(?:first |last )?(?:published|posted|updated|issued|accepted|received)(?: online)?(?: on| in)?:? (?:\d{1,2} )?(?:\p{L}+ )?(?:\d{1,2}, )?(?:19|20)\d\d(?:-\d\d){0,2}[.;]?$/iu;
/** "Registered NCT04440044.", "medPrior preprint 2026.02.11.551": a number, and nothing of what it is on. */
const NUMBERED =
  /^(?:(?:trial )?regist\p{L}+|[\p{L}-]+ preprint|preprint)\b[^.;]{0,40}?(?:[A-Z]{3,8}[-\d]*\d{4,}|\d{4}\.\d[\d.]*)\W*$/iu;
/** Nothing but names with initials: "Vane J, Okoro-Hill T, for the GOUT-Z Investigators". */
const AUTHORS =
  /^(?:(?:(?:de|van|von|der|den|la|Ó|Mac) ?)*\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)? \p{Lu}{1,3}(?:, |; | and |\.?$))+(?:(?:for|on behalf of) the .{3,60})?$/u;

/** A sentence that says where a paper appeared, when, or under which number, and nothing of what it is on. */
export function isImprint(sentence: string): boolean {
  if (AUTHORS.test(sentence) || DATED.test(sentence) || NUMBERED.test(sentence)) return true;
  if (sentence.length > LONGEST) return false;
  const label = /^\W*(\p{L}[\p{L} ]{1,30}?)\W{0,2}:/u.exec(sentence)?.[1]?.toLowerCase();
  // "In the article by Vane et al (Gout 2019; 12: 9) the number was given as 9": where it stood is said aside.
  const isCited = CITED.test(sentence) && (CITED.test(sentence.replace(/\([^()]*\)/g, ' ')) || !TELLING.test(sentence));
  return isCited || PLACED.test(sentence) || (label !== undefined && imprintWords().number.includes(label));
}
