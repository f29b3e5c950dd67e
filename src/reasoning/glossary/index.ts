/**
 * Plain meanings: how a kind of medicine works and what for, what a word of a letter or a score means, what a number of it
 * says, how two illnesses hang together. Data beside it, checked once when it is read.
 */

import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { once } from '../../text/pieces.ts';
import { readRows } from '../../text/rows.ts';

const line = z.string().min(8);
const id = z.string().regex(/^\w+:\w+$/);
const termRow = z.strictObject({
  /** As it is written, small or large; a name with capitals ("TIPS", "ART") only so. */
  says: z.array(z.string().min(2)).min(1),
  means: line,
  /** What it belongs to: conditions of the catalogue. */
  of: z.array(id).min(1).optional(),
  /** What a number says: from this one up, until the next. */
  steps: z.array(z.strictObject({ from: z.number(), says: z.string().min(3) })).optional(),
  /** What a class says, as it is written after the name. */
  grades: z.record(z.string(), z.string().min(3)).optional(),
});
/** One file a field of medicine in `terms/`, each with the titles of where it can be read further. */
const termFile = z.strictObject({ source: line, terms: z.array(termRow).min(1) });
const conceptRows = z.strictObject({
  conditions: z.record(z.string(), line),
  symptoms: z.record(z.string(), line),
  observations: z.record(z.string(), line),
  procedures: z.record(z.string(), line),
});

const conditionRows = z.strictObject({
  groups: z.array(z.strictObject({ source: z.string().min(3), conditions: z.record(z.string(), line) })),
  same: z.record(z.string(), z.string()),
});

function read<T>(name: string, schema: z.ZodType<T>): T {
  return schema.parse(readRows(new URL(`./${name}.yml`, import.meta.url)));
}

const KINDS = {
  conditions: 'condition',
  symptoms: 'symptom',
  observations: 'observation',
  procedures: 'procedure',
} as const;
const rows = once(() => read('concepts', conceptRows));
const further = once(() => read('conditions', conditionRows));
const toldIn = once(
  () =>
    new Map<string, string>(
      further().groups.flatMap(({ source, conditions }) =>
        Object.keys(conditions).map((name) => [`condition:${name}`, source] as const),
      ),
    ),
);

const SOURCE = 'MedlinePlus: medical encyclopedia and drug information';

function readTerms(): (z.infer<typeof termRow> & { source: string })[] {
  const wide = ['scores', 'findings', 'words', 'kinds', 'letters', 'examinations', 'analytes'].flatMap((name) =>
    read(name, z.array(termRow)).map((row) => ({ ...row, source: SOURCE })),
  );
  const fields = readdirSync(new URL('./terms/', import.meta.url))
    .filter((file) => file.endsWith('.yml'))
    .sort()
    .flatMap((file) => {
      const { source, terms } = read(`terms/${file.slice(0, -4)}`, termFile);
      return terms.map((row) => ({ ...row, source }));
    });
  return [...wide, ...fields];
}

