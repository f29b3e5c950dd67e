/** Matters: the statements of all artifacts, gathered by what they are about, and in each the positions taken. */
import type { Likeness } from '../statements/index.ts';
import { isSpoken, relate, type Statement } from './statement.ts';

export interface Position {
  /** The first that said so; the others say the same. */
  readonly statements: Statement[];
}

export interface Matter {
  readonly positions: Position[];
}

/** In the order in which each matter first comes up. */
export function gatherMatters(statements: readonly Statement[], likeness: Likeness): Matter[] {
  const matters: Matter[] = [];
  const exact = new Map<string, Position>();
  const shelf = openShelf();
  for (const statement of statements) {
    const key = `${statement.kind === 'heading'} ${statement.folded}`;
    const known = exact.get(key);
    if (known !== undefined) known.statements.push(statement);
    else exact.set(key, place(matters, shelf, statement, likeness));
  }
  return matters;
}

/** A position by where it stands: the number of its matter, and its own in it. */
interface Placed {
  readonly matter: number;
  readonly at: number;
  readonly position: Position;
}

/** Positions by the words of their first statement: only those that share one can be the same or in conflict. */
function openShelf() {
  const byWord = new Map<string, Placed[]>();
  const wordsOf = (statement: Statement) => {
    const { said, folded } = statement;
    if (!isSpoken(statement)) return [`= ${folded}`];
    return [
      ...said.about,
      ...Array.from(said.poles.keys(), (axis) => `axis ${axis}`),
      ...(said.claim?.about ?? []),
      `= ${folded}`,
    ];
  };
  return {
    put: (placed: Placed) => {
      for (const word of wordsOf(placed.position.statements[0]!)) {
        const held = byWord.get(word);
        if (held === undefined) byWord.set(word, [placed]);
        else held.push(placed);
      }
    },
    near: (statement: Statement): Placed[] => {
      const found = new Set(wordsOf(statement).flatMap((word) => byWord.get(word) ?? []));
      return [...found].sort((a, b) => a.matter - b.matter || a.at - b.at);
    },
  };
}

/** One question, and what each artifact answers to it. */
export function gatherAnswers(statements: readonly Statement[], likeness: Likeness): Matter {
  const positions: Position[] = [];
  for (const statement of statements) {
    const same = positions.find(({ statements: [first] }) => relate(first!, statement, likeness) === 'same');
    if (same === undefined) positions.push({ statements: [statement] });
    else same.statements.push(statement);
  }
  return { positions };
}

/** The position that the statement takes: one that is there, a new one in a matter, or a new matter. */
function place(
  matters: Matter[],
  shelf: ReturnType<typeof openShelf>,
  statement: Statement,
  likeness: Likeness,
): Position {
  let disputed: number | undefined;
  for (const { matter, position } of shelf.near(statement)) {
    const [first] = position.statements;
    // An artifact does not contradict or repeat itself: what it says twice, it means to say twice.
    if (first!.artifact === statement.artifact) continue;
    const relation = relate(first!, statement, likeness);
    if (relation === 'same') {
      position.statements.push(statement);
      return position;
    }
    if (relation === 'conflict') disputed ??= matter;
  }
  const position: Position = { statements: [statement] };
  const matter = disputed ?? matters.push({ positions: [] }) - 1;
  const at = matters[matter]!.positions.push(position) - 1;
  shelf.put({ matter, at, position });
  return position;
}

export function supporters({ statements }: Position): string[] {
  return [...new Set(statements.map(({ artifact }) => artifact))];
}

/**
 * Of the matters that several artifacts speak of, how far they agree: the share of the largest position, averaged.
 * Undefined where there is no such matter.
 */
export function agreementOf(matters: readonly Matter[]): number | undefined {
  const shares = matters.flatMap(({ positions }) => {
    const speakers = new Set(positions.flatMap(supporters)).size;
    return speakers < 2 ? [] : [Math.max(...positions.map((position) => supporters(position).length)) / speakers];
  });
  if (shares.length === 0) return undefined;
  return Math.round((shares.reduce((sum, share) => sum + share, 0) / shares.length) * 100) / 100;
}
