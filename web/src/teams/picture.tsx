/**
 * The tree as indented rows, and beside it an arc for each transfer that the tree alone does not show. Above a chat, the
 * arcs are what happened: as thick as often, refused ones broken.
 */
import type { DrawnAgent, TeamDrawing } from '../../../src/teams/drawing.ts';
import { sayCount } from '../pieces/parts.tsx';
import type { Move } from './moves.ts';

const ROW = 52;
const INDENT = 22;
const ARCS = 132;

interface Row {
  readonly agent: DrawnAgent;
  readonly depth: number;
}

interface Arc {
  readonly from: number;
  readonly to: number;
  readonly kind: 'declared' | 'peer' | 'happened' | 'refused';
  readonly times: number;
  readonly say: string;
}

export function TeamPicture({ drawing, moves }: { drawing: TeamDrawing; moves: readonly Move[] }) {
  const rows = layRows(drawing);
  const arcs = moves.length > 0 ? arcsOfMoves(rows, moves) : arcsOfRules(rows);
  return (
    <section aria-label={`The team ${drawing.name}`}>
      <p className="soft meta">
        Everyone may hand over to their own agents and back to the one above them. {sayLegend(arcs, moves)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className="team-picture" tabIndex={0} aria-label="Agents">
        <ol className="team-rows">
          {rows.map(({ agent, depth }) => (
            <li key={agent.name} style={{ height: ROW }}>
              <span className="team-agent" style={{ marginLeft: depth * INDENT }}>
                <strong className="ellipsis" title={agent.description}>
                  {agent.name}
                </strong>
                <span className="soft ellipsis">{sayKind(agent)}</span>
              </span>
              <span className="team-tools soft" title={toolNames(agent).join(', ')}>
                {toolNames(agent).join(', ')}
              </span>
            </li>
          ))}
        </ol>
        <svg className="team-arcs" width={ARCS} height={rows.length * ROW} aria-hidden="true">
          {arcs.map((arc) => (
            <path
              key={`${arc.from} ${arc.to} ${arc.kind}`}
              className={`arc ${arc.kind}`}
              d={curve(arc)}
              style={{ strokeWidth: Math.min(6, 1 + arc.times) }}
              markerEnd="url(#arrow)"
            />
          ))}
          <defs>
            <marker
              id="arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
              markerUnits="userSpaceOnUse"
            >
              <path d="M0 0L8 4L0 8z" className="arc-head" />
            </marker>
          </defs>
        </svg>
      </section>
      {arcs.length > 0 && (
        <ul className="team-list">
          {arcs.map((arc) => (
            <li key={arc.say}>
              <span className={`tag ${arc.kind === 'refused' ? 'warn' : ''}`}>{WORDS[arc.kind]}</span> {arc.say}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const WORDS = { declared: 'declared', peer: 'peers', happened: 'handed over', refused: 'refused' } as const;

function sayLegend(arcs: readonly Arc[], moves: readonly Move[]): string {
  if (moves.length > 0) return 'The arcs are what happened in this chat.';
  return arcs.length > 0 ? 'The arcs are transfers that are declared beside that.' : 'Nothing is declared beside that.';
}

function layRows({ agents, root }: TeamDrawing): Row[] {
  const rows: Row[] = [];
  const visit = (agent: DrawnAgent, depth: number) => {
    rows.push({ agent, depth });
    for (const below of agents) if (below.parent === agent.name || below.toolOf === agent.name) visit(below, depth + 1);
  };
  const first = agents.find(({ name }) => name === root);
  if (first !== undefined) visit(first, 0);
  return rows;
}

function arcsOfRules(rows: readonly Row[]): Arc[] {
  return rows.flatMap(({ agent }, from) =>
    agent.transfers.flatMap(({ to, because }): Arc[] =>
      because === 'declared' || because === 'peer'
        ? [{ from, to: at(rows, to), kind: because, times: 1, say: `${agent.name} → ${to}` }]
        : [],
    ),
  );
}

function arcsOfMoves(rows: readonly Row[], moves: readonly Move[]): Arc[] {
  return moves.map(({ from, to, times, refused }) => ({
    from: at(rows, from),
    to: at(rows, to),
    kind: refused ? ('refused' as const) : ('happened' as const),
    times,
    say: `${from} → ${to}, ${sayCount(times, 'time')}`,
  }));
}

/** A name that is in no team (a model made it up) has its arc end at the edge. */
function at(rows: readonly Row[], name: string): number {
  const found = rows.findIndex(({ agent }) => agent.name === name);
  return found < 0 ? rows.length - 0.5 : found;
}

function curve({ from, to }: Arc): string {
  const [y1, y2] = [from * ROW + ROW / 2 - 4, to * ROW + ROW / 2 + 4];
  const reach = Math.min(ARCS - 12, 28 + Math.abs(to - from) * 14);
  return `M4 ${y1}C${reach} ${y1} ${reach} ${y2} 6 ${y2}`;
}

function sayKind({ kind, model, toolOf }: DrawnAgent): string {
  return [kind === 'llm' ? (model ?? 'model of the team') : kind, toolOf && `tool of ${toolOf}`]
    .filter(Boolean)
    .join(' · ');
}

function toolNames({ tools }: DrawnAgent): string[] {
  return tools
    .filter(({ kind }) => kind !== 'agent')
    .map(({ name, kind }) => (kind === 'builtin' ? `${name} (built-in)` : name));
}
