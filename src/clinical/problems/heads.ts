import type { FindingWords } from '../lexicon/finding-words.ts';
import type { Token } from '../words/tokens.ts';

/** Where a finding stands among the tokens, what it is, and how sure that is. */
export interface Span {
  from: number;
  to: number;
  kind: 'condition' | 'symptom';
  weight: number;
}

/** A head noun at `at`, with the words before it that belong to it. */
export function readHead(tokens: Token[], at: number, words: FindingWords): Span | undefined {
  const token = tokens[at]!;
  if (token.kind !== 'word') return undefined;
  const condition = words.condition.has(token.norm);
  if (!condition && !words.symptom.has(token.norm)) return undefined;
  let from = at;
  let anchored = false;
  for (let before = at - 1; before >= 0 && at - before < 9; before--) {
    const word = tokens[before]!;
    if (word.text === '-' || (word.text === '/' && anchored)) continue;
    if (words.part.has(word.norm)) {
      anchored = true;
      from = before;
    } else if (words.modifier.has(word.norm)) {
      if (words.kind.has(word.norm) || from < at) from = before;
      if (words.kind.has(word.norm)) anchored = true;
    } else if (
      (word.norm === 'and' || word.norm === 'or') &&
      anchored &&
      words.part.has(tokens[before - 1]?.norm ?? '')
    )
      continue;
    else break;
  }
  if (!anchored && words.namedAfter.has(token.norm) && isNamer(tokens[at - 1], words)) {
    anchored = true;
    from = at - 1;
    while (from >= 2 && tokens[from - 1]!.text === '-' && tokens[from - 2]!.kind === 'word') from -= 2;
  }
  const place = placeAfter(tokens, at, words);
  if (place !== undefined) anchored = true;
  if (!isAllowed(token.norm, tokens, from, place ?? at)) return undefined;
  if (tokens[at + 1]?.text === '-' || (!anchored && (!words.symptom.has(token.norm) || words.weak.has(token.norm))))
    return undefined;
  while (from < at && words.grade.has(tokens[from]!.norm)) from++;
  return {
    from,
    to: place ?? at,
    kind:
      condition && (anchored || !words.symptom.has(token.norm)) && !words.symptomFirst.has(token.norm)
        ? 'condition'
        : 'symptom',
    weight: anchored ? 3 : 1,
  };
}

function isNamer(token: Token | undefined, words: FindingWords): boolean {
  return token !== undefined && token.kind === 'word' && token.norm.length > 3 && !words.noName.has(token.norm);
}

/** Heads that are findings only of some places: "chest pressure" but not "arterial pressure". */
const ONLY_OF: Record<string, RegExp> = {
  pressure: /^(?:chest|head|sinus|facial|pelvic|abdominal|ear|eye|rectal|back|substernal|bladder|throat)$/,
  change:
    /^(?:vision|visual|hearing|mental|bowel|ischemic|st|ekg|ecg|skin|degenerative|inflammatory|cystic|voice|appetite|weight|gait|speech|memory|taste)$/,
  growth: /^(?:skin|new|abnormal|facial)$/,
  depression: /^(?:st|respiratory|myocardial|cns|segment)$/,
  elevation: /^(?:st|segment|tongue|hemidiaphragm|enzyme)$/,
  inversion: /^(?:wave|t)$/,
  involvement: /^(?:ocular|renal|cardiac|nerve|skin|pulmonary|node|cns|liver|bone|brain|optic)$/,
  motion: /^(?:septal|wall|paradoxical)$/,
  loss: /^(?:hair|hearing|vision|visual|memory|weight|appetite|bone|blood|neuronal|sensory|motor|tooth|muscle|urinary|field|hearing)$/,
};

function isAllowed(head: string, tokens: Token[], from: number, to: number): boolean {
  const only = ONLY_OF[head];
  return !only || tokens.slice(from, to + 1).some((token) => only.test(token.norm));
}

/** "pain in my left knee": where the place after the head ends. */
function placeAfter(tokens: Token[], at: number, words: FindingWords): number | undefined {
  if (!/^(?:in|of|on|at|to|around|behind|under)$/.test(tokens[at + 1]?.norm ?? '')) return undefined;
  let place: number | undefined;
  for (let next = at + 2; next < Math.min(tokens.length, at + 8); next++) {
    const norm = tokens[next]!.norm;
    if (words.part.has(norm)) place = next;
    else if (place !== undefined || (!words.determiner.has(norm) && !words.modifier.has(norm))) break;
  }
  return place;
}
