/** Small charts: values over time against their reference band. Flags have shapes, so that colour is never alone. */

import type { Point, Series } from './series.ts';
import { FLAGS, flagOf, sayDate, sayMeasure, sayNumber, sayUnit } from './words.ts';

const WIDTH = 320;
const HEIGHT = 132;
const PAD = { left: 8, right: 36, top: 20, bottom: 22 };

export function TrendChart({ lines, highlight }: { lines: readonly Series[]; highlight?: string | undefined }) {
  const shown = lines.filter((line) => line.points.length > 0);
  if (shown.length === 0) return null;
  const scale = scaleOf(shown, PAD, WIDTH, HEIGHT);
  const edges = bandEdges(shown);
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={describe(shown)}>
      {shown.map((line) => (
        <Band key={line.name} line={line} scale={scale} />
      ))}
      {edges.map((edge) => (
        <text key={edge} className="chart-label" x={WIDTH - PAD.right + 8} y={scale.y(edge) + 3.5}>
          {sayNumber(edge)}
        </text>
      ))}
      {shown.map((line) => (
        <g key={line.name}>
          <path className="chart-line" d={pathOf(line.points, scale)} />
          {line.points.map((point) => (
            <Mark
              key={point.uuid}
              point={point}
              scale={scale}
              isLit={[point.uuid, point.entry].includes(highlight ?? '')}
            />
          ))}
        </g>
      ))}
      {shown.map((line) => (
        <LastValue key={line.name} line={line} scale={scale} />
      ))}
      <Dates lines={shown} />
    </svg>
  );
}

/** A line of its own, without words: its row says them. */
export function Sparkline({ line }: { line: Series }) {
  const width = 72;
  const height = 22;
  const scale = scaleOf([line], { left: 2, right: 4, top: 4, bottom: 4 }, width, height);
  const last = line.points.at(-1);
  if (last === undefined || line.points.length < 2) return <span className="spark" />;
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <Band line={line} scale={scale} />
      <path className="chart-line" d={pathOf(line.points, scale)} />
      <circle
        className={`spark-end ${flagOf(last.flag) ?? ''}`}
        cx={scale.x(last.time)}
        cy={scale.y(last.value)}
        r="2.4"
      />
    </svg>
  );
}

interface Scale {
  x(time: number): number;
  y(value: number): number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function scaleOf(lines: readonly Series[], pad: typeof PAD, width: number, height: number): Scale {
  const points = lines.flatMap((line) => line.points);
  const times = points.map((point) => point.time);
  const values = [...points.map((point) => point.value), ...bandEdges(lines)];
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = (most - least || Math.abs(most) || 1) * 0.08;
  const [left, right, top, bottom] = [pad.left, width - pad.right, pad.top, height - pad.bottom];
  return {
    x: (time) => (to === from ? (left + right) / 2 : left + ((time - from) / (to - from)) * (right - left)),
    y: (value) => bottom - ((value - least + room) / (most - least + 2 * room)) * (bottom - top),
    left,
    right,
    top,
    bottom,
  };
}

function bandEdges(lines: readonly Series[]): number[] {
  return [...new Set(lines.flatMap(({ low, high }) => [low, high]).filter((edge) => edge !== null))];
}

function Band({ line, scale }: { line: Series; scale: Scale }) {
  if (line.low === null && line.high === null) return null;
  const top = line.high === null ? scale.top : scale.y(line.high);
  const bottom = line.low === null ? scale.bottom : scale.y(line.low);
  const { left, right } = scale;
  return (
    <rect className="chart-band" x={left} width={right - left} y={top} height={Math.max(0, bottom - top)} rx="2" />
  );
}

function pathOf(points: readonly Point[], scale: Scale): string {
  return points
    .map(
      (point, index) =>
        `${index === 0 ? 'M' : 'L'}${scale.x(point.time).toFixed(1)} ${scale.y(point.value).toFixed(1)}`,
    )
    .join('');
}

function Mark({ point, scale, isLit }: { point: Point; scale: Scale; isLit: boolean }) {
  const [x, y] = [scale.x(point.time), scale.y(point.value)];
  const flag = flagOf(point.flag);
  const shape = {
    high: `M${x} ${y - 4}l4 7h-8z`,
    low: `M${x} ${y + 4}l4 -7h-8z`,
    critical: `M${x} ${y - 5}l5 5l-5 5l-5 -5z`,
  };
  return (
    <g className={`chart-mark ${flag ?? ''}`}>
      {isLit && <circle className="chart-lit" cx={x} cy={y} r="9" />}
      {flag === undefined ? <circle cx={x} cy={y} r="2.6" /> : <path d={shape[flag]} />}
    </g>
  );
}

function LastValue({ line, scale }: { line: Series; scale: Scale }) {
  const last = line.points.at(-1)!;
  return (
    <text className="chart-value" x={scale.x(last.time)} y={scale.y(last.value) - 12} textAnchor="end">
      {sayNumber(last.value)}
    </text>
  );
}

function Dates({ lines }: { lines: readonly Series[] }) {
  const points = lines.flatMap((line) => line.points).sort((a, b) => a.time - b.time);
  const [first, last] = [points[0]!, points.at(-1)!];
  const y = HEIGHT - 6;
  return (
    <>
      <text className="chart-label" x={PAD.left} y={y}>
        {sayDate(first.iso.slice(0, 7))}
      </text>
      {last.iso.slice(0, 7) !== first.iso.slice(0, 7) && (
        <text className="chart-label" x={WIDTH - PAD.right} y={y} textAnchor="end">
          {sayDate(last.iso.slice(0, 7))}
        </text>
      )}
    </>
  );
}

function describe(lines: readonly Series[]): string {
  return lines
    .map(({ name, code, unit, points, low, high }) => {
      const last = points.at(-1)!;
      const flag = flagOf(last.flag);
      const range = low !== null || high !== null ? `, usual range ${low ?? 'up'} to ${high ?? 'any'}` : '';
      const word = flag ? `, ${FLAGS[flag].word}` : '';
      return `${sayMeasure({ name, code })}: ${points.length} values, the last ${sayNumber(last.value)} ${sayUnit(unit)} on ${sayDate(last.iso)}${word}${range}.`;
    })
    .join(' ');
}
