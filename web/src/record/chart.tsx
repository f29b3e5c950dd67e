/** Small charts: values over time against their reference band. Flags have shapes, so that colour is never alone. */

import type { Point, Series } from './series.ts';
import { FLAGS, flagOf, sayDate, sayMeasure, sayNumber, sayUnit } from './words.ts';

const WIDTH = 320;
const HEIGHT = 140;
const PAD = { left: 8, right: 44, top: 10, bottom: 22 };
/** With more values than this, only what stands out has a mark. */
const CROWD = 40;

export function TrendChart({ lines, highlight }: { lines: readonly Series[]; highlight?: string | undefined }) {
  const shown = lines.filter((line) => line.points.length > 0 && line.unit === lines[0]?.unit);
  if (shown.length === 0) return null;
  const scale = scaleOf(shown, PAD, WIDTH, HEIGHT);
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={describe(shown)}>
      {shown.map((line) => (
        <Band key={line.name} line={line} scale={scale} />
      ))}
      {shown.map((line) => (
        <g key={line.name}>
          <path className="chart-line" d={pathOf(line.points, scale)} />
          {line.points.map((point) => (
            <Mark
              key={point.uuid}
              point={point}
              unit={line.unit}
              scale={scale}
              isLit={[point.uuid, point.entry].includes(highlight ?? '')}
              isCrowded={line.points.length > CROWD}
            />
          ))}
        </g>
      ))}
      {labelsOf(shown, scale).map(({ value, y, isLast }) => (
        <text key={`${value} ${isLast}`} className={isLast ? 'chart-value' : 'chart-label'} x={scale.right + 11} y={y}>
          {sayNumber(value)}
        </text>
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
  least: number;
  most: number;
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
    least,
    most,
    left,
    right,
    top,
    bottom,
  };
}

function bandEdges(lines: readonly Series[]): number[] {
  return [...new Set(lines.flatMap(({ low, high }) => [low, high]).filter((edge) => edge !== null))];
}

interface Label {
  value: number;
  y: number;
  isLast: boolean;
}

const LINE_HEIGHT = 12;

/** The last values, then the edges of the usual range, then the extremes: each where it does not cover one before. */
function labelsOf(lines: readonly Series[], scale: Scale): Label[] {
  const last = lines.map(({ points }) => points.at(-1)!.value);
  const labels: Label[] = [];
  for (const value of new Set([...last, ...bandEdges(lines), scale.most, scale.least])) {
    const y = scale.y(value) + 3.5;
    if (labels.every((other) => Math.abs(other.y - y) >= LINE_HEIGHT))
      labels.push({ value, y, isLast: last.includes(value) });
  }
  return labels;
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

function Mark(given: { point: Point; unit: string | null; scale: Scale; isLit: boolean; isCrowded: boolean }) {
  const { point, scale, isLit, isCrowded } = given;
  const flag = flagOf(point.flag);
  if (isCrowded && flag === undefined && !isLit) return null;
  const shape = {
    high: 'M0 -4l4 7h-8z',
    low: 'M0 4l4 -7h-8z',
    critical: 'M0 -5l5 5l-5 5l-5 -5z',
  };
  const place = `translate(${scale.x(point.time).toFixed(1)} ${scale.y(point.value).toFixed(1)})`;
  return (
    <g className={`chart-mark ${flag ?? ''}`} transform={isCrowded && !isLit ? `${place} scale(0.6)` : place}>
      <title>
        {[sayDate(point.iso), `${sayNumber(point.value)} ${sayUnit(given.unit)}`.trim(), flag && FLAGS[flag].word]
          .filter(Boolean)
          .join(', ')}
      </title>
      {isLit && <circle className="chart-lit" r="9" />}
      {flag === undefined ? <circle r="2.6" /> : <path d={shape[flag]} />}
    </g>
  );
}

function Dates({ lines }: { lines: readonly Series[] }) {
  const points = lines.flatMap((line) => line.points).sort((a, b) => a.time - b.time);
  const [first, last] = [points[0]!.iso, points.at(-1)!.iso];
  // Within a month it is the days that tell them apart.
  const exact = first.slice(0, 7) === last.slice(0, 7) ? 10 : 7;
  const y = HEIGHT - 6;
  return (
    <>
      <text className="chart-label" x={PAD.left} y={y}>
        {sayDate(first.slice(0, exact))}
      </text>
      {last.slice(0, exact) !== first.slice(0, exact) && (
        <text className="chart-label" x={WIDTH - PAD.right} y={y} textAnchor="end">
          {sayDate(last.slice(0, exact))}
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
      const word = flag ? `, ${FLAGS[flag].word}` : '';
      const range = sayRange(low, high);
      return `${sayMeasure({ name, code })}: ${points.length} values, the last ${sayNumber(last.value)} ${sayUnit(unit)} on ${sayDate(last.iso)}${word}${range && `, usual range ${range}`}.`;
    })
    .join(' ');
}

export function sayRange(low: number | null, high: number | null): string {
  if (low === null) return high === null ? '' : `up to ${sayNumber(high)}`;
  return high === null ? `from ${sayNumber(low)}` : `${sayNumber(low)}–${sayNumber(high)}`;
}
