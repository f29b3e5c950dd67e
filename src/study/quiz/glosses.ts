/** Questions about a list of names with what is said of each: of which it is said, what the term for it is, each beside its own. */
import { readClause } from '../facts/clause.ts';
import { fitsAnother, type Gloss, type Glossary } from '../facts/glosses.ts';
import { areClose, thingOf } from '../facts/things.ts';
import { inSentence } from '../material/things.ts';
import type { QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import { isExclusive } from './exclusive.ts';
import type { Pair } from './matching.ts';
import { type Draft, GAP, lettered, upperFirst } from './question.ts';

const WRONG = 3;
const ASKS = 'Match each item on the left with what the list says of it on the right.';

export function askGloss(
  kind: QuestionKind,
  row: Gloss,
  { rows, passage }: Glossary,
  chance: Chance,
): Draft | undefined {
  const others = rows.filter((other) => other !== row);
  // Of two that are described alike neither is the answer.
  if (others.some((other) => fitsAnother(row, other) || areClose(thingOf(other.name), thingOf(row.name))))
    return undefined;
  const settled = { reason: `The material says: “${row.words}”`, passage, words: row.words };
  const relation = row.isDefinition ? 'definition' : 'function';
  const key = { kind: 'text' as const, text: row.name, also: thingOf(row.name).names.filter((n) => n !== row.name) };
  const said = inSentence(row.said);
  if (kind === 'short')
    return {
      ...{ kind, relation, key, ...settled },
      stem: row.isDefinition
        ? `What is the term for ${said}?`
        : `${isClause(said) ? 'Of what is this so' : 'What is this'}: “${said}”?`,
    };
  if (kind === 'cloze') return { kind, relation, stem: `${GAP}: ${said}.`, key, ...settled };
  if (kind !== 'choice' || others.length < WRONG) return undefined;
  const { options, label } = lettered(
    row.name,
    chance
      .shuffle(others)
      .toSorted((a, b) => likeness(b, row) - likeness(a, row))
      .slice(0, WRONG)
      .map(({ name }) => name),
    chance,
  );
  return {
    ...{ kind, relation, options, ...settled },
    stem: row.isDefinition
      ? `Which of the following is the term for ${said}?`
      : `${isClause(said) ? 'Of which of the following is this so' : 'Which of the following is this'}: “${said}”?`,
    key: { kind: 'option', label, text: upperFirst(row.name) },
  };
}

/** "The sac contains the appendix" is so of something. */
function isClause(said: string): boolean {
  return readClause(`${said}.`) !== undefined;
}

/** Others of its kind before the rest: "tonometry" and "perimetry", what is measured beside what is measured. */
function likeness(other: Gloss, { name, said }: Gloss): number {
  const [own, its] = [thingOf(name).concept?.kind, thingOf(other.name).concept?.kind];
  const [first = ''] = said.split(' ').filter((word) => !/^(?:an?|the)$/.test(word));
  return (
    Number(own === its && own !== undefined) +
    Number(other.name.slice(-4) === name.slice(-4)) +
    Number(other.said.includes(first))
  );
}

export function glossPairs({ rows, passage }: Glossary): Pair[] {
  return rows
    .filter((row) => isExclusive(row.said) && !rows.some((other) => other !== row && fitsAnother(row, other)))
    .map(({ name, said, words }) => ({
      ...{ left: upperFirst(name), right: upperFirst(said), passage, words, asks: ASKS },
    }));
}
