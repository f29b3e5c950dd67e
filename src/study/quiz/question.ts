/** From what can be asked to a question as it is put: stem, options in the order of chance, key, reason, citation. */
import { createHash } from 'node:crypto';
import { formatFootnote } from '../../citations/index.ts';
import type { Citation } from '../../citations/source.ts';
import type { Asked } from '../facts/askable.ts';
import { topicOf } from '../facts/causes.ts';
import { readClause } from '../facts/clause.ts';
import { isBare, isNounless, leaks, ROLE } from '../facts/described.ts';
import { ALWAYS_OF, namesPlace } from '../facts/frames.ts';
import { grammar, thirdPersonOf } from '../facts/grammar.ts';
import { behind, headingOf, isNameless, OF_SOME, withSubject } from '../facts/subject.ts';
import { contentStems, isPlural, mentions, termKey, withoutArticle } from '../facts/terms.ts';
import { inSentence, plainTitle } from '../material/things.ts';
import type { Key, Option, Passage, Question, QuestionKind, Relation } from '../types.ts';
import { besides } from './beside.ts';
import type { Chance } from './chance.ts';
import type { Ground } from './ground.ts';
import { thresholdStem, wrongValues } from './numbers.ts';
import { withoutAsked } from './shown.ts';

export const GAP = '____';
const LETTERS = 'ABCDEFGH';

export interface Draft {
  readonly kind: QuestionKind;
  readonly relation: Relation;
  readonly stem: string;
  readonly options?: readonly Option[];
  readonly items?: readonly Option[];
  readonly key: Key;
  readonly reason: string;
  readonly passage: Passage;
  /** The words of the passage that settle it. */
  readonly words: string;
  /** Of several passages together, where one alone does not settle it. */
  readonly text?: string;
}

export function toQuestion(draft: Draft): Question {
  const { kind, relation, stem, options = [], items = [], key, reason, passage, words } = draft;
  const shown = options.map(({ text }) => text).sort();
  const id = createHash('sha256')
    .update([passage.id, kind, stem, ...shown].join('\0'))
    .digest('hex')
    .slice(0, 16);
  return {
    ...{ id, kind, relation, topic: passage.topic, chapter: passage.chapter, stem, options, items },
    ...{
      material: passage.material,
      key: withoutAsked(key, stem),
      reason,
      passage: { id: passage.id, text: draft.text ?? headedText(passage, stem) },
    },
    citation: cite(passage, words),
  };
}

/** With its heading, where the question says that and the text does not. */
function headedText(passage: Passage, stem: string): string {
  const { topic = '', text } = passage;
  const title = plainTitle(topic);
  const isAsked = title !== '' && (stem.startsWith(title) || mentions(termKey(stem), title));
  return !isAsked || mentions(termKey(text), title) ? text : `${topic}\n\n${text}`;
}

export function cite(passage: Passage, excerpt: string, marker = 1): Citation {
  const source = { ...passage.source, excerpt: excerpt.slice(0, 500) };
  return { marker, source, footnote: formatFootnote(source) };
}

/** Options in the order of chance, with letters; numbers by size. */
export function lettered(
  right: string,
  wrong: readonly string[],
  chance: Chance,
  bySize = false,
): { options: Option[]; label: string } {
  const texts = bySize
    ? [right, ...wrong].sort((a, b) => firstNumber(a) - firstNumber(b))
    : chance.shuffle([right, ...wrong]);
  const options = texts.map((text, index) => ({ label: LETTERS[index] as string, text: upperFirst(text) }));
  return { options, label: LETTERS[texts.indexOf(right)] as string };
}

function firstNumber(text: string): number {
  return Number(/[\d.,]+/.exec(text)?.[0].replaceAll(',', '') ?? 0);
}

/** Not "c-ANCA", "pH", "hCG": those are written so. */
export function upperFirst(text: string): string {
  return /^\p{Ll}-?[\p{Lu}\d]/u.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) && grammar().small.has(text.split(' ')[0]?.toLowerCase() ?? '')
    ? text.slice(0, 1).toLowerCase() + text.slice(1)
    : text;
}

export function makeChoice(asked: Asked, ground: Ground, chance: Chance): Draft | undefined {
  const right = rightAnswer(asked);
  const wrong =
    asked.kind === 'value'
      ? wrongValues(asked.quantity, asked.sentence.passage.text, chance, asked.text)
      : besides(asked, ground, chance).map(({ text }) => text);
  if (wrong.length < 3) return undefined;
  const bySize = asked.kind === 'value' && asked.quantity.unit !== 'fraction' && asked.quantity.unit !== 'count';
  const stem = withTopic(asked, choiceStem(asked));
  if (stem === undefined) return undefined;
  const { options, label } = lettered(right, wrong, chance, bySize);
  return {
    ...{ kind: 'choice', relation: asked.relation, stem, options },
    ...{ key: { kind: 'option', label, text: upperFirst(right) }, ...settledBy(asked) },
  };
}

