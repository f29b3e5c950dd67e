/** What one statement can be asked for on a card: what a thing is, who has a role, what belongs to a class, what something does. */
import { isNegated, readClause } from './facts/clause.ts';
import { ELSEWHERE, isNounless, ROLE } from './facts/described.ts';
import { grammar } from './facts/grammar.ts';
import { itemsOf, SAYS_WHERE } from './facts/lists.ts';
import { contentStems, isPlural, withoutArticle } from './facts/terms.ts';
import { conceptsIn } from './facts/things.ts';
import { readQuantities } from './facts/values.ts';
import { inSentence } from './material/things.ts';
import { GAP, upperFirst } from './quiz/question.ts';
import type { Card } from './types.ts';

export type Sides = Pick<Card, 'kind' | 'front' | 'back'>;

const LONGEST_NAME = 6;
const LONGEST_OBJECT = 8;
const LONGEST_ROLE = 4;
const FEWEST_OF_DEFINITION = 3;
const LEANS =
  /^(?:it|they|this|that|these|those|its|their|he|she|there|here|such|both|one|another|most|many|some|all)\b/i;
const DEFINED = /^(.{3,80}?) (is|are) (defined|characteri[sz]ed|diagnosed) ((?:by|as|when) .{8,})\.?$/;

/** Nothing where it leans on another statement or denies something. */
export function statementSides(statement: string): Sides[] {
  const text = statement.trim().replace(/\.$/, '');
  if (LEANS.test(text) || isNegated(text) || /[?!:;]/.test(text)) return [];
  const defined = DEFINED.exec(text);
  if (defined !== null && isName(defined[1] as string)) {
    const [, name = '', verb = '', how = '', rest = ''] = defined;
    return [
      {
        kind: 'definition',
        front: `How ${verb} ${inSentence(withoutArticle(name))} ${how}?`,
        back: upperFirst(`${rest}.`),
      },
    ];
  }
  return classSides(text) ?? copulaSides(text) ?? actionSides(text) ?? [];
}

function isName(name: string): boolean {
  const { small } = grammar();
  const words = name.split(' ');
  const isPlain = words.every(
    (word, at) => at === 0 || !small.has(word.toLowerCase()) || /^(?:of|the|and)$/i.test(word),
  );
  return words.length <= LONGEST_NAME && isPlain && !/[,()]/.test(name.replace(/ \([^()]{1,30}\)$/, ''));
}

/** "Methimazole, carbimazole and propylthiouracil are thionamides." */
function classSides(text: string): Sides[] | undefined {
  const [, listed = '', head = ''] =
    /^(.{5,160}? and .{3,60}?) are (?:all |both |the )?([\p{L}\p{N} -]{4,60})$/u.exec(text) ?? [];
  const items = head === '' ? [] : itemsOf(listed);
  const isClass =
    isPlural(head) && head.split(' ').length <= 4 && !grammar().small.has(head.split(' ')[0]?.toLowerCase() ?? '');
  // "Are found in most attacks" says where, not what they are.
  if (SAYS_WHERE.test(head)) return undefined;
  if (items.length < 2 || !isClass) return undefined;
  const all = [...items.map((item, at) => (at === 0 ? item : inSentence(item)))].join(', ');
  return [
    { kind: 'class', front: `Which ${inSentence(head)} does the material name?`, back: upperFirst(`${all}.`) },
    { kind: 'class', front: `What are ${loweredFirst(listed, items[0] ?? '')}?`, back: upperFirst(`${head}.`) },
  ];
}

/** "A type I error" is asked for with its article. */
function withSmallArticle(subject: string): string {
  const [article = ''] = /^(?:an?|the) /i.exec(subject) ?? [];
  return `${article.toLowerCase()}${inSentence(withoutArticle(subject))}`;
}

/** The first of a list as it stands within a sentence. */
function loweredFirst(listed: string, first: string): string {
  return listed.startsWith(first) ? `${inSentence(first)}${listed.slice(first.length)}` : listed;
}

/** "Typical findings are …": of what is not said. */
const OF_SOMETHING =
  /^(?:the )?(?:(?:typical|common|main|early|late|other|usual|important|frequent) )*(?:findings|features|symptoms|signs|causes|complications|effects|treatments?|drugs)$/i;

