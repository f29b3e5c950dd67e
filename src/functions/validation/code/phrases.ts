/** A criterion as it is worked off: what is understood is taken out, and what is left over was not understood. */
import { z } from 'zod';
import { sheet } from '../../analysis/sheet.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { readFormWords } from '../form/demand.ts';
import { readNumber } from '../seen.ts';

const list = z.array(z.string());
export const readPhrases = sheet(
  './phrases.yml',
  import.meta.url,
  z.strictObject({
    fillers: list.transform((words) => new Set(words)),
    general: list.transform((words) => new Set(words)),
    denials: list,
    except: list,
    parts_named_except: list,
    outside_tests: list,
  }),
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
        const pattern = loosely(phrase);
        const found = pattern?.exec(this.text);
        if (pattern === undefined || found == null) continue;
        this.text = this.text.replace(pattern, `${found.slice(1).join(' ')} `).replace(/\s+/g, ' ');
        return name;
      }
    return undefined;
  }
  hasLoose(phrase: string): boolean {
    return loosely(phrase)?.test(this.text) ?? false;
  }
}

function loosely(phrase: string): RegExp | undefined {
  const parts = phrase.split(' ').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return parts.length < 2 ? undefined : new RegExp(` ${parts.join('((?: [^ ]+){0,6}) ')} `, 'i');
}

interface Leads {
  readonly except: RegExp;
  readonly outsideTests: RegExp;
}

let leads: Leads | undefined;

function readLeads(): Leads {
  const { except, parts_named_except, outside_tests } = readPhrases();
  const any = (phrases: readonly string[]) =>
    [...phrases]
      .sort((a, b) => b.length - a.length)
      .join('|')
      .replaceAll(' ', '\\s+');
  const names = '(?<names>`?[\\w.]+`?(?:(?:,| and| or)+ `?[\\w.]+`?)*)';
  leads ??= {
    except: new RegExp(
      `,?\\s*\\b(?:${any(except)})(?!\\s+(?:${any(parts_named_except)})\\b)\\s+(?:the\\s+)?(?:(?:function|method|class)s?\\s+)?${names}`,
      'i',
    ),
    outsideTests: new RegExp(`,?\\s*\\b(?:${any(outside_tests)})\\b,?\\s*`, 'i'),
  };
  return leads;
}

/** "All functions except `main`", "outside the tests": of what nothing is said. */
export function takeExceptions(criterion: string): {
  readonly rest: string;
  readonly except: ReadonlySet<string>;
  readonly outsideTests: boolean;
} {
  const { except, outsideTests: aside } = readLeads();
  const outsideTests = aside.test(criterion);
  const bare = criterion.replace(aside, ' ');
  const names =
    except
      .exec(bare)
      ?.groups?.['names']?.match(/[\w.]+/g)
      ?.filter((one) => !/^(?:and|or)$/.test(one)) ?? [];
  return {
    rest: bare.replace(except, ' ').trim(),
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
