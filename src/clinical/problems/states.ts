import type { FindingWords } from '../lexicon/finding-words.ts';
import type { Token } from '../words/tokens.ts';
import type { Span } from './heads.ts';

/** "[organ] is [state]", "[organ]: [state]", "[state] [organ]". */
export function readState(tokens: Token[], at: number, words: FindingWords, clinical: boolean): Span | undefined {
  const word = tokens[at]!.norm;
  if (tokens[at]!.kind !== 'word') return undefined;
  if (words.hurting.has(word) && at > 0) {
    const from = subjectBefore(tokens, at, words, true);
    if (from !== undefined) return { from, to: at, kind: 'symptom', weight: 3 };
  }
  const abnormal = words.abnormal.has(word);
  const normal = clinical && words.normal.has(word);
  if (!abnormal && !normal) return undefined;
  const subject = subjectBefore(tokens, at, words);
  const weight = abnormal ? 2 : 1;
  if (subject !== undefined) return { from: subject, to: extendState(tokens, at, words), kind: 'symptom', weight };
  if (words.standalone.has(word) && clinical) return { from: at, to: at, kind: 'symptom', weight: 0.5 };
  const object = normal || words.beforeOrgan.has(word) ? subjectAfter(tokens, at, words) : undefined;
  if (object !== undefined && !/(?:al|ac|ic|ary|ar|ous|ory|ine)$/.test(tokens[object]!.norm))
    return { from: at, to: object, kind: 'symptom', weight: weight - 0.5 };
  return undefined;
}

const COPULA =
  /^(?:is|are|was|were|i|appears|appear|remain|remained|look|looks|looked|feel|feels|felt|has|have|be|been|being|got|get|gets|keeps|seem|seems|seemed|appeared|showed|revealed)$/;

function subjectBefore(tokens: Token[], at: number, words: FindingWords, direct = false): number | undefined {
  let from = at - 1;
  let copula = direct;
  while (from >= 0 && at - from < 7) {
    const { norm, text } = tokens[from]!;
    if (COPULA.test(norm) || text === ':' || text === '-') copula = true;
    else if (
      !words.adverb.has(norm) &&
      !words.normal.has(norm) &&
      !words.abnormal.has(norm) &&
      text !== ',' &&
      norm !== 'and'
    )
      break;
    from--;
  }
  if (from < 0 || !copula) return undefined;
  if (!isSubject(tokens[from]!.norm, words))
    return direct ||
      !words.plainNormal.has(tokens[at]!.norm) ||
      !/^(?:is|are|was|were|appears?|appeared)$/.test(tokens[from + 1]?.norm ?? '')
      ? undefined
      : nounPhrase(tokens, from);
  while (
    from > 0 &&
    (isSubject(tokens[from - 1]!.norm, words) ||
      (words.modifier.has(tokens[from - 1]!.norm) && !words.grade.has(tokens[from - 1]!.norm)))
  )
    from--;
  return from;
}

function nounPhrase(tokens: Token[], to: number): number | undefined {
  let from = to;
  while (
    from > 0 &&
    to - from < 6 &&
    tokens[from - 1]!.kind === 'word' &&
    !/^(?:the|and|that|which|with|but|a|an|his|her|this|these|who|as|it|there|he|she|they|we)$/.test(
      tokens[from - 1]!.norm,
    )
  )
    from--;
  return tokens[to]!.kind === 'word' &&
    !/^(?:it|this|that|which|he|she|they|there|all|what|these|those|everything|who|and|i|we|you|nothing)$/.test(
      tokens[to]!.norm,
    )
    ? from
    : undefined;
}

function subjectAfter(tokens: Token[], at: number, words: FindingWords): number | undefined {
  let to = at + 1;
  while (to < tokens.length && to - at < 4 && words.modifier.has(tokens[to]!.norm)) to++;
  if (to >= tokens.length || !isSubject(tokens[to]!.norm, words)) return undefined;
  while (to + 1 < tokens.length && isSubject(tokens[to + 1]!.norm, words)) to++;
  return to;
}

function isSubject(norm: string, words: FindingWords): boolean {
  return words.part.has(norm) || words.subject.has(norm);
}

/** "clear to auscultation bilaterally", "soft, nontender, nondistended" */
function extendState(tokens: Token[], at: number, words: FindingWords): number {
  let to = at;
  for (let next = at + 1; next < tokens.length && next - at < 12; next++) {
    const { norm, text } = tokens[next]!;
    if (words.normal.has(norm) || words.abnormal.has(norm) || words.extension.has(norm)) to = next;
    else if (text !== ',' && norm !== 'and' && norm !== 'to' && norm !== 'in' && text !== '-') break;
  }
  return to;
}
