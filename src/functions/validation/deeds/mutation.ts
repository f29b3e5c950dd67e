/** "Does not change the list it is given": whether a function writes to what it was handed. */
import type { CodeSymbol } from '../../../reading/index.ts';
import { type Seen, seen } from '../seen.ts';
import { bareCode, type CodeArtifact, type Scope } from './scope.ts';
import type { Asked } from './wording.ts';

const CHANGES =
  /\b(?:chang|mutat|modif|alter|touch|writ\w* to|edit)\w*|\bunchanged\b|\buntouched\b|\bas it was\b|\bleaves? alone\b/i;
const GIVEN =
  /\b(?:arguments?|parameters?|inputs?|(?:it|they|that) (?:is|are|was|were) (?:given|handed|passed)|passed (?:in|to it)|handed in|given (?:list|array|map|object|row|value)|caller's \w+|original \w+)\b/i;
const KEPT = /\bunchanged\b|\buntouched\b|\bas it was\b|\bleaves? alone\b|\bpure\b/i;
const METHODS =
  'push|pop|splice|sort|reverse|append|add|addAll|remove|removeIf|insert|extend|update|clear|delete|set|put|shift|unshift|fill|retain|truncate|drain|merge|setdefault';

export function judgeMutation(artifact: CodeArtifact, asked: Asked, { symbols }: Scope): Seen | undefined {
  if (!CHANGES.test(asked.text) || !GIVEN.test(asked.text) || artifact.code.language === 'sql') return undefined;
  const own = (symbols.length > 0 ? symbols : artifact.code.symbols).filter((one) => one.callable !== undefined);
  if (own.length === 0) return undefined;
  const bare = bareCode(artifact, true);
  const at = own.map((one) => writtenAt(bare, one)).find((place) => place >= 0);
  const wantsKept = asked.negative !== KEPT.test(asked.text);
  return seen(
    (at === undefined) === wantsKept,
    at === undefined ? 'What is handed in is only read.' : 'What is handed in is written to.',
    at === undefined
      ? {}
      : {
          evidence: bare
            .slice(at, at + 80)
            .split('\n')[0]!
            .trim(),
          at,
        },
  );
}

function writtenAt(bare: string, { start, end, callable }: CodeSymbol): number {
  const body = bare.slice(start, end);
  for (const parameter of callable!.parameters) {
    const name = /[A-Za-z_]\w*/.exec(parameter.replace(/^(?:\.\.\.|\*+|&|mut |const |final |readonly )+/g, ''))?.[0];
    if (name === undefined || name === 'self' || name === 'this') continue;
    const writes = new RegExp(
      `\\b${name}(?:(?:\\.|->)\\w+|\\[[^\\]]*\\])+\\s*(?:[-+*/|&]?=(?!=)|\\+\\+|--)|\\b${name}\\.(?:${METHODS})\\(|\\b(?:del|delete)\\s+${name}[.[]`,
    );
    const at = body.search(writes);
    if (at >= 0) return start + at;
  }
  return -1;
}
