/**
 * The parts of a sentence, each as a statement of its own. "Heating is included; electricity is not" leaves out what
 * electricity is not: a part that ends in its denial takes up what the part before says.
 */
const BORDER =
  /[;:]\s|,\s(?:and|but|so|then|which|while|though|although)\s|\s(?:but|whereas|although|unless|except)\s|,\s(?=\p{Ll})/u;
/** A subject and its denial, and nothing after them: "other livestock may not", "sprinklers never". */
const CUT =
  /^(?<subject>(?:\S+\s+){1,5}?)(?<verb>(?:is|are|was|were|does|do|did|may|can|must|will|has|have)\s+)?(?<denial>not|never)[.!]?$/i;
const PREDICATE = /\b(?<verb>is|are|was|were|does|do|did|may|can|must|will|has|have)\s+(?<rest>\S.*)$/i;

export function splitClauses(sentence: string): string[] {
  const parts = sentence.split(BORDER);
  return parts.map((part, index) => {
    const cut = CUT.exec(part.trim())?.groups;
    const whole = cut && PREDICATE.exec(parts[index - 1] ?? '')?.groups;
    if (!cut || !whole) return part;
    return `${cut['subject']!.trim()} ${(cut['verb'] ?? whole['verb']!).trim()} ${cut['denial']} ${whole['rest']!.replace(/[.!]$/, '')}`;
  });
}

/** A change tells two values: the one before it no longer holds. */
const FORMER: readonly RegExp[] = [
  /\b(?:chang|rais|ris|rose|increas|grow|grew|go(?:es)? up|went up|go(?:es)? down|went down|reduc|cut|low|fall|fell|drop|mov|switch|extend|shorten|lengthen|shift|bring|brought|up|down)\w*\b[^.;]*?\bfrom\s+(?<old>.{1,40}?)\s+to\s/giu,
  /\bfrom\s+(?<old>.{1,40}?)\s+to\s[^.;]{0,30}?(?:chang|rais|increas|reduc|lower|cut|mov|switch)\w*/giu,
  /\((?:was|were|before|previously|formerly|until now|so far|old):?\s+(?<old>[^)]{1,40})\)/giu,
  /\b(?:instead of|rather than|in place of|replac(?:es|ed|ing)|up from|down from|no longer|previously|formerly|used to be)\s+(?:the\s+)?(?<old>[^.,;)]{1,40})/giu,
];

/** What is longer is no sentence. */
const LONGEST = 2000;

/** Where a sentence tells what was before. */
export function formerSpans(sentence: string): { readonly start: number; readonly end: number }[] {
  if (sentence.length > LONGEST) return [];
  return FORMER.flatMap((pattern) =>
    [...sentence.matchAll(pattern)].map((match) => {
      const old = match.groups!['old']!;
      const start = match.index + match[0].lastIndexOf(old);
      return { start, end: start + old.length };
    }),
  );
}

/** Whether a claim speaks of a change or of what was. */
export function isOfThePast(claim: string): boolean {
  return /\b(?:was|were|had|used to|previously|formerly|before|until|from\s.*\sto|instead|replac\w*|no longer|chang\w*|until)\b/i.test(
    claim,
  );
}
