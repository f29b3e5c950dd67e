/**
 * Criteria about a configuration in plain words: a setting is on, is there, is so many times another, each entry of a part is
 * of a kind, no secret is written down. Settings are found by their words (setting-names.ts); one that could be several is not
 * judged.
 */
import { readConfiguration, type Setting } from '../../analysis/configuration.ts';
import { type Artifact, readNumber, type Seen, seen } from '../seen.ts';
import { findSettings, fitsPart, nameWords, partsOfPath } from './setting-names.ts';

type Reading = (settings: readonly Setting[], text: string) => Seen | undefined;

const CONFIGURATION = /\.(?:json|ya?ml|toml|ini|env|conf|cfg|properties)$|(?:^|\/)\.env/i;

export function judgeSettings({ text, path, code }: Artifact, criterion: string): Seen | undefined {
  if (code !== undefined || !(CONFIGURATION.test(path ?? '') || (path === undefined && /^\s*\{/.test(text))))
    return undefined;
  const { settings, problems, format } = readConfiguration(text, path);
  if (format === 'dockerfile' || settings.length === 0 || problems.some(({ rule }) => rule === 'parse-error'))
    return undefined;
  const plain = criterion
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
  for (const read of READINGS) {
    const found = read(settings, plain);
    if (found !== undefined) return { ...found, likely: true };
  }
  return undefined;
}

const TRUE = /^(?:true|yes|on|enabled|1)$/i;
const FALSE = /^(?:false|no|off|disabled|none|never|0)$/i;
const SWITCH =
  /^(?:the )?(?<what>.+?) (?:is|are|stays?|must be|should be)(?<not> not| never)? (?:(?:switched|turned|set) )?(?<way>on|off|enabled|disabled|active|inactive|allowed|activated|deactivated|true|false)$/i;
const WAY_OF = /^(?:on|enabled|active|allowed|activated|true)$/i;

/** "Automatic saving is switched on": a boolean of that name, or its `enabled`. */
const judgeSwitch: Reading = (settings, text) => {
  const groups = SWITCH.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const named = findSettings(settings, groups['what']!);
  const own = named.filter(({ value }) => TRUE.test(value) || FALSE.test(value));
  const switches = own.filter(({ path }) => /(?:^|\.)(?:is)?(?:enabled?|active|on)$/i.test(path));
  const [found, other] = switches.length === 1 ? switches : own;
  if (found === undefined || (other !== undefined && other.value !== found.value)) return undefined;
  const isTurned = /(?:^|\.|_)(?:disabled?|no|skip|without)/i.test(found.path);
  const on = TRUE.test(found.value) !== isTurned;
  return told(on === WAY_OF.test(groups['way']!), found, groups['not'] !== undefined);
};

const TIMES: Readonly<Record<string, number>> = { twice: 2, double: 2, thrice: 3, half: 0.5 };
const RELATION =
  /^(?:the )?(?<a>.+?) (?:is|are|must be|should be)(?<not> not| never)? (?<bound>at least |at most |exactly |more than |less than |no more than |no less than )?(?:(?<times>twice|double|thrice|half|(?<n>[\w.]+) times) )?(?:(?:as (?:large|high|big|long|much|great|many) as|the same as|equal to|identical to|(?<larger>larger|greater|higher|bigger|longer|more|above)(?: than)?|(?<smaller>smaller|lower|less|shorter|below|fewer)(?: than)?) )?(?:that of )?(?:the )?(?<b>.+)$/i;

/** "The memory limit is twice the memory request". */
const judgeRelation: Reading = (settings, text) => {
  const groups = RELATION.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const [a, b] = [only(findSettings(settings, groups['a']!)), only(findSettings(settings, groups['b']!))];
  if (a === undefined || b === undefined || a === b) return undefined;
  const [left, right] = [quantityOf(a.value), quantityOf(b.value)];
  const says = groups['times'] ?? groups['larger'] ?? groups['smaller'] ?? groups['bound'];
  if (left === undefined || right === undefined || left.kind !== right.kind)
    return says === undefined && /\b(?:same|equal|identical)\b/i.test(text)
      ? compared(a.value === b.value, a, b, groups['not'] !== undefined)
      : undefined;
  const times =
    groups['n'] === undefined ? (TIMES[groups['times']?.toLowerCase() ?? ''] ?? 1) : readNumber(groups['n']);
  if (times === undefined || (says === undefined && !/\b(?:same|equal|as \w+ as)\b/i.test(text))) return undefined;
  const wanted = right.value * times;
  const bound = groups['bound']?.trim().toLowerCase() ?? '';
  const holds = /at least|no less/.test(bound)
    ? left.value >= wanted
    : /at most|no more/.test(bound)
      ? left.value <= wanted
      : bound === 'more than' || groups['larger'] !== undefined
        ? left.value > wanted
        : bound === 'less than' || groups['smaller'] !== undefined
          ? left.value < wanted
          : Math.abs(left.value - wanted) < 1e-9;
  return compared(holds, a, b, groups['not'] !== undefined);
};

function compared(holds: boolean, a: Setting, b: Setting, denied: boolean): Seen {
  return seen(holds !== denied, `${a.path} is ${a.value}, ${b.path} is ${b.value}.`);
}

const UNITS: Readonly<Record<string, readonly [string, number]>> = {
  ...{
    '': ['', 1],
    '%': ['%', 1],
    m: ['m', 1],
    ms: ['time', 0.001],
    s: ['time', 1],
    h: ['time', 3600],
    min: ['time', 60],
  },
  ...{ b: ['data', 1], k: ['data', 1e3], kb: ['data', 1e3], ki: ['data', 1024], kib: ['data', 1024] },
  ...{ mb: ['data', 1e6], mi: ['data', 1024 ** 2], mib: ['data', 1024 ** 2] },
  ...{ g: ['data', 1e9], gb: ['data', 1e9], gi: ['data', 1024 ** 3], gib: ['data', 1024 ** 3] },
};

function quantityOf(value: string): { value: number; kind: string } | undefined {
  const match = /^(-?\d+(?:\.\d+)?)\s*([A-Za-z%]*)$/.exec(value.trim());
  const unit = match === null ? undefined : UNITS[match[2]!.toLowerCase()];
  return unit && { value: Number(match![1]) * unit[1], kind: unit[0] };
}

const THERE =
  /^(?:(?:an?|the|some|at least one) (?<a>.+?) (?:is|are|must be|should be)(?<not> not| never)? (?:set|given|defined|declared|configured|specified|provided|listed|included)|(?:it |the (?:file|configuration|config|manifest) )?(?:sets|defines|declares|configures|specifies|gives)(?<no> no)? (?:an? |the )?(?<b>[\w -]+?))$/i;

/** "A liveness probe is set": a setting that has these words, in its path or what stands under it. */
const judgeThere: Reading = (settings, text) => {
  const groups = THERE.exec(text)?.groups;
  const said = groups?.['a'] ?? groups?.['b'];
  if (said === undefined || /["`]|\b(?:that|which|to|for|of|in|on|by|with)\b/i.test(said)) return undefined;
  const words = nameWords(said);
  if (words.length === 0) return undefined;
  const found = settings.find(({ path, value }) => {
    const parts = [...partsOfPath(path), value];
    return words.every((word) => parts.some((part) => fitsPart(word, part)));
  });
  const denied = (groups!['not'] ?? groups!['no']) !== undefined;
  return seen(
    (found !== undefined) !== denied,
    found === undefined ? `Nothing sets ${said}.` : `${found.path} is set.`,
  );
};

const SECRETS =
  /\b(?:secrets?|passwords?|credentials?|api keys?|tokens?|private keys?)\b.*\b(?:plain ?text|clear ?text|in the clear|hard-?coded|written (?:down|out|into)|stands?|stored|contained?|visible|in the (?:file|configuration|config))\b|\b(?:contains?|holds?|has) (?:no |any )?(?:hard-?coded |plain(?:-| )?text )?(?:secrets?|passwords?|credentials?)\b/i;
const SECRET_KEY = /(?:password|passwd|secret|token|api_?key|credential|private_?key)s?$/i;
/** A reference, a path, a variable: not the secret itself. */
const REFERENCE =
  /^(?:\$|<|\{\{|%\(|!|\/|\.\/|file:|env:|vault:|secret:|ref:|arn:|\*+$|null$|x+$|changeme$)|\.(?:txt|pem|key|crt)$|^$/i;
const DENIES = /\b(?:no|not|never|without|nowhere|nor)\b|n't\b/i;

/** What is named as a secret and stands there as it is. */
const judgeSecrets: Reading = (settings, text) => {
  if (!SECRETS.test(text)) return undefined;
  const named = settings.filter((one, at) => isSecret(settings, one, at));
  if (named.length === 0) return undefined;
  const plain = named.find(({ value }) => !REFERENCE.test(value.trim()));
  return seen(
    (plain === undefined) === DENIES.test(text),
    plain === undefined ? 'Secrets are only referred to.' : `${plain.path} is written out.`,
  );
};

/** By its key, or as the value beside a name: `- name: SMTP_PASSWORD`. */
function isSecret(settings: readonly Setting[], { path, value }: Setting, at: number): boolean {
  const last = partsOfPath(path).at(-1) ?? '';
  if (last === 'value') return SECRET_KEY.test(settings[at - 1]?.value ?? '');
  return SECRET_KEY.test(last) && !/^\d+$|^(?:true|false)$/i.test(value) && !/\.\d+$|\]$/.test(path);
}

const VERSION =
  /^(?:it |the \w+ )?(?:requires?|needs?|demands?|expects?|runs on|works with|supports?)(?: at least)? (?<what>[A-Za-z][\w. +#-]*?) (?:version )?(?<n>\d+(?:\.\d+)*)(?<more> (?:or|and) (?:later|newer|higher|above|up|upwards?))?$/i;

/** "Requires Node.js 20 or later" of `>=18`. */
const judgeVersion: Reading = (settings, text) => {
  const groups = VERSION.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const named = settings.filter(({ path }) => {
    const last = partsOfPath(path).at(-1) ?? '';
    return fitsPart(groups['what']!.replace(/\.js$/i, '').toLowerCase(), last);
  });
  const found = only(named);
  const given = /\d+(?:\.\d+)*/.exec(found?.value ?? '')?.[0];
  if (found === undefined || given === undefined) return undefined;
  return seen(sameVersion(given, groups['n']!), `${found.path} is ${found.value}.`);
};

function sameVersion(a: string, b: string): boolean {
  const [x, y] = [a.split('.').map(Number), b.split('.').map(Number)];
  return Array.from({ length: Math.max(x.length, y.length) }).every((_, at) => (x[at] ?? 0) === (y[at] ?? 0));
}

const PINNED =
  /^(?:the |each |every |all )?(?<what>.+?) (?:is|are) (?<not>not )?(?:pinned|fixed|tied)(?: to (?:an? |the )?(?<exact>exact )?(?:version|release|tag|digest)s?)?$/i;

/** A version that is named is pinned; `latest`, a caret or none is not. */
const judgePinned: Reading = (settings, text) => {
  const groups = PINNED.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const words = nameWords(groups['what']!);
  const named = settings.filter(({ path }) =>
    words.some((word) => partsOfPath(path).some((part) => fitsPart(word, part))),
  );
  const versioned = named.filter(
    ({ path, value }) => /(?:^|\.)(?:tag|version|digest)$/i.test(path) || /^[\w./-]+(?::\S+|@\S+)?$/.test(value),
  );
  const tags = versioned.filter(({ path }) => /(?:^|\.)(?:tag|version|digest)$/i.test(path));
  const own = tags.length > 0 ? tags : versioned.filter(({ path, value }) => /image$/i.test(path) || /\d/.test(value));
  if (own.length === 0) return undefined;
  const odd = own.find(({ value }) => !/^v?\d|[:@](?!latest$)v?\w*\d|sha256/.test(value) || /^[\^~><*]/.test(value));
  return seen(
    (odd === undefined) !== (groups['not'] !== undefined),
    `${(odd ?? own[0]!).path} is ${(odd ?? own[0]!).value}.`,
  );
};

const KINDS: Readonly<Record<string, RegExp>> = {
  ...{
    boolean: /^(?:true|false)$/,
    number: /^-?\d+(?:\.\d+)?$/,
    integer: /^-?\d+$/,
    string: /^(?!(?:true|false|null|-?\d+(?:\.\d+)?)$)/,
  },
};
const EACH =
  /^(?:each|every|all)(?: of the)? (?<what>[\w -]+?) (?:has|have|is|are|holds?|takes?)(?: an?| the)? ?(?<kind>boolean|number|integer|string)s?(?: values?)?$/i;

/** "Every feature has a boolean value": each setting under the part of that name. */
const judgeEach: Reading = (settings, text) => {
  const groups = EACH.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const words = nameWords(groups['what']!);
  const under = settings.filter(({ path }) => {
    const parts = partsOfPath(path);
    return parts.length > 1 && words.every((word) => fitsPart(word, parts.at(-2)!));
  });
  if (under.length === 0) return undefined;
  const odd = under.find(({ value }) => !KINDS[groups['kind']!.toLowerCase()]!.test(value));
  return seen(odd === undefined, odd === undefined ? 'Each of them is.' : `${odd.path} is ${odd.value}.`);
};

function only(found: readonly Setting[]): Setting | undefined {
  return found.length === 1 ? found[0] : undefined;
}

function told(holds: boolean, { path, value }: Setting, denied: boolean): Seen {
  return seen(holds !== denied, `${path} is ${value}.`);
}

const READINGS: readonly Reading[] = [
  judgeSecrets,
  judgeSwitch,
  judgeVersion,
  judgePinned,
  judgeEach,
  judgeRelation,
  judgeThere,
];
