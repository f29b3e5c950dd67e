/** The rows of a picture and its arcs: what the rules add to the tree, or what happened in a chat. */
import type { DrawnAgent, TeamDrawing } from '../../../src/teams/drawing.ts';
import type { Move } from './moves.ts';

export interface Row {
  readonly agent: DrawnAgent;
  readonly depth: number;
}

export interface Arc {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly kind: 'declared' | 'peer' | 'happened' | 'refused';
  readonly times: number;
  readonly say: string;
  /** Why it was refused. */
  readonly why?: string | undefined;
}

export function layRows({ agents, root }: TeamDrawing): Row[] {
  const rows: Row[] = [];
  const visit = (agent: DrawnAgent, depth: number) => {
    rows.push({ agent, depth });
    for (const below of agents) if (below.parent === agent.name || below.toolOf === agent.name) visit(below, depth + 1);
  };
  const first = agents.find(({ name }) => name === root);
  if (first !== undefined) visit(first, 0);
  return rows;
}

/** Over no chat (`moves` absent) what is allowed, over one what happened. */
export function drawArcs(rows: readonly Row[], moves: readonly Move[] | undefined): Arc[] {
  return moves === undefined ? arcsOfRules(rows) : arcsOfMoves(rows, moves);
}

export function sayLegend(arcs: readonly Arc[], moves: readonly Move[] | undefined): string {
  if (moves !== undefined)
    return moves.length > 0 ? 'The arcs are what happened in this chat.' : 'In this chat nobody handed over.';
  return arcs.length > 0 ? 'The arcs are transfers that are declared beside that.' : 'Nothing is declared beside that.';
}

function arcsOfRules(rows: readonly Row[]): Arc[] {
  return rows.flatMap(({ agent }, from) =>
    agent.transfers.flatMap(({ to, because }): Arc[] =>
      because === 'declared' || because === 'peer'
        ? [
            {
              id: `${agent.name} ${to} ${because}`,
              from,
              to: at(rows, to),
              kind: because,
              times: 1,
              say: `${agent.name} → ${to}`,
            },
          ]
        : [],
    ),
  );
}

function arcsOfMoves(rows: readonly Row[], moves: readonly Move[]): Arc[] {
  return moves.map(({ from, to, times, refused, why }) => ({
    id: `${from} ${to} ${refused}`,
    from: at(rows, from),
    to: at(rows, to),
    kind: refused ? ('refused' as const) : ('happened' as const),
    times,
    say: `${from} → ${to || 'nobody named'}, ${times} ${times === 1 ? 'time' : 'times'}`,
    ...(why !== undefined && { why }),
  }));
}

/** A name that is in no team (a model made it up) has its arc end at the edge. */
function at(rows: readonly Row[], name: string): number {
  const found = rows.findIndex(({ agent }) => agent.name === name);
  return found < 0 ? rows.length - 0.5 : found;
}