export function makeCloze(asked: Asked): Draft | undefined {
  const stem = hasOneAnswer(asked) ? withTopic(asked, gapped(asked)) : undefined;
  if (stem === undefined) return undefined;
  return {
    ...{ kind: 'cloze', relation: asked.relation, stem },
    ...{ key: textKey(asked), ...settledBy(asked) },
  };
}

export function makeShort(asked: Asked): Draft | undefined {
  const asks = hasOneAnswer(asked) ? shortStem(asked) : undefined;
  const stem = asks && withTopic(asked, asks);
  if (stem === undefined) return undefined;
  return {
    kind: 'short',
    relation: asked.relation,
    stem,
    key: textKey(asked),
    ...settledBy(asked),
  };
}

/** Without options to choose from, nothing else may be right: other drugs of the class, other causes. */
function hasOneAnswer(asked: Asked): boolean {
  if (asked.kind === 'value') return true;
  const isMany = asked.thing.concept !== undefined && !grammar().unique.test(asked.text);
  if (asked.kind === 'name') return !(isMany && /^an? /.test(asked.definition));
  if (asked.role === 'subject' && BY_ANOTHER.test(asked.text.slice(asked.end)) && !grammar().unique.test(asked.text))
    return false;
  if (asked.role === 'object' && grammar().telling.has(asked.lemma)) return !asked.open;
  return !asked.open && !(isMany && (asked.role === 'subject' || asked.thing.member === undefined));
}

/** "TSH is secreted by the pituitary": what does it does it to others as well. */
const BY_ANOTHER = /^ (?:is|are) (?:\p{L}+ly )?\p{L}{3,}(?:ed|en|wn|de) (?:by|from)\b/u;

function rightAnswer(asked: Asked): string {
  return asked.kind === 'value' ? asked.quantity.text : withoutArticle(asked.thing.name);
}

function textKey(asked: Asked): Key {
  const text = rightAnswer(asked);
  const also = asked.kind === 'value' ? [] : asked.thing.names.filter((name) => name !== text);
  return { kind: 'text', text, also };
}

function settledBy(asked: Asked) {
  const { sentence } = asked;
  return { reason: `The material says: “${sentence.text}”`, passage: sentence.passage, words: sentence.text };
}

/** In an entry of the knowledge base a sentence is about its title; in a course a figure is one of what its heading names. */
function withTopic(asked: Asked, stem: string): string | undefined {
  const { topic, source } = asked.sentence.passage;
  if (source.source_type !== 'knowledge') return inCourse(asked, stem);
  const told = termKey(asked.text);
  if (mentions(told, topic) || leaks(rightAnswer(asked), topic) || leaks(topic, rightAnswer(asked))) return stem;
  return `${topic}: ${stem}`;
}

/** A figure, a role without its place and what has no name of its own stand behind their heading. */
function inCourse(asked: Asked, stem: string): string | undefined {
  const { passage } = asked.sentence;
  const role = bareRole(asked);
  if (role !== undefined && ALWAYS_OF.test(role)) return undefined;
  if (role !== undefined && asked.sentence.about === undefined && headingOf(passage) === undefined) return undefined;
  const isOf =
    asked.kind === 'value' ||
    role !== undefined ||
    (asked.kind === 'term' &&
      (isNameless(asked.text) ||
        OF_SOME.test(asked.text) ||
        (asked.start === 0 && grammar().given.test(asked.text.slice(asked.end)))));
  if (isOf) {
    const placed = withSubject(stem, rightAnswer(asked), asked.sentence);
    // "Ivermectin ____ is the drug of choice": of what, or it is not asked.
    return placed === stem && asked.kind === 'value' && hasBareRole(asked.text) ? undefined : placed;
  }
  const { about } = asked.sentence;
  return about === undefined || asked.kind === 'name' ? stem : (behind(about, stem, rightAnswer(asked)) ?? stem);
}

function hasBareRole(text: string): boolean {
  const [, role = ''] = / (?:is|are|remains?) (the [^,;.]+)/.exec(text) ?? [];
  return (
    (ROLE.test(role) && isBare(role)) ||
    / (?:is|are) (?:used|given|kept) (?:for|as) (?:prevention|prophylaxis)\b/.test(text)
  );
}

/** "The antidote", "the first-line drug": of what, the sentence does not say. */
function bareRole(asked: Asked): string | undefined {
  const said = asked.kind === 'value' || asked.start > 0 ? '' : asked.text.slice(asked.end).replace(/\.$/, '');
  const [, role] = /^ (?:is|are|remains?) (the [^,;]+)/.exec(said) ?? [];
  return role !== undefined && isBare(role) ? role : undefined;
}

/** The whole sentence, where the rest of it does not give the answer away. */
function wholeText(asked: Asked): string {
  const { text, sentence } = asked;
  const cut = text.replace(/\.$/, '');
  if (asked.kind !== 'term' || !sentence.text.startsWith(cut)) return text;
  return leaks(asked.thing.name, sentence.text.slice(cut.length)) ? text : sentence.text;
}