const parts = {
  works: once(() => ({ ...read('works', z.record(id, line)), ...read('works-drugs', z.record(id, line)) })),
  uses: once(() => read('uses', z.array(z.strictObject({ gives: id, for: id, says: line })))),
  lasting: once(() => read('lasting', z.array(z.strictObject({ of: id, says: line })))),
  ties: once(() =>
    ['ties', 'ties-common'].flatMap((name) => read(name, z.array(z.strictObject({ one: id, two: id, says: line })))),
  ),
  terms: once(readTerms),
  concepts: once(
    () =>
      new Map<string, string>([
        ...further().groups.flatMap(({ conditions }) =>
          Object.entries(conditions).map(([name, means]) => [`condition:${name}`, means] as const),
        ),
        ...(Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((group) =>
          Object.entries(rows()[group]).map(([name, means]) => [`${KINDS[group]}:${name}`, means] as const),
        ),
      ]),
  ),
  same: once(
    () =>
      new Map<string, string>(
        Object.entries(further().same).map(([name, of]) => [`condition:${name}`, `condition:${of}`] as const),
      ),
  ),
};

/** Each part is read when it is first asked for: a server loads this with a team, and asks only in threads. */
export const glossary = {
  source: SOURCE,
  get works() {
    return parts.works();
  },
  get uses() {
    return parts.uses();
  },
  get lasting() {
    return parts.lasting();
  },
  get ties() {
    return parts.ties();
  },
  get terms() {
    return parts.terms();
  },
  get concepts() {
    return parts.concepts();
  },
  /** Conditions that are another name of one that is told. */
  get same() {
    return parts.same();
  },
};

/** The condition under whose name it is told. */
export function toldAs(concept: string): string {
  return glossary.same.get(concept) ?? concept;
}

/** Where what is told of it can be read further, by title. */
export function sourceOf(concept: string): string {
  return toldIn().get(toldAs(concept)) ?? glossary.source;
}

/** What a thing is, by its own entry. */
export function meaningOf(concept: string): string | undefined {
  return glossary.concepts.get(toldAs(concept));
}

/** How a medicine works, by the narrowest kind that is described; first for just this reason, where that is known. */
export function worksOf(concepts: readonly string[], reasons: readonly string[] = []): string | undefined {
  const catalogue = openCatalogue();
  for (const id of concepts) {
    const own = [id, ...(catalogue.get(id)?.parents ?? []), ...catalogue.ancestors(id)];
    const use = own.flatMap((each) =>
      glossary.uses.filter((row) => row.gives === each && reasons.some((reason) => catalogue.isA(reason, row.for))),
    )[0];
    if (use !== undefined) return use.says;
    const found = own.find((each) => glossary.works[each] !== undefined);
    if (found !== undefined) return glossary.works[found];
  }
  return undefined;
}

/** How long a treatment for one of these goes on. */
export function lastingOf(conditions: readonly string[]): string | undefined {
  const catalogue = openCatalogue();
  return glossary.lasting.find(({ of }) => conditions.some((each) => catalogue.isA(each, of)))?.says;
}

export interface Term {
  name: string;
  means: string;
  /** Where it can be read further, by title. */
  source: string;
  of: readonly string[];
  says: readonly string[];
  steps: readonly { from: number; says: string }[];
  grades: Readonly<Record<string, string>>;
  start: number;
  end: number;
}

const byLength = once(() =>
  glossary.terms
    .flatMap(({ says, means, source, of = [], steps = [], grades = {} }) =>
      says.map((name) => ({ name, means, source, of, says, steps, grades, plain: plainOf(name), even: evenOf(name) })),
    )
    .toSorted((a, b) => b.name.length - a.name.length),
);

/** Of the same length as it was written, so that a place in the one is a place in the other. */
function evenOf(text: string): string {
  return text.replace(/[-‐–]/g, ' ').replace(/’/g, "'");
}

function plainOf(text: string): string {
  return evenOf(text).toLowerCase();
}

const LETTER = /[\p{L}\d]/u;
const WORD = /[\p{L}\d]+/gu;

/** By the word that they begin with: a question is looked at word by word, not once for each of the thousand terms. */
const byWord = once(() => Map.groupBy(byLength().keys(), (at) => byLength()[at]!.plain.match(WORD)?.[0] ?? ''));

/** The terms that stand in the text by themselves, each where it stands first; a trailing "'s" belongs to it. */
function placesIn(written: string): { at: number; start: number; end: number }[] {
  const [text, even] = [plainOf(written), evenOf(written)];
  const found = new Map<number, { at: number; start: number; end: number }>();
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    for (const at of byWord().get(word) ?? []) {
      const { plain, even: exact } = byLength()[at]!;
      const end = start + plain.length;
      if (found.has(at) || !text.startsWith(plain, start) || LETTER.test(text[end] ?? ' ')) continue;
      if (exact !== plain && !even.startsWith(exact, start)) continue;
      found.set(at, { at, start, end: text.startsWith("'s", end) ? end + 2 : end });
    }
  }
  return [...found.values()].toSorted((a, b) => a.at - b.at);
}

/** The words of a question that the glossary explains, the longest first, each meaning once, none within another. */
export function termsIn(text: string): Term[] {
  const found: Term[] = [];
  for (const { at, ...place } of placesIn(text)) {
    const { plain: _, even: __, ...term } = byLength()[at]!;
    if (found.some(({ means }) => means === term.means)) continue;
    if (!found.some(({ start, end }) => start < place.end && end > place.start)) found.push({ ...term, ...place });
  }
  return found;
}

/** A word of letters or a score that belongs to an illness: who asks for it has mostly read it in a paper of theirs. */
export function isLetterWord(text: string): boolean {
  return termsIn(text).some(({ of }) => of.length > 0);
}

const LINKS =
  /^[\s:=,"'’]*(?:(?:class|grade|stage|group|score|scale|index|titre|of|is|was|=|at|a|an|my|value|level)\s+)*/i;
const GRADE = /^[\p{L}\d]+(?:\+\d)?/u;
const NUMBER = /^[-−]?\d+(?:[.,]\d+)?/;

/** What is written after the name: "III" of "NYHA class III", 17 of "an MMSE of 17". */
function after({ end }: Pick<Term, 'end'>, text: string): string {
  return text.slice(end).replace(LINKS, '');
}

export function gradeIn(term: Term, text: string): { said: string; says: string } | undefined {
  const said = GRADE.exec(after(term, text))?.[0];
  const says = said === undefined ? undefined : term.grades[said.toLowerCase()];
  return says === undefined ? undefined : { said: said!, says };
}

export function numberIn(term: Term, text: string): number | undefined {
  const said = NUMBER.exec(after(term, text))?.[0];
  return said === undefined ? undefined : Number(said.replace(',', '.').replace('−', '-'));
}

/** What a number of a score says. */
export function stepOf({ steps }: Pick<Term, 'steps'>, value: number): string | undefined {
  return steps.findLast(({ from }) => value >= from)?.says;
}

/** How two illnesses hang together. */
export function tieOf(one: readonly string[], two: readonly string[]): string | undefined {
  const catalogue = openCatalogue();
  const is = (ids: readonly string[], of: string) => ids.some((each) => catalogue.isA(each, of));
  return glossary.ties.find((row) => (is(one, row.one) && is(two, row.two)) || (is(one, row.two) && is(two, row.one)))
    ?.says;
}

/** What an illness brings on: the ties in which it is the first. */
export function leadsOf(id: string): { two: string; says: string }[] {
  const catalogue = openCatalogue();
  return glossary.ties
    .filter(({ one, two }) => catalogue.isA(id, one) && two !== id && two !== 'condition:pregnancy')
    .filter(({ two }, at, all) => all.findIndex((each) => each.two === two) === at);
}
