/** A pipeline as it stands: each stage a box with its state in words and shape, lines from what it waits for. */
import { useMemo } from 'react';
import { sayName } from '../pieces/fields.ts';
import { sayMs } from '../pieces/parts.tsx';
import type { StageReport, StageShape, StageState } from './calls.ts';
import { BOX, layOut } from './layout.ts';

const SIGN: Record<StageState, string> = {
  waiting: '○',
  running: '◐',
  retrying: '↻',
  done: '✓',
  cached: '✓',
  failed: '✕',
  skipped: '–',
};

const MARGIN = 4;

export function StageGraph(given: {
  stages: readonly (StageShape | StageReport)[];
  chosen?: string | undefined;
  onChoose?: (id: string) => void;
}) {
  const { boxes, lines, width, height } = useMemo(() => layOut(given.stages), [given.stages]);
  const stageOf = (id: string) => given.stages.find((stage) => stage.id === id)!;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a graph that scrolls must be reachable by keyboard
    <section className="graph" tabIndex={0} aria-label="Stages">
      <div style={{ width: width + 2 * MARGIN, height: height + 2 * MARGIN }}>
        <svg width={width + 2 * MARGIN} height={height + 2 * MARGIN} aria-hidden="true">
          {lines.map(({ from, to }) => (
            <path key={`${from.id} ${to.id}`} className={`wire ${stateOf(stageOf(to.id))}`} d={curve(from, to)} />
          ))}
        </svg>
        {boxes.map(({ id, x, y }) => (
          <StageBox
            key={id}
            stage={stageOf(id)}
            isChosen={id === given.chosen}
            place={{ left: x + MARGIN, top: y + MARGIN, width: BOX.width, height: BOX.height }}
            onChoose={() => given.onChoose?.(id)}
          />
        ))}
      </div>
    </section>
  );
}

function StageBox(given: {
  stage: StageShape | StageReport;
  isChosen: boolean;
  place: { left: number; top: number; width: number; height: number };
  onChoose: () => void;
}) {
  const { stage } = given;
  const state = stateOf(stage);
  return (
    <button
      type="button"
      className={`stage ${state}`}
      style={given.place}
      aria-pressed={given.isChosen}
      onClick={given.onChoose}
    >
      <span className="stage-name ellipsis">{sayName(stage.id)}</span>
      <span className="stage-state ellipsis">
        <span aria-hidden="true">{SIGN[state]}</span> {sayState(stage)}
      </span>
    </button>
  );
}

export function stateOf(stage: StageShape | StageReport): StageState {
  return 'state' in stage ? stage.state : 'waiting';
}

function sayState(stage: StageShape | StageReport): string {
  if (!('state' in stage)) return stage.function.replaceAll('_', ' ');
  const times = stage.attempts > 1 ? `, try ${stage.attempts}` : '';
  const took = stage.ms === undefined || stage.state === 'running' ? '' : ` · ${sayMs(stage.ms)}`;
  return `${stage.state}${times}${took}`;
}

function curve(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const [x1, y1] = [from.x + BOX.width + MARGIN, from.y + BOX.height / 2 + MARGIN];
  const [x2, y2] = [to.x + MARGIN, to.y + BOX.height / 2 + MARGIN];
  const bend = (x2 - x1) / 2;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}