export function gapped(asked: Asked): string {
  const where = asked.kind === 'name' && asked.isRole ? inTopic(asked) : '';
  const text = wholeText(asked);
  return `${text.slice(0, asked.start)}${GAP}${text.slice(asked.end).replace(/\.$/, `${where}.`)}`;
}

/** "Which of the following secretes renin?", "Renin is secreted by which of the following?", else a gap. */
function choiceStem(asked: Asked): string {
  const { text, start, end } = asked;
  if (asked.kind === 'name' && asked.start > 0)
    return `What is the name for this: ${lowerFirst(text.slice(0, start)).replace(/ (?:is|are) (?:called|known as|termed|referred to as|named) (?:the |an? )?$/, '')}?`;
  if (asked.kind === 'value') return thresholdStem(asked.quantity, gapped(asked));
  if (start === 0) {
    const where = asked.kind === 'name' && asked.isRole ? inTopic(asked) : '';
    return `Which of the following${text.slice(end).replace(/\.$/, '')}${where}?`;
  }
  if (/^\.?$/.test(text.slice(end)) && !/[,;:]/.test(text.slice(0, start)) && asked.kind === 'term')
    return `${text.slice(0, start)}which of the following?`;
  return gapped(asked);
}

/** "The lungs compensate": what compensates is asked. */
function inSingular({ text, start, end, lemma }: Asked & { kind: 'term' }): string {
  const said = text.slice(end);
  const isOfMany = isPlural(text.slice(start, end)) && said.startsWith(` ${lemma} `) && !IRREGULAR.test(lemma);
  return isOfMany ? ` ${thirdPersonOf(lemma)}${said.slice(lemma.length + 1)}` : said;
}

const IRREGULAR = /^(?:is|are|be|have|do|go)$/;

function shortStem(asked: Asked): string | undefined {
  const { text, start, end } = asked;
  if (asked.kind === 'name' && asked.isRole)
    return isNounless(asked.definition) ? undefined : `What ${beOf(asked)} ${asked.definition}${inTopic(asked)}?`;
  if (asked.kind === 'name')
    return `What is the term for ${start === 0 ? asked.definition : lowerFirst(asked.definition)}?`;
  if (asked.kind === 'term')
    return asked.role === 'subject' && !asked.open ? `What${inSingular(asked).replace(/\.$/, '')}?` : undefined;
  const head =
    /^(.{3,80}?) (is|are|was) (?:usually |normally |typically )?(?:about |approximately |around |roughly )?$/.exec(
      text.slice(0, start),
    );
  if (head === null || /[,;:]/.test(head[1] as string) || !isSubject(head[1] as string, text)) return undefined;
  const rest = text.slice(end).replace(/\.$/, '');
  if (/[,;\d]/.test(rest) || SECOND_CLAUSE.test(rest)) return undefined;
  // "20 % of cardiac output": what is asked is a share of something.
  if (/^ of /.test(rest))
    return asked.quantity.unit === '%' || asked.quantity.unit === 'fraction'
      ? `What share${rest} ${head[2]} ${withinSentence(head[1] as string, asked)}?`
      : undefined;
  // "The palm is about 1 %": of what, nothing says.
  if (asked.quantity.unit === '%' && !OF_SHARE.test(head[1] as string)) return undefined;
  return `What ${head[2]} ${withinSentence(head[1] as string, asked)}${rest}?`;
}

/** As the sentence says it: "Ascaris lumbricoides is". */
const beOf = ({ text, end, thing }: Extract<Asked, { kind: 'name' }>) =>
  /^ (is|are)\b/.exec(text.slice(end))?.[1] ?? (isPlural(thing.name) ? 'are' : 'is');

/** "The leading cause of death in children" is so in what the chapter is about. */
function inTopic({ sentence, text, start, end }: Asked): string {
  const topic = sentence.about ?? topicOf(sentence.passage);
  const rest = `${text.slice(0, start)} ${text.slice(end)}`;
  const isSaid =
    topic === undefined || namesPlace(rest) || [...contentStems(topic)].some((stem) => contentStems(rest).has(stem));
  return isSaid ? '' : ` in ${inSentence(topic)}`;
}

/** "Serum potassium", which the material writes small elsewhere, is no name. */
function withinSentence(phrase: string, { sentence }: Asked): string {
  return inSentence(lowerFirst(phrase), sentence.passage.text);
}

/** Words that carry on with another statement: what stands before them is asked for, and they are not. */
/** Named so, a per cent is the answer to "what is". */
const OF_SHARE =
  /\b(?:rate|risk|share|proportion|percentage|prevalence|incidence|mortality|lethality|survival|sensitivity|specificity|saturation|fraction|haematocrit|hematocrit|concentration|recurrence|bioavailability|value|efficacy|HbA1c)\b/i;

const SECOND_CLAUSE = /\b(?:is|are|was|were|has|have|can|may|must|should|when|if|while|which|that|because|unless)\b/;

/** A noun phrase: up to the first verb of its sentence, "Potassium is added when serum potassium" is none. */
function isSubject(phrase: string, text: string): boolean {
  return readClause(text)?.subject.end === phrase.length;
}
