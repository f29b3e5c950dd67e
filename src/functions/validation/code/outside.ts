/**
 * Criteria about what stands outside the file: a function that is called here and defined elsewhere, callers, the machine, the
 * database in use. The file says how such a thing is used, not how it is.
 */
import { z } from 'zod';
import { splitName, wordsIn } from '../../../text/index.ts';
import { once } from '../../../text/pieces.ts';
import { sheet } from '../../analysis/sheet.ts';
import { alternatives } from '../../statements/wording.ts';
import type { CodeArtifact } from '../deeds/scope.ts';

const list = z.array(z.string()).min(1);
const shown = { example: z.string(), counter: z.string() };

export const readOutside = sheet(
  './outside.yml',
  import.meta.url,
  z.strictObject({
    things: z.strictObject({ words: list, plurals: list, ...shown }),
    places: z.strictObject({ before: list, words: list, ...shown }),
    started: z.strictObject({ what: list, verbs: list, when: list, ...shown }),
    manifests: list,
    use: list,
    active: list,
    actors: list,
  }),
);

interface Patterns {
  /** Things that no source file holds. */
  readonly things: RegExp;
  readonly places: RegExp;
  /** When and by whom it is started; a caller that is named in code may stand here. */
  readonly started: RegExp;
  /** How others call it, and what other files of the project list. */
  readonly others: RegExp;
  readonly use: RegExp;
  readonly active: RegExp;
  readonly actors: RegExp;
}

const patterns = once((): Patterns => {
  const { things, places, started, manifests, use, active, actors } = readOutside();
  const nouns = alternatives([...things.words, ...things.plurals]);
  const verbs = alternatives(started.verbs);
  const whole = '(?:whole |rest of the |entire )?';
  return {
    things: new RegExp(String.raw`^(?:the |our |all |every |each |no |any )?(?:(?:\w+ ){0,2})?(?:${nouns})\b`, 'i'),
    places: new RegExp(
      String.raw`\b(?:${alternatives(places.before)}) (?:the |our |your )?${whole}(?:${alternatives(places.words)}|customer's \w+)\b`,
      'i',
    ),
    started: new RegExp(
      String.raw`^(?:\x60[^\x60]+\x60|the (?:${alternatives(started.what)})) (?:is|gets) (?:${verbs}) (?:only )?(?:by (?!\x60)|every\b|(?:${alternatives(started.when)})\b|from (?!\x60))`,
      'i',
    ),
    others: new RegExp(
      String.raw`^(?:all |the )?callers\b|\bis (?:only|never|always) (?:ever )?called with\b|\b(?:listed|pinned|declared) in (?:the )?\x60?(?:${alternatives(manifests)})\b`,
      'i',
    ),
    use: new RegExp(String.raw`\b(?:${alternatives(use)})\b`, 'i'),
    active: new RegExp(String.raw`\b(?:${alternatives(active)})\b`, 'i'),
    actors: new RegExp(String.raw`^(?:${alternatives(actors)})\b`, 'i'),
  };
});

/** Where a criterion about a table may be about one that is not declared here. */
const SCHEMA = /\b(?:table|column)\b.*\b(?:index|indexed|primary key|foreign key|not null|unique|time zone)\b/i;
const DEFINES_SCHEMA = /\b(?:create|alter)\s+(?:unique\s+)?(?:table|index)\b/i;

export function isOutside({ code, text }: CodeArtifact, criterion: string): boolean {
  const { things, places, others, started, use } = patterns();
  if (places.test(criterion) || others.test(criterion) || started.test(criterion)) return true;
  if (SCHEMA.test(criterion) && !DEFINES_SCHEMA.test(text)) return true;
  const plain = criterion.replace(/^(?:the |every |each |all )/i, '');
  if (things.test(criterion) && !namesSymbol(code, criterion)) return !isActive(criterion);
  const subject = /^`([^`]+)`|^([\w.]+(?:::\w+|\.\w+)+(?:\(\))?|[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?=\s)/.exec(plain);
  const name = (subject?.[1] ?? subject?.[2])?.replace(/\(\)$/, '');
  if (name === undefined || !/^[\w.:]+$/.test(name) || !text.includes(name.split(/\.|::/).at(-1)!)) return false;
  const verb = plain.slice(subject![0].length);
  if (use.test(verb)) return false;
  return !isDefined(code, text, name);
}

/** "The server listens on 8080" is told by the code that serves; "users understand it" is not. */
function isActive(criterion: string): boolean {
  const { active, actors } = patterns();
  return active.test(criterion) && !actors.test(criterion);
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
