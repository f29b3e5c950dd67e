/** A quiz from passages: what can be asked, put as the kinds that are wanted, spread over passages and topics. */
import { createHash } from 'node:crypto';
import { openBreath } from '../breath.ts';
import { termKey } from '../facts/terms.ts';
import { QUESTION_KINDS, type Question, type QuestionKind, type Relation } from '../types.ts';
import { type Chance, openChance } from './chance.ts';
import { toQuestion } from './question.ts';
import { showsAnswer } from './shown.ts';
import { gatherSources, type QuizOrder, type Source } from './sources.ts';

const MOST_OF_PASSAGE = 2;

export async function makeQuestions(order: QuizOrder): Promise<Question[]> {
  const { count, kinds, seed } = order;
  const chance = openChance(seed);
  const sources = chance.shuffle(gatherSources(order, chance));
  const wishes = openWishes(kinds, chance);
  const chosen: Question[] = [...(order.already ?? [])];
  const perPlace = new Map<string, number>();
  const breathe = openBreath();
  for (const { relaxed, wanted } of passesOf(order.prefers))
    for (const source of sources) {
      if (chosen.length >= count) break;
      await breathe();
      if (!relaxed && (perPlace.get(source.place) ?? 0) >= MOST_OF_PASSAGE) continue;
      const question = askOf(source, wishes, chosen);
      if (question === undefined || wanted?.includes(question.relation) === false) continue;
      if (!relaxed && wanted === undefined && isTooManyFigures(question, chosen)) continue;
      chosen.push(question);
      perPlace.set(source.place, (perPlace.get(source.place) ?? 0) + 1);
      wishes.given(question.kind);
    }
  return chosen;
}

/** First what is preferred, then whatever is spread over the passages, then the rest. */
function passesOf(prefers: readonly Relation[] | undefined) {
  const usual = [
    { relaxed: false, wanted: undefined },
    { relaxed: true, wanted: undefined },
  ];
  return prefers === undefined
    ? usual
    : [{ relaxed: false, wanted: prefers }, { relaxed: true, wanted: prefers }, ...usual];
}

/** Figures are the easiest to ask for; half of a quiz is enough. */
function isTooManyFigures({ relation }: Question, chosen: readonly Question[]): boolean {
  return relation === 'value' && chosen.filter((other) => other.relation === 'value').length > chosen.length / 2;
}

function askOf(
  source: Source,
  wishes: ReturnType<typeof openWishes>,
  chosen: readonly Question[],
): Question | undefined {
  for (const kind of wishes.order()) {
    const draft = source.ask(kind);
    const question = draft && toQuestion(draft);
    if (question === undefined || showsAnswer(question)) continue;
    if (!chosen.some((other) => repeats(other, question))) return question;
  }
  return undefined;
}

/** Which kind is due: all of those wanted, in turn. */
function openWishes(kinds: readonly QuestionKind[], chance: Chance) {
  const given = new Map<QuestionKind, number>(kinds.map((kind) => [kind, 0]));
  return {
    order: (): QuestionKind[] =>
      chance
        .shuffle(QUESTION_KINDS.filter((kind) => given.has(kind)))
        .sort((a, b) => (given.get(a) ?? 0) - (given.get(b) ?? 0)),
    given: (kind: QuestionKind) => given.set(kind, (given.get(kind) ?? 0) + 1),
  };
}

/** Two questions of one sentence answer each other, and the same words are not asked twice. */
function repeats(a: Question, b: Question): boolean {
  const isAskedTwice = a.kind !== 'match' && termKey(a.stem) === termKey(b.stem);
  return a.id === b.id || isAskedTwice || a.citation.source.excerpt === b.citation.source.excerpt;
}

export function quizId(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);
}
