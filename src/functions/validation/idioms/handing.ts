/** What callers can do with what they are handed, and whether they may hand in nothing. */
import { bareCode, type CodeArtifact } from '../deeds/scope.ts';
import { type Seen, seen } from '../seen.ts';

const SAFE: readonly RegExp[] = [
  /^(?:callers?|clients?|users?|outsiders|others|nobody outside|code outside)(?: of \S+)? (?:cannot|can not|can't|may not|are unable to|are not able to) (?:modify|change|alter|add to|mutate|tamper with)\b.*\b(?:list|map|array|collection|set|items?|entries|lines|it|they|returns?|returned|internal)\b/i,
  /\b(?:list|map|array|collection|set)\b.*\b(?:cannot|can not|can't) be (?:modified|changed|altered|mutated)\b/i,
  /\b(?:returned|returns?|hands? out|gives? (?:back|out))\b.*\b(?:unmodifiable|read-only|immutable|defensive copy|a copy)\b/i,
];
const OPEN: readonly RegExp[] = [
  /\b(?:callers?|clients?|users?) can (?:modify|change|alter|add to|mutate)\b/i,
  /\b(?:hands? out|returns?|exposes?|leaks?)\b.*\binternal (?:list|map|array|collection|set|state)\b/i,
];
const COLLECTIONS = /\b(?:List|Map|Set|Collection|Iterable|Vec|HashMap)\b|\[\]|list\[|dict\[|set\[/;
const PROTECTS =
  /unmodifiable\w*|copyOf|List\.of|\.slice\(|\[\.\.\.|\{\s*\.\.\.|Array\.from|\.clone\(|to_vec\(|\.toList\(\)|Object\.freeze|tuple\(|list\(|dict\(|\.copy\(|new ArrayList<>\(\w|new \w+<>\(\w|structuredClone|slices\.Clone|maps\.Clone/;

export function judgeHanding(artifact: CodeArtifact, criterion: string): Seen | undefined {
  const safe = SAFE.some((pattern) => pattern.test(criterion));
  const open = !safe && OPEN.some((pattern) => pattern.test(criterion));
  if (!safe && !open) return undefined;
  const { code, text } = artifact;
  const callables = code.symbols.filter(({ callable }) => callable !== undefined);
  const named = callables.filter(({ name }) =>
    new RegExp(`(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)`).test(criterion),
  );
  const bare = bareCode(artifact);
  const handing = (named.length > 0 ? named : callables).flatMap(({ start, end, name }) => {
    const body = bare.slice(start, end);
    const head = body.slice(0, body.indexOf('{') < 0 ? 120 : body.indexOf('{'));
    const back = [...body.matchAll(/\breturn\s+([^;\n]+)/g)].map(([, what]) => what!);
    return back.length > 0 && (named.length > 0 || COLLECTIONS.test(head)) ? [{ name, start, back }] : [];
  });
  if (handing.length === 0) return undefined;
  const field = /^(?:this\.|self\.)?_?#?\w+\s*$/;
  const odd = handing.find(({ back }) => back.some((what) => field.test(what.trim()) && !PROTECTS.test(what)));
  const guarded = handing.every(({ back }) => back.some((what) => PROTECTS.test(what)));
  if (odd === undefined && !guarded) return undefined;
  const place = { at: (odd ?? handing[0]!).start, evidence: text.slice((odd ?? handing[0]!).start).split('\n')[0]! };
  return odd === undefined
    ? seen(safe, 'What is handed out is a copy or cannot be changed.', place)
    : seen(!safe, `${odd.name} hands out the thing itself.`, place);
}

const NULL =
  /^(?:an? )?(?:null|None|nil|undefined|missing) (?<what>[\w ]+?) (?:is|are|gets?) (?:rejected|refused|turned down|not accepted|not allowed)(?: by .+| in .+| with .+)?$/i;

export function judgeNull({ text, code }: CodeArtifact, criterion: string): Seen | undefined {
  const what = NULL.exec(criterion)?.groups?.['what']?.trim().split(' ').at(-1);
  if (what === undefined || code.language === 'sql') return undefined;
  const word = what.replace(/s$/, '').toLowerCase();
  const asks = new RegExp(
    `requireNonNull\\(\\s*\\w*${word}|checkNotNull\\(\\s*\\w*${word}|notNull\\(\\s*\\w*${word}|@(?:NonNull|NotNull)\\s+\\w[\\w<>]*\\s+\\w*${word}`,
    'i',
  );
  const at = text.search(asks);
  if (at >= 0) return seen(true, 'It is asked for.', { at, evidence: text.slice(at, at + 80).split('\n')[0]! });
  const guard = code.guards.find(
    ({ condition, outcome }) =>
      new RegExp(`\\b\\w*${word}\\w*\\b`, 'i').test(condition) &&
      /null|None|nil|undefined|!\s*\w|\bnot\b/.test(condition) &&
      /throw|raise|return|panic|exit|Err|abort/.test(outcome),
  );
  return guard && seen(true, `It asks: ${guard.condition.slice(0, 80)}`, { at: guard.start });
}