/** "X is the commonest cause of Y" tells who has a role, not what X is. */
function copulaSides(text: string): Sides[] | undefined {
  const [, subject = '', verb = '', described = ''] =
    /^(.{2,80}?) (is|are) ((?:an?|the) .{3,}?)(?:,? and (?:is|are|has|have|can|should|must|may) .+)?$/.exec(text) ?? [];
  if (subject === '') return undefined;
  // "The functional unit of the kidney is the nephron."
  if (/^the .+ of /i.test(subject) && described.split(' ').length <= LONGEST_ROLE)
    return [
      {
        ...{ kind: 'definition', front: `What ${verb} the ${withoutArticle(subject)}?` },
        back: upperFirst(`${withoutArticle(described)}.`),
      },
    ];
  if (!isName(subject) || isNounless(described) || OF_SOMETHING.test(subject) || ELSEWHERE.test(described))
    return undefined;
  const clause = readClause(`${text}.`);
  if (clause !== undefined && clause.subject.end !== subject.length) return undefined;
  const { oneOfMany } = grammar();
  if (ROLE.test(described))
    return [
      { kind: 'definition', front: `What ${verb} ${described}?`, back: upperFirst(`${withoutArticle(subject)}.`) },
    ];
  if (
    (/^the /i.test(subject) && /^an? /.test(described)) ||
    oneOfMany.test(described) ||
    contentStems(described).size < FEWEST_OF_DEFINITION
  )
    return undefined;
  return [
    {
      kind: 'definition',
      front: `What ${verb} ${withSmallArticle(subject)}?`,
      back: upperFirst(`${described}.`),
    },
  ];
}

/** "Apixaban and rivaroxaban inhibit factor Xa." */
function actionSides(text: string): Sides[] | undefined {
  const clause = readClause(`${text}.`);
  if (clause === undefined || clause.verb.copula || clause.verb.open) return undefined;
  const { verb, subject } = clause;
  const [written, who] = [text.slice(verb.start, verb.end), text.slice(subject.start, subject.end)];
  const what = text.slice(verb.end).trim();
  const isPlain =
    !written.includes(' ') && !grammar().placing.has(verb.lemma) && written.startsWith(verb.lemma.slice(0, 3));
  if (!isPlain || what.split(' ').length > LONGEST_OBJECT || /[,]/.test(what) || !/^\p{L}/u.test(what))
    return undefined;
  if (grammar().small.has(what.split(' ')[0]?.toLowerCase() ?? '') && !/^(?:the|an?) /.test(what)) return undefined;
  if (who.split(' ').length > LONGEST_OBJECT || conceptsIn(who).length === 0) return undefined;
  const does = written === verb.lemma ? 'do' : 'does';
  return [
    {
      kind: 'class',
      front: `What ${does} ${inSentence(who)} ${verb.lemma}?`,
      back: upperFirst(`${withoutArticle(what)}.`),
    },
  ];
}

const DOSE =
  /^(?:(?:in|for|with|without) [^,]{3,60}, )?(.{3,50}?) (\d.{1,60}?) (is|are) (?:given|started|used|infused|injected|recommended)\b(.{0,120})$/iu;
const OF_DOSE =
  /^(?:the )?((?:loading|maintenance|starting|initial|usual|maximum|daily|recommended|total) dose of .{3,50}?) (is|are) (?:about )?(\d.{3,140})$/iu;

/** A dose is learned whole: how much, by which way, how often. */
export function doseSides(statement: string, topic?: string): Sides | undefined {
  const text = statement.trim().replace(/\.$/, '');
  if (LEANS.test(text) || isNegated(text) || /[?!:;]/.test(text)) return undefined;
  const of = OF_DOSE.exec(text);
  if (of !== null)
    return { kind: 'value', front: `What ${of[2]} the ${inSentence(of[1] as string)}?`, back: upperFirst(`${of[3]}.`) };
  const [, drug = '', dose = '', , rest = ''] = DOSE.exec(text) ?? [];
  if (drug === '' || /,/.test(drug) || conceptsIn(drug).length === 0 || readQuantities(dose).length === 0)
    return undefined;
  const before = /^((?:in|for|with|without) [^,]{3,60}), /i.exec(text)?.[1];
  const where = before ?? (topic === undefined ? '' : `in ${inSentence(topic)}`);
  const front = `What is the dose of ${inSentence(drug)}${where === '' ? '' : ` ${where.slice(0, 1).toLowerCase()}${where.slice(1)}`}?`;
  return { kind: 'value', front, back: `${dose}${rest}.`.replace(/ \./, '.') };
}

/** The words with what they tell left out: a figure, else the thing that is named last, else how they end. */
export function gappedSides(words: string): Sides | undefined {
  const figure = readQuantities(words).at(-1);
  const named = conceptsIn(words).findLast(({ start }) => start > 0);
  const gap = figure ?? named ?? lastWords(words);
  if (gap === undefined) return undefined;
  const back = words.slice(gap.start, gap.end);
  const front = `${words.slice(0, gap.start)}${GAP}${words.slice(gap.end)}`;
  return contentStems(front.replace(GAP, ' ')).size < 2
    ? undefined
    : { kind: 'highlight', front, back: upperFirst(back) };
}

function lastWords(words: string): { start: number; end: number } | undefined {
  const { small } = grammar();
  const found = [...words.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)];
  const last = found.at(-1);
  if (last === undefined || found.length < 4) return undefined;
  let from = found.length - 1;
  while (from > 2 && found.length - from < 3 && !small.has((found[from - 1]?.[0] ?? '').toLowerCase())) from--;
  return { start: found[from]?.index ?? 0, end: last.index + last[0].length };
}
