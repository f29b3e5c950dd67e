/** What a criterion may ask of code beyond deeds: modifiers, errors, imports, names, numbers. Each reads its own kind. */
import type { Call, CodeSymbol } from '../../../reading/index.ts';
import { type Amount, amountsIn } from '../../statements/index.ts';
import { around, type Seen, seen } from '../seen.ts';
import { isStandard } from '../standard.ts';
import { absentValue, argumentCount, implementsFor, queriesBuilt, snippet } from './literals.ts';
import { bareCode, type CodeArtifact, type Scope } from './scope.ts';
import { readStatuses } from './sheets.ts';
import { type Asked, isThin, sameRoot } from './wording.ts';

type Reading = (artifact: CodeArtifact, asked: Asked, scope: Scope) => Seen | undefined;

const MODIFIERS: Readonly<Record<string, RegExp>> = {
  static: /\bstatic\b/,
  private: /\bprivate\b|^#|^_(?!_)/,
  protected: /\bprotected\b/,
  public: /\bpublic\b|\bpub\b/,
  abstract: /\babstract\b/,
  final: /\bfinal\b/,
  inline: /\binline\b/,
  async: /\basync\b|Promise<|Future</,
  asynchronous: /\basync\b|Promise<|Future</,
  exported: /\bexport\b|\bpub\b|\bpublic\b/,
  generic: /<\s*[A-Z]\w*|\[[A-Z]\w*\s/,
  synchronized: /\bsynchronized\b/,
  readonly: /\breadonly\b/,
};

/** "make_user is static". */
const modifier: Reading = ({ code, text }, asked, { symbols }) => {
  const wanted = Object.keys(MODIFIERS).filter((one) =>
    new RegExp(`\\b(?:is|are|be|declared|marked|made)\\b.{0,20}\\b${one}\\b`, 'i').test(asked.text),
  );
  if (wanted.length !== 1 || symbols.length === 0 || asked.universal) return undefined;
  const word = wanted[0]!;
  const holds = symbols.every((one) => {
    if (code.language === 'go' && /export|public/.test(word)) return /^\p{Lu}/u.test(one.name);
    if (code.language === 'python' && /private/.test(word)) return one.name.startsWith('_');
    return (
      MODIFIERS[word]!.test(`${leadOf(text, one)} ${one.header}`) || (word === 'private' && /^[#_]/.test(one.name))
    );
  });
  return seen(holds !== asked.negative, `It reads: ${symbols[0]!.header.slice(0, 80)}`, { at: symbols[0]!.start });
};

/** What stands before it on its line: `export`, `static`, a decorator above. */
function leadOf(text: string, { start }: CodeSymbol): string {
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
}

const STANDARD = /\bstandard[ -]library\b|\bbuilt-?in (?:modules?|packages?)\b|\bstdlib\b/i;
const FOREIGN = /\b(?:third[ -]party|external|outside) (?:\w+ )?(?:dependenc|librar|package|module|code|the standard)/i;

const imports: Reading = ({ code }, asked) => {
  if (!STANDARD.test(asked.text) && !FOREIGN.test(asked.text)) return undefined;
  const odd = code.imports.find(({ text }) => !isStandard(text, code.language));
  const asksOnlyStandard = asked.negative || /\b(?:only|nothing|just|solely|exclusively)\b/i.test(asked.text);
  if (!asksOnlyStandard && STANDARD.test(asked.text) && !FOREIGN.test(asked.text)) return undefined;
  const message = odd === undefined ? 'Only the standard library is imported.' : `${odd.text.trim()} is imported.`;
  return seen((odd === undefined) === asksOnlyStandard, message, { at: odd?.start });
};

/** "Catches sqlite3.Error", "IOExceptions are handled". */
const catches: Reading = (artifact, asked) => {
  const named = /\b[\w.]*[A-Z]\w*(?:Error|Exception)s?\b|\b[\w.]+\.Error\b/.exec(asked.text)?.[0];
  if (named === undefined || !/\b(?:catch|caught|handle|except|rescue|recover)/i.test(asked.text)) return undefined;
  const bare = named.replace(/s$/, '').replace(/[.]/g, '\\.');
  const at = bareCode(artifact).search(new RegExp(`\\b(?:except|catch)\\b[^\\n{:]*\\b${bare}\\b`));
  return seen(at >= 0 !== asked.negative, at >= 0 ? `${named} is caught.` : `${named} is not caught.`, {
    at: at >= 0 ? at : undefined,
  });
};

const SECRET =
  /\b\w*(?:password|passwd|pwd|secret|api_?key|token|credential)\w*["']?\s*(?::\s*\w+\s*)?[:=]+\s*["'`][^"'`\s$<{]{4,}["'`]|(?:AKIA|sk_live_|ghp_)\w{8,}|:\/\/\w+:[^@\s"'$]{3,}@/i;
const KEPT: readonly (readonly [RegExp, RegExp])[] = [
  [/\burls?\b|\bendpoints?\b/i, /["'`]https?:\/\//],
  [/\bpaths?\b|\bdirector/i, /["'`](?:\/[\w.-]+){2,}|["'`][A-Z]:\\/],
  [/\bip\b/i, /["'`]\d{1,3}(?:\.\d{1,3}){3}/],
  [/\bports?\b/i, /\bport\w*["']?\s*[:=]+\s*\d{2,5}|:\d{4,5}["'`]/i],
  [/./, SECRET],
];

const hardCoded: Reading = (artifact, asked) => {
  if (
    !/\bhard[ -]?coded\b/i.test(asked.text) &&
    !(
      /\b(?:secrets?|passwords?|credentials?|api keys?|access keys?|private keys?|tokens?)\b/i.test(asked.text) &&
      /\b(?:plain ?text|clear ?text|source|literals?|embedded|baked|checked in|written (?:into|in)|in the (?:script|file|code))\b/i.test(
        asked.text,
      )
    )
  )
    return undefined;
  const found = findHardCoded(artifact, asked.text);
  return { ...found, holds: found.holds !== asked.negative };
};

/** Something that should be configured and stands in the source. None found is no proof that there is none. */
export function findHardCoded(artifact: CodeArtifact, said: string): Seen {
  const pattern = KEPT.find(([what]) => what.test(said))![1];
  const at = bareCode(artifact).search(pattern);
  return at >= 0 ? seen(true, 'One is there.', { at }) : { ...seen(false, 'None was found.'), likely: true };
}

/** A name as code writes it, that the code does not have: nothing is done with it. */
const absentName: Reading = (artifact, asked) => {
  const names = [
    ...asked.text.matchAll(/`([^`]+)`|(?<![\w.])([a-z]+[A-Z]\w+|\w+_\w+|[\w.]+\(\)|[a-z]\w*\.[a-z]\w*\b(?!\s*$))/g),
  ].map((one) => (one[1] ?? one[2] ?? '').replace(/\(\)$/, ''));
  const bare = bareCode(artifact);
  const missing = names.find((name) => !bare.toLowerCase().includes(name.toLowerCase()));
  return missing === undefined ? undefined : seen(asked.negative, `${missing} does not come up.`);
};

const COMMANDS = new Set(
  'eval exec goto sudo malloc calloc realloc strcpy strcat sprintf gets scanf atoi memcpy alloca system popen fork unwrap panic pickle axios lodash jquery numpy pandas requests curl wget rsync scp ssh docker kubectl awk sed grep jq openssl gpg bcrypt md5 sha1 sha256 regex goroutine var unsafe setTimeout innerHTML async await argparse click optparse clap zod joi pydantic serde jackson gson slf4j log4j winston pino moment dayjs fastify flask django fastapi httpx aiohttp sqlalchemy psycopg mongoose prisma redis kafka pytest unittest junit mockito asyncio threading multiprocessing subprocess dataclasses tokio rayon anyhow thiserror'.split(
    ' ',
  ),
);

/** Words that are a name in one language and plain English elsewhere: "gets closed", "the system log". */
const AT_HOME: Readonly<Record<string, RegExp>> = {
  ...{
    gets: /^c$/,
    system: /^c$/,
    fork: /^c$/,
    requests: /^python$/,
    click: /^python$/,
    moment: /^(?:tsx|\w+script)$/,
  },
  ...{ express: /^(?:tsx|\w+script)$/, awk: /^shell$/ },
};

/** A word that is a command or a function wherever code is written. */
const knownName: Reading = (artifact, asked, { words }) => {
  const named =
    asked.text
      .match(/[A-Za-z_]\w*/g)
      ?.filter(
        (one) =>
          (COMMANDS.has(one) || COMMANDS.has(one.toLowerCase())) &&
          (AT_HOME[one.toLowerCase()]?.test(artifact.code.language) ?? true),
      ) ?? [];
  const rest = asked.content.filter(
    (one) =>
      !named.some((name) => sameRoot(one, name.toLowerCase())) &&
      !words.some((word) => sameRoot(one, word)) &&
      !isThin(one),
  );
  if (named.length !== 1) return undefined;
  const at = bareCode(artifact, true).search(new RegExp(`(?<![\\w])${named[0]}(?![\\w])`, 'i'));
  if (at < 0) return seen(asked.negative, `${named[0]} does not come up.`);
  return rest.length > 0
    ? undefined
    : seen(!asked.negative, `${named[0]} is used.`, { evidence: around(artifact.text, at), at });
};

/** Numbers of a criterion that code would write down. */
export function numbersAsked({ text }: Asked): Amount[] {
  return amountsIn(text).filter(({ written, value }) => /\d/.test(written) || value > 2);
}

/** A number that the code does not have: nothing is done with it. */
const absentNumber: Reading = ({ text, code }, asked) => {
  if (code.language === 'sql') return undefined;
  const there = new Set((text.match(/\d[\d_]*(?:\.\d+)?/g) ?? []).map((one) => Number(one.replace(/_/g, ''))));
  for (const { number, name } of readStatuses()) if (new RegExp(name, 'i').test(text)) there.add(number);
  const missing = numbersAsked(asked).find(({ value, written }) => {
    const bare = Number(/\d[\d,.]*/.exec(written)?.[0]?.replace(/,/g, '') ?? value);
    const days = value / 86_400;
    return ![bare, value, value * 1000, bare - 1, bare + 1, bare * 1000, days].some((one) => there.has(one));
  });
  return missing === undefined ? undefined : seen(asked.negative, `${missing.written} does not come up.`);
};

/** "The error returned by Encode is checked": what stands around each call of it. */
const checkedCall: Reading = (artifact, asked) => {
  const { code } = artifact;
  if (
    !/\b(?:check|handl|ignor|test|inspect|discard|dropp?)/i.test(asked.text) ||
    !/\b(?:errors?|results?|return values?|status|exit code)\b/i.test(asked.text)
  )
    return undefined;
  const calls = code.calls.filter(({ name }) => {
    const last = name.split(/\.|::/).at(-1) ?? name;
    return last.length > 2 && new RegExp(`(?<![\\w])${last.replace(/\W/g, '')}(?![\\w])`).test(asked.text);
  });
  if (calls.length === 0) return undefined;
  const open = calls.find((call) => isDropped(artifact, call));
  const dropping = /\b(?:ignor|discard|dropp?)/i.test(asked.text);
  return seen(
    (open === undefined) !== (asked.negative !== dropping),
    open === undefined ? 'Each result is looked at.' : `Line ${open.line} drops it.`,
    { at: open?.start },
  );
};

/** Nothing is done with what the call gives back, or with its error, or nobody asks whether it was given at all. */
function isDropped({ code, text }: CodeArtifact, { start, end }: Call): boolean {
  const from = text.lastIndexOf('\n', start) + 1;
  const before = text.slice(from, start);
  if (/^\s*(?:\?|\|\||\.(?:catch|unwrap_or|map_err))/.test(text.slice(end, end + 12))) return false;
  if (code.language === 'go' && /(?:^|[\s,])_\s*:?=\s*$/.test(before)) return true;
  if (code.language === 'c') {
    const kept = /(?:^|[\s*(])([\w.>-]+)\s*=\s*(?:\([^)]*\)\s*)?$/.exec(before)?.[1]?.replace(/^-?>/, '');
    if (kept !== undefined && !/\b(?:if|while|return)\b/.test(before)) {
      const asks = new RegExp(`(?<![\\w>.])${kept.replace(/[.>-]/g, '\\$&')}(?![\\w>.-])`);
      return !code.guards.some((guard) => guard.start > start && asks.test(guard.condition));
    }
  }
  return !/[=(!]\s*$|\b(?:if|return|while|match|try|assert)\b|=/.test(before);
}

export const READINGS: readonly Reading[] = [
  ...[snippet, implementsFor, argumentCount, queriesBuilt],
  ...[modifier, imports, catches, checkedCall, hardCoded, absentName, absentValue, knownName],
];
export const LAST_READINGS: readonly Reading[] = [absentNumber];
