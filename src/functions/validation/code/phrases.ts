/** A criterion as it is worked off: what is understood is taken out, and what is left over was not understood. */
import type { CodeArtifact } from '../deeds/scope.ts';
import { readFormWords } from '../form/demand.ts';
import { readNumber } from '../seen.ts';

/** Words that say nothing which would have to be checked. */
export const FILLERS = new Set(
  'the a an is are be has have must should of in its their with that and carry carries come comes declare declares state states give given gives own it this file module code here which explicit explicitly full fully there by for to at use uses using marked declared has-a on above above-it per made itself named name names called contains contain includes include defines define written follow follows proper itself them they instance only'.split(
    ' ',
  ),
);

export class Words {
  text: string;
  constructor(text: string) {
    this.text = ` ${text.replace(/[.,;:!()]+(?=\s|$)/g, ' ').replace(/\s+/g, ' ')} `;
  }
  /** The longest of these phrases that stands there, taken out. */
  take(phrases: readonly string[]): string | undefined {
    const found = [...phrases]
      .sort((a, b) => b.length - a.length)
      .find((phrase) => this.text.toLowerCase().includes(` ${phrase.toLowerCase()} `));
    if (found !== undefined) {
      const at = this.text.toLowerCase().indexOf(` ${found.toLowerCase()} `);
      this.text = `${this.text.slice(0, at)} ${this.text.slice(at + found.length + 1)}`.replace(/\s+/g, ' ');
    }
    return found;
  }
  /** Which of several lists has the phrase that stands first. */
  takeFirst(named: Readonly<Record<string, readonly string[]>>): string | undefined {
    const lower = this.text.toLowerCase();
    const places = Object.entries(named).flatMap(([name, phrases]) =>
      phrases.flatMap((phrase) => {
        const at = lower.indexOf(` ${phrase.toLowerCase()} `);
        return at < 0 ? [] : [{ name, phrase, at }];
      }),
    );
    places.sort((a, b) => a.at - b.at || b.phrase.length - a.phrase.length);
    const [first] = places;
    if (first !== undefined) this.take([first.phrase]);
    return first?.name;
  }
  /** The same where other words stand between those of a phrase: "type annotations for what it returns". */
  takeLoose(named: Readonly<Record<string, readonly string[]>>): string | undefined {
    for (const [name, phrases] of Object.entries(named))
      for (const phrase of phrases) {
        const parts = phrase.split(' ');
        if (parts.length < 2) continue;
        const pattern = new RegExp(` ${parts.join('((?: [^ ]+){0,3}) ')} `, 'i');
        const found = pattern.exec(this.text);
        if (found === null) continue;
        this.text = this.text.replace(pattern, `${found.slice(1).join(' ')} `).replace(/\s+/g, ' ');
        return name;
      }
    return undefined;
  }
}

const EXCEPT =
  /,?\s*\b(?:except(?: for)?(?!\s+(?:clauses?|blocks?|handlers?)\b)|apart from|other than|with the exception of|besides)\s+(?:the\s+)?(?:(?:function|method|class)s?\s+)?(?<names>`?[\w.]+`?(?:(?:,| and| or)+ `?[\w.]+`?)*)/i;
const OUTSIDE_TESTS =
  /,?\s*\b(?:outside(?: of)?(?: the)? (?:tests?|test (?:code|module))|(?:except |apart from )?(?:in|for) non-test code|apart from (?:the )?tests|tests aside)\b,?\s*/i;

/** "All functions except `main`", "outside the tests": of what nothing is said. */
export function takeExceptions(criterion: string): {
  readonly rest: string;
  readonly except: ReadonlySet<string>;
  readonly outsideTests: boolean;
} {
  const outsideTests = OUTSIDE_TESTS.test(criterion);
  const bare = criterion.replace(OUTSIDE_TESTS, ' ');
  const names =
    EXCEPT.exec(bare)
      ?.groups?.['names']?.match(/[\w.]+/g)
      ?.filter((one) => !/^(?:and|or)$/.test(one)) ?? [];
  return {
    rest: bare.replace(EXCEPT, ' ').trim(),
    except: new Set(names.map((one) => one.toLowerCase())),
    outsideTests,
  };
}

/** The source with its tests blanked out; every place stays where it was. */
export function textOutsideTests({ text, code }: CodeArtifact): string {
  const region = text.search(/#\[cfg\(test\)\]/);
  const spans = code.symbols.filter((one) => /^tests?$|^test_|^Test[A-Z_]/.test(one.name));
  if (region >= 0)
    spans.push({ ...code.symbols[0]!, start: region, end: Math.max(region, ...spans.map(({ end }) => end)) });
  return spans.reduce(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(start, end).replace(/[^\n]/g, ' ') + rest.slice(end),
    text,
  );
}

/** Whether something stands in a test or in a module of tests. */
export function isInTest({ text, code }: CodeArtifact, { start }: { readonly start: number }): boolean {
  const region = text.search(/#\[cfg\(test\)\]/);
  return (
    (region >= 0 && start > region) ||
    code.symbols.some((one) => /^tests?$|^test_|^Test[A-Z_]/.test(one.name) && one.start <= start && one.end > start)
  );
}

export function takeBound(words: Words): { least?: number | undefined; most?: number | undefined } | undefined {
  const { most, under, least, over } = readFormWords();
  const kinds = { most, under, least, over, exact: ['exactly', 'precisely', 'just', 'only'] };
  const number =
    /(?<= )(\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred)(?= )/i.exec(
      words.text,
    );
  const n = readNumber(number?.[1]);
  if (n === undefined) return undefined;
  words.take([number![1]!]);
  const places = Object.entries(kinds).flatMap(([name, phrases]) =>
    phrases.filter((phrase) => words.text.toLowerCase().includes(` ${phrase} `)).map((phrase) => ({ name, phrase })),
  );
  const [longest] = places.sort((a, b) => b.phrase.length - a.phrase.length);
  if (longest !== undefined) words.take([longest.phrase]);
  switch (longest?.name) {
    case 'most':
      return { most: n };
    case 'under':
      return { most: n - 1 };
    case 'least':
      return { least: n };
    case 'over':
      return { least: n + 1 };
    default:
      return { least: n, most: n };
  }
}
