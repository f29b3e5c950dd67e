/**
 * The tree as indented rows, and beside it an arc for each transfer that the tree alone does not show. Above a chat, the
 * arcs are what happened: as thick as often, refused ones broken.
 */
import type { DrawnAgent, TeamDrawing } from '../../../src/teams/drawing.ts';
import { type Arc, drawArcs, layRows, sayLegend } from './arcs.ts';
import type { Move } from './moves.ts';

const ROW = 52;
const INDENT = 22;
const ARCS = 132;

/** Without `moves` it is over no chat: the arcs are what is allowed. */
export function TeamPicture({ drawing, moves }: { drawing: TeamDrawing; moves?: readonly Move[] | undefined }) {
  const rows = layRows(drawing);
  const arcs = drawArcs(rows, moves);
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
              key={arc.id}
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
            <li key={arc.id}>
              <span className={`tag ${arc.kind === 'refused' ? 'warn' : ''}`}>{WORDS[arc.kind]}</span> {arc.say}
              {arc.why && <span className="soft"> {arc.why}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const WORDS = { declared: 'declared', peer: 'peers', happened: 'handed over', refused: 'refused' } as const;

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
