/** A criterion without the words that only ask: what is left is what must hold, or must not. */
export interface Criterion {
  readonly text: string;
  /** It must not hold. */
  readonly negative: boolean;
  /** What is asked, without subject, modal verb and negation. */
  readonly rest: string;
  /** Whether it asks that something be said, named, described. */
  readonly asksToBeSaid: boolean;
  /** That it comes up is enough. */
  readonly mention: boolean;
}

const ARTIFACT =
  '(?:artifact|document|text|file|summary|code|program|script|answer|output|response|message|letter|e-?mail|note|readme|page|report|implementation|solution|module|source|snippet|query|configuration|config|article|guide|policy|memo|description|result|content|it|schema|migration)';
const LEADS: readonly RegExp[] = [
  /^(?:please|make sure|ensure|check|verify|confirm)(?:\s+that)?\s+/i,
  new RegExp(
    `^(?:the|this|that|your|its|whole|entire)?\\s*(?:whole |entire )?${ARTIFACT}\\b\\s+(?=(?:must|should|shall|needs?|has|have|is|are|may|can|will|does|do|contains?|includes?|uses?|calls?|states?|says?|mentions?|names?|gives?|explains?|describes?|lists?|begins?|starts?|ends?|parses?|compiles?|never|defines?|declares?|exports?|imports?|provides?|covers?|comes|prints?|returns?|avoids?|tells?|specif|cites?|refers?|sets?|warns?|recommends?|handles?|makes?|reads?|keeps?|stays?|fits?|follows?|throws?|raises?|validates?|checks?|creates?|contains?|opens?|closes?|identif|informs?|advises?|instructs?|reports?|defin|documents?|answers?|runs?)\\b)`,
    'i',
  ),
  /^(?:must|should|shall|needs? to|has to|have to|ought to|is to|are to)\s+(?=not\b|never\b|be\b|\w)/i,
  /^there\s+(?:is|are|must be|should be|exists?)\s+/i,
];
const NEGATIVES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:never|do not|don't|does not|doesn't|not|must not|should not|may not|cannot|can not|avoids?|is free of|are free of|free of|without|no)\s+(?:to\s+|any\s+|the use of\s+|use of\s+(?=\w))?/i,
    '',
  ],
  [
    /^(contains?|has|have|uses?|includes?|with|makes?|leaves?|mentions?|gives?|adds?|declares?|defines?|holds?|keeps?|imports?|calls?|says?|raises?)\s+(?:no|not any|nothing|zero)\s+/i,
    '$1 ',
  ],
  [/^(is|are|has|have|does|do|may|can|be)\s+(?:not|never)\s+(?!null\b|only\b)(?:be\s+|been\s+)?/i, '$1 '],
  [/^((?!there\b)\S+(?: \S+){0,3}?) (is|are|be) (?:never|not) (?!null\b|only\b)/i, '$1 $2 '],
  [/\s+nowhere$/i, ''],
];
const SAYS =
  /^(?:also\s+)?(?:states?|says?|mentions?|names?|gives?|explains?|describes?|tells?|lists?|discuss(?:es)?|covers?|address(?:es)?|specif(?:y|ies)|warns?|points? out|informs?|refers? to|includes?|provides?|contains?|identif(?:y|ies)|defines?|notes?|recommends?|advises?|documents?|reports?|sets?|instructs?|clarif(?:y|ies)|indicates?|answers?|outlines?|introduces?|summari[sz]es?|acknowledges?|makes? clear|quotes?|cites?|announces?|shows?|has|have|asks?|suggests?|reminds?|thanks?|offers?|apologi[sz]es?|promises?|proposes?|invites?|encourages?|requests?|urges?|discloses?|mentions?|confirms?|contains? a|requires?|demands?|forbids?|prohibits?|permits?|allows?|limits?|compares?|justif(?:y|ies)|assigns?|credits?|links? to|points?)\b/i;

const MENTION =
  /^(?:also\s+)?(?:mentions?|discuss(?:es)?|covers?|address(?:es)?|refers? to|includes?|contains?|has|have|provides?|introduces?)\b/i;

export function readCriterion(given: string): Criterion {
  const text = given.replace(/\s+/g, ' ').replace(/[“”]/g, '"').replace(/[‘’]/g, "'").trim();
  let rest = text.slice(0, 2000).replace(/[.!]+$/, '');
  let negative = false;
  for (let changed = true; changed; ) {
    changed = false;
    for (const lead of LEADS) {
      const next = rest.replace(lead, '');
      if (next !== rest && next.trim() !== '') {
        rest = next;
        changed = true;
      }
    }
    for (const [pattern, keep] of NEGATIVES) {
      if (
        !pattern.test(rest) ||
        /^(?:no|not) (?:more|less|fewer|longer|later|earlier|shorter|larger|deeper) than\b|^not? exceed/i.test(rest)
      )
        continue;
      const next = rest.replace(pattern, keep);
      if (next.trim() === '') continue;
      rest = next;
      negative = !negative;
      changed = true;
      break;
    }
  }
  return {
    text,
    negative,
    rest: rest.trim(),
    asksToBeSaid: SAYS.test(rest.trim()),
    mention: MENTION.test(rest.trim()),
  };
}

/** "Tells staff which lift to use": to whom it is said is not what is said. */
const RECIPIENT =
  /^\s+(?:the |its |their |all |new )?(?:readers?|customers?|users?|patients?|staff|employees?|people|visitors?|clients?|parents?|recipients?|reader|members?|colleagues?|operators?|administrators?|developers?|guests?|students?|residents?)\s+(?=(?:that|which|what|how|when|where|who|why|whether|to|about|of|not|an?|the|against)\b)/i;

/** What is to be said: "states how long backups are kept" → "how long backups are kept". */
export function whatIsSaid({ rest }: Criterion): string {
  return rest
    .replace(SAYS, '')
    .replace(RECIPIENT, ' ')
    .replace(/^\s*(?:that|the reader that|readers that|people that|clearly|explicitly|about)\s+/i, ' ')
    .trim();
}
