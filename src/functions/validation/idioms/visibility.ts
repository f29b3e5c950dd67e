/** Who can see a name, and whether a member may be left out. */
import type { CodeSymbol } from '../../../reading/index.ts';
import { bareCode, type CodeArtifact } from '../deeds/scope.ts';
import { type Seen, seen } from '../seen.ts';

const HIDDEN =
  /^(?:the )?(?:function |method |class |type |map of |list of )?`?(?<name>[A-Za-z_]\w*)(?:\(\))?`? (?:is|are) (?<only>only visible (?:inside|within|in) (?:this|the|its) (?:file|module|package|class|crate)|(?:private|local) to (?:this|the|its) (?:file|module|package|class)|not (?:visible|accessible|exported|reachable)(?: from)?(?: outside)?(?: of)?(?: (?:this|the|its) (?:file|module|package|class))?)$/i;
const OPTIONAL =
  /^`?(?<name>[A-Za-z_]\w*)`? (?:is (?:an )?optional(?: (?:property|field|parameter|argument|member|attribute|key))?|may be (?:left out|omitted|missing))(?: (?:of|in|for|on) `?(?<of>\w+)`?)?$/i;

export function judgeVisibility(artifact: CodeArtifact, criterion: string): Seen | undefined {
  const name = HIDDEN.exec(criterion)?.groups?.['name'];
  const symbol = name === undefined ? undefined : artifact.code.symbols.find((one) => one.name === name);
  if (symbol === undefined) return undefined;
  const hidden = isHidden(artifact, symbol);
  return hidden === undefined
    ? undefined
    : seen(hidden, hidden ? 'It is seen here only.' : 'It is seen outside.', { at: symbol.start });
}

function isHidden({ text, code }: CodeArtifact, { name, start }: CodeSymbol): boolean | undefined {
  const line = text.slice(text.lastIndexOf('\n', start) + 1, start + 120).split('\n')[0]!;
  switch (code.language) {
    case 'c':
      return /\bstatic\b/.test(line);
    case 'go':
      return /^\p{Ll}/u.test(name);
    case 'rust':
      return !/\bpub\b/.test(line);
    case 'java':
      return /\bprivate\b/.test(line);
    case 'typescript':
    case 'tsx':
    case 'javascript':
      return !/\bexport\b/.test(line) && !new RegExp(`export\\s*\\{[^}]*\\b${name}\\b`).test(text);
    case 'python':
      return name.startsWith('_') ? true : undefined;
    default:
      return undefined;
  }
}

export function judgeOptional(artifact: CodeArtifact, criterion: string): Seen | undefined {
  const name = OPTIONAL.exec(criterion)?.groups?.['name'];
  if (name === undefined || artifact.code.language === 'sql') return undefined;
  const bare = bareCode(artifact);
  const declared = new RegExp(`\\b${name}\\b\\s*(?<mark>\\?)?\\s*:\\s*(?<type>[^=;,)\\n]+)?(?<given>\\s*=)?`).exec(
    bare,
  )?.groups;
  if (declared === undefined) return undefined;
  const optional =
    declared['mark'] !== undefined ||
    declared['given'] !== undefined ||
    /\bOption<|\bOptional\b|\|\s*(?:None|null|undefined)\b/.test(declared['type'] ?? '');
  return seen(optional, optional ? 'It may be left out.' : 'It must be given.', {
    at: bare.search(new RegExp(`\\b${name}\\b`)),
  });
}
