/** What can be said of a question by the labels alone: is it settled by its passage, and is no other option right. */
import { contentStems, mentions, termKey } from '../facts/terms.ts';
import { inUnitOf, overlap, readQuantities } from '../facts/values.ts';
import { gradeOption } from '../grading/choosing.ts';
import { gradeWords, kindOf } from '../grading/meaning.ts';
import type { Question, Verdict } from '../types.ts';
import type { LabelledAnswer, LabelledFact, LabelledPassage } from './sets.ts';

export interface QuestionScore {
  readonly answerable: boolean;
  readonly one_right: boolean;
  /** It asks for a fact of the labels. */
  readonly labelled: boolean;
  readonly why: string;
}

export function scoreQuestion(question: Question, passages: readonly LabelledPassage[]): QuestionScore {
  const home = passages.find(({ text }) =>
    plain(text).includes(plain(question.citation.source.excerpt ?? '').slice(0, 60)),
  );
  const facts = home?.facts ?? [];
  const right = rightTexts(question);
  const asked = right.flatMap((key) => askedFacts(question, key, facts));
  const answerable = right.length > 0 && right.every((key) => isIn(question.passage.text, key)) && isSettled(question);
  const double = wrongTexts(question).find((option) => isRight(option, right, asked, facts));
  const why = !answerable ? 'not settled by its passage' : double === undefined ? '' : `"${double}" is right too`;
  return { answerable, one_right: double === undefined, labelled: asked.length > 0, why };
}

function plain(text: string): string {
  return termKey(text.replace(/[#*_`>]/g, ' '));
}

/** What the question takes for right: of "which is not" the three that belong. */
function rightTexts({ key, kind, options, items }: Question): string[] {
  if (key.kind === 'text') return [key.text];
  if (key.kind === 'pairs') return [...items, ...options].map(({ text }) => text);
  return kind === 'which_not' ? options.filter(({ label }) => label !== key.label).map(({ text }) => text) : [key.text];
}

function wrongTexts({ key, kind, options }: Question): string[] {
  if (key.kind !== 'option') return [];
  return kind === 'which_not' ? [key.text] : options.filter(({ label }) => label !== key.label).map(({ text }) => text);
}

function isIn(passage: string, key: string): boolean {
  if (mentions(plain(passage), key)) return true;
  const said = contentStems(passage);
  const own = [...contentStems(key)];
  return own.length > 3 && own.every((word) => said.has(word));
}

const SETTLED = 0.8;

/** The words of the question stand in its passage. */
function isSettled({ stem, kind, passage }: Question): boolean {
  if (kind === 'match') return true;
  const asked = [
    ...contentStems(
      stem.replace(
        /Which of the following(?: does the material say of)?|Which (?:threshold|time) does the text give|What is the term for|\bWhat\b|\bNOT\b|one of the|____/gi,
        ' ',
      ),
    ),
  ];
  const said = contentStems(passage.text);
  return asked.filter((word) => said.has(word)).length >= asked.length * SETTLED;
}

interface AskedFact {
  readonly fact: LabelledFact;
  readonly for: 'value' | 'subject';
}

function askedFacts({ stem }: Question, key: string, facts: readonly LabelledFact[]): AskedFact[] {
  return facts.flatMap((fact): AskedFact[] => {
    if (same(key, fact.value, fact) && saysMost(stem, fact.subject, fact)) return [{ fact, for: 'value' }];
    if (same(key, fact.subject, fact) && saysMost(stem, fact.value, fact)) return [{ fact, for: 'subject' }];
    return [];
  });
}

function namesOf(text: string, { names = {} }: LabelledFact): string[] {
  return [text, ...(names[text] ?? [])];
}

function same(option: string, text: string, fact: LabelledFact): boolean {
  return namesOf(text, fact).some((name) => isSame(option, name));
}

/** The same words, or one within the other but for a remark in brackets; or the same or an overlapping value. */
function isSame(option: string, name: string): boolean {
  const [a, b] = [termKey(option.replace(/\([^()]*\)/g, ' ')), termKey(name.replace(/\([^()]*\)/g, ' '))];
  if (a === b || (a.includes(' ') && ` ${b} `.includes(` ${a} `)) || (b.includes(' ') && ` ${a} `.includes(` ${b} `)))
    return true;
  const [[x], [y]] = [readQuantities(option), readQuantities(name)];
  if (x === undefined || y === undefined) return false;
  const inUnit = inUnitOf(y, x.unit);
  return inUnit !== undefined && overlap(x, inUnit);
}

function saysMost(stem: string, text: string, fact: LabelledFact): boolean {
  const said = contentStems(stem);
  return namesOf(text, fact).some((name) => {
    const own = [...contentStems(name)];
    return own.length > 0 && own.filter((word) => said.has(word)).length >= own.length * 0.6;
  });
}

function isRight(
  option: string,
  right: readonly string[],
  asked: readonly AskedFact[],
  facts: readonly LabelledFact[],
): boolean {
  if (right.some((key) => termKey(key) === termKey(option))) return true;
  return asked.some(({ fact, for: side }) => {
    const others = facts.filter((other) => other !== fact && termKey(other.relation) === termKey(fact.relation));
    if (side === 'value') {
      const values = others
        .filter((other) => termKey(other.subject) === termKey(fact.subject))
        .map(({ value }) => value);
      return [...fact.also_true, ...values, ...namesOf(fact.value, fact)].some((name) => isSame(option, name));
    }
    const subjects = others
      .filter((other) => termKey(other.value) === termKey(fact.value))
      .map(({ subject }) => subject);
    return [...fact.also_subjects, ...subjects, ...namesOf(fact.subject, fact)].some((name) => isSame(option, name));
  });
}

export function gradedAs({ question, options, key, also = [], answer, context }: LabelledAnswer): Verdict {
  if (options === undefined) return gradeWords({ text: key, also, question, sentence: context }, answer);
  const listed = Object.entries(options).map(([label, text]) => ({ label, text }));
  return gradeOption(listed, key, answer, question).verdict;
}

export function kindOfKey({ options, key, question }: LabelledAnswer): string {
  if (options !== undefined) return 'options';
  return kindOf(key, question);
}
