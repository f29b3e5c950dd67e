/** Small charts of counts and shares: bars with their numbers, so that the picture is never all there is. */

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** What is said instead of the number. */
  readonly say?: string;
  readonly tone?: 'plain' | 'due' | 'quiet';
}

/** Lines of bars, each with its name and its value: for things that have names. */
export function BarList({ label, bars, most }: { label: string; bars: readonly Bar[]; most?: number }) {
  const top = most ?? Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="bars" aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.label}>
          <span className="ellipsis">{bar.label}</span>
          <span className="bar" aria-hidden="true">
            <span className={`bar-fill ${bar.tone ?? 'plain'}`} style={{ width: `${share(bar.value, top)}%` }} />
          </span>
          <span className="value">{bar.say ?? bar.value}</span>
        </li>
      ))}
    </ul>
  );
}

/** Columns side by side: for days and weeks, which have an order. */
export function Columns({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const top = Math.max(1, ...bars.map(({ value }) => value));
  const width = 100 / Math.max(1, bars.length);
  const every = Math.ceil(bars.length / 8);
  return (
    <figure className="columns">
      <span className="scale" aria-hidden="true">
        {top}
      </span>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={`${label}: ${sayBars(bars)}`}>
        {bars.map((bar, at) => (
          <rect
            key={bar.label}
            className={`column ${bar.tone ?? 'plain'}`}
            x={at * width + width * 0.15}
            width={width * 0.7}
            y={40 - share(bar.value, top) * 0.4}
            height={Math.max(bar.value > 0 ? 0.6 : 0, share(bar.value, top) * 0.4)}
          />
        ))}
      </svg>
      <figcaption aria-hidden="true" style={{ gridTemplateColumns: `repeat(${bars.length}, 1fr)` }}>
        {bars.map((bar, at) => (
          <span key={bar.label}>{at % every === 0 ? bar.label : ''}</span>
        ))}
      </figcaption>
    </figure>
  );
}

function share(value: number, top: number): number {
  return Math.max(0, Math.min(100, (value / top) * 100));
}

function sayBars(bars: readonly Bar[]): string {
  return bars.map(({ label, value, say }) => `${label} ${say ?? value}`).join(', ');
}
