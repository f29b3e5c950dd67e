/**
 * Criteria about what stands outside the file: a function that is called here and defined elsewhere, callers, the machine, the
 * database in use. The file says how such a thing is used, not how it is.
 */
import { splitName, wordsIn } from '../../../text/index.ts';
import type { CodeArtifact } from '../deeds/scope.ts';

/** Things that no source file holds. */
const ELSEWHERE =
  /^(?:the |our |all |every |each |no |any )?(?:(?:\w+ ){0,2})?(?:callers?|clients?|customers?|users?|operators?|developers?|reviewers?|the team|cron jobs?|production|server(?:'s)?|hosts?|machine|disk|network|database server|browser|kernel|tests? in ci|ci|deployment|environment variables?|live database|api|endpoint|service|partition|directory|folder|file system|certificate|firewall|load balancer|queue|cluster)\b/i;
const PLACES =
  /\b(?:in|on|of|across|throughout|elsewhere in) (?:the |our |your )?(?:whole |rest of the |entire )?(?:project|code ?base|repository|production|live (?:database|system)|target (?:host|machine|server)|staging|other (?:modules|files|services)|calling code|callers?|customer's \w+)\b/i;
/** When and by whom it is started; a caller that is named in code may stand here. */
const STARTED =
  /^(?:`[^`]+`|the (?:script|program|job|function|module|service|tool|query|migration)) (?:is|gets) (?:called|run|invoked|started|executed|triggered|scheduled|used) (?:only )?(?:by (?!`)|every\b|once (?:an?|per)\b|regularly|daily|nightly|hourly|weekly|monthly|periodically|each (?:day|night|hour|week|morning)|from (?!`))/i;
/** How others call it, and what other files of the project list. */
const OTHERS =
  /^(?:all |the )?callers\b|\bis (?:only|never|always) (?:ever )?called with\b|\b(?:listed|pinned|declared) in (?:the )?`?(?:Cargo\.toml|package\.json|go\.mod|requirements\.txt|pom\.xml)\b/i;
const SCHEMA = /\b(?:table|column)\b.*\b(?:index|indexed|primary key|foreign key|not null|unique|time zone)\b/i;
const DEFINES_SCHEMA = /\b(?:create|alter)\s+(?:unique\s+)?(?:table|index)\b/i;

/** What can be seen here even of a thing from elsewhere: how this file uses it. */
const USE =
  /\b(?:used?|uses|called|calls|invoked?|imported|imports|checked|caught|avoided|banned|assigned|closed|freed|released|handled|ignored|discarded|dropped|referenced|passed|wrapped|guarded|run|executed|quoted|declared|defined|absent|parsed|validated|awaited|returned|propagated|logged|read|written|opened|required|exported)\b/i;

export function isOutside({ code, text }: CodeArtifact, criterion: string): boolean {
  if (PLACES.test(criterion) || OTHERS.test(criterion) || STARTED.test(criterion)) return true;
  if (SCHEMA.test(criterion) && !DEFINES_SCHEMA.test(text)) return true;
  const plain = criterion.replace(/^(?:the |every |each |all )/i, '');
  if (ELSEWHERE.test(criterion) && !namesSymbol(code, criterion)) return !isActive(criterion);
  const subject = /^`([^`]+)`|^([\w.]+(?:::\w+|\.\w+)+(?:\(\))?|[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?=\s)/.exec(plain);
  const name = (subject?.[1] ?? subject?.[2])?.replace(/\(\)$/, '');
  if (name === undefined || !/^[\w.:]+$/.test(name) || !text.includes(name.split(/\.|::/).at(-1)!)) return false;
  const verb = plain.slice(subject![0].length);
  if (USE.test(verb)) return false;
  return !isDefined(code, text, name);
}

/** "The server listens on 8080" is told by the code that serves; "users understand it" is not. */
function isActive(criterion: string): boolean {
  return (
    /\b(?:listens?|binds?|returns?|answers?|responds?|sends?|accepts?|rejects?|logs?|retries|sets?|reads?|writes?|opens?|closes?|creates?|deletes?|is (?:verified|validated|checked|skipped|created|removed|deleted|closed|opened|taken|read|passed|guarded|configurable))\b/i.test(
      criterion,
    ) && !/^(?:callers?|users?|customers?|clients?|operators?|all callers|the api)\b/i.test(criterion)
  );
}

function namesSymbol(code: CodeArtifact['code'], criterion: string): boolean {
  const words = new Set(wordsIn(criterion).map(({ lower }) => lower));
  return code.symbols.some(
    ({ name }) =>
      words.has(name.toLowerCase()) ||
      splitName(name).every((part) => part.length > 3 && words.has(part.toLowerCase())),
  );
}

function isDefined(code: CodeArtifact['code'], text: string, name: string): boolean {
  const parts = name.split(/\.|::/);
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const own = (one: string) =>
    code.symbols.some((symbol) => symbol.name === one) ||
    code.values.some((value) => value.name === one || value.name.endsWith(`.${one}`)) ||
    new RegExp(`#\\s*define\\s+${one}\\b|\\bCREATE\\s+(?:\\w+\\s+){0,3}${one}\\b`, 'i').test(text);
  if (parts.length === 1) return own(name) || isDeclared(text, name, code);
  return own(last) || own(first);
}

/** A field, a column, a parameter, a local: it is declared here, though it is no symbol. */
function isDeclared(text: string, name: string, code: CodeArtifact['code']): boolean {
  if (code.language === 'sql') return true;
  const declared = new RegExp(
    `(?:\\b(?:let|const|var|int|char|long|double|float|bool|boolean|String|static|final|pub|private|public|mut)\\s+(?:\\w+\\s+)?\\*?|^\\s*|[(,]\\s*)${name}\\s*(?::|=[^=]|;|,|\\))`,
    'm',
  );
  const external = new RegExp(`extern[^}]*\\bfn\\s+${name}\\b|^extern\\b.*\\b${name}\\b`, 'm').test(text);
  return declared.test(text) && !external;
}
