/**
 * Code told as facts: one statement each, with the words that say what it does. Names come apart into words, and what code
 * writes in signs (`if (!x)`, `continue`, `sleep(`) is put into the words that people have for it (the sheets of deeds).
 */
import type { Statement } from '../../../reading/index.ts';
import { splitName, wordsIn } from '../../../text/index.ts';
import { root } from '../../statements/wording.ts';
import { isStopword } from '../../text/words.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { readConditions, readDeeds } from '../deeds/sheets.ts';
import { numbersOf } from './numbers.ts';
import { readTongue } from './tongue.ts';

export interface Fact {
  readonly statement: Statement;
  /** Words of its own, roots and as they are written. */
  readonly own: ReadonlySet<string>;
  readonly spelled: ReadonlySet<string>;
  /** What its signs say in words. */
  readonly says: ReadonlySet<string>;
  /** Words of the conditions and loops that it stands under. */
  readonly case: ReadonlySet<string>;
  /** Words of the function or class that it stands in. */
  readonly place: ReadonlySet<string>;
  /** Words of what its names were made from: `target` where it was `join('/srv', name)`. */
  readonly source: ReadonlySet<string>;
  readonly numbers: readonly number[];
}

interface Sign {
  readonly words: readonly string[];
  readonly shown: RegExp;
}

const signs = new Map<string, readonly Sign[]>();

/** What signs say, but those that nearly every line of code shows. */
function signsOf(language: string): readonly Sign[] {
  const kept = signs.get(language);
  if (kept !== undefined) return kept;
  const { cases, outcomes } = readConditions();
  const deeds = readDeeds().filter((one) => one.languages === undefined || one.languages.includes(language));
  const flags = language === 'sql' ? 'i' : '';
  const own = [...deeds, ...cases, ...outcomes, ...readTongue()]
    .map(({ says, shown }) => ({
      words: [...new Set(says.flatMap((one) => one.split(' ')).map(root))],
      shown: new RegExp(shown, flags),
    }))
    .filter(({ shown }) => !COMMON.every((line) => shown.test(line)));
  signs.set(language, own);
  return own;
}

/** What a name was made from is told by no more than this. */
const LONGEST = 220;
const COMMON = ['value = other'];
const NAME = /\b[A-Za-z_]\w*\b/g;
const HEAD =
  /\b(?:function|def|fn|func|class|struct|interface|impl|trait|enum|module|mod|namespace|table|view|create|public|private|protected|static|void)\b|=>\s*$|^\w+\s*\(\)/i;

export function factsOf(artifact: CodeArtifact, statements: readonly Statement[]): Fact[] {
  const known = signsOf(artifact.code.language);
  const values = new Map(artifact.code.values.map(({ name, value }) => [name.split(/[.\s]/).at(-1)!, value]));
  const said = (text: string) => known.flatMap(({ words, shown }) => (shown.test(text) ? words : []));
  const made = new Map<string, readonly string[]>();
  for (const [name, value] of values)
    if (value.length < LONGEST && name.length > 0) made.set(name, [...[...spelledIn(value)].map(root), ...said(value)]);
  const sourceOf = (text: string) => new Set((text.match(NAME) ?? []).flatMap((name) => made.get(name) ?? []));
  return statements.map((statement) => {
    const { text, under } = statement;
    const [places, cases] = [under.filter((one) => HEAD.test(one)), under.filter((one) => !HEAD.test(one))];
    const whole = [...cases, text].join(' ');
    const spelled = spelledIn(text);
    return {
      statement,
      own: new Set([...spelled].map(root)),
      spelled,
      says: new Set(said(text)),
      case: new Set([...cases.flatMap((one) => [...spelledIn(one)].map(root)), ...cases.flatMap(said)]),
      place: new Set(places.flatMap((one) => [...spelledIn(one)].map(root))),
      source: sourceOf(whole),
      numbers: numbersOf(whole, values),
    };
  });
}

/** The words that names and strings are made of. */
function spelledIn(text: string): Set<string> {
  return new Set(
    wordsIn(text.replace(/[_$]/g, ' '))
      .flatMap(({ text: word }) => splitName(word))
      .filter((word) => word.length > 1 && !/^\d/.test(word) && !isStopword(word)),
  );
}
