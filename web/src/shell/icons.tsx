/** Icons of one hand: 16 units, 1.5 strokes, the colour of the text around them. */
import type { ReactNode } from 'react';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="svg" viewBox="0 0 16 16" aria-hidden="true">
      {children}
    </svg>
  );
}

const make = (d: string) => () => (
  <Icon>
    <path d={d} />
  </Icon>
);

export const Plus = make('M8 3v10M3 8h10');
export const Search = make('M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.8 10.8 14 14');
export const Chevron = make('M6 4l4 4-4 4');
export const Down = make('M4.5 6.5 8 10l3.5-3.5');
export const Close = make('M4 4l8 8M12 4l-8 8');
export const Up = make('M8 13V3M3.8 7.2 8 3l4.2 4.2');
export const Arrow = make('M10 3.5 5.5 8l4.5 4.5');
export const Stop = () => (
  <Icon>
    <rect x="4" y="4" width="8" height="8" rx="1.5" fill="currentColor" stroke="none" />
  </Icon>
);
export const Menu = make('M2.5 4.5h11M2.5 8h11M2.5 11.5h11');
export const Panel = make('M2.5 3h11v10h-11zM9.5 3v10');
export const Upload = make('M8 10.5V2.5M4.8 5.5 8 2.5l3.2 3M2.5 10.5v3h11v-3');
export const Download = make('M8 2.5v8M4.8 7.5 8 10.5l3.2-3M2.5 10.5v3h11v-3');
export const Spark = make(
  'M8 2.5c.6 3.4 2.1 4.9 5.5 5.5-3.4.6-4.9 2.1-5.5 5.5-.6-3.4-2.1-4.9-5.5-5.5 3.4-.6 4.9-2.1 5.5-5.5z',
);
export const Pencil = make('M3 13l.6-2.8 7.2-7.2 2.2 2.2-7.2 7.2zM9.6 4.2l2.2 2.2');
export const Bin = make('M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5');
export const Check = make('M3.5 8.5 6.5 11.5l6-7');
export const Moon = make('M8 2.5v11a5.5 5.5 0 0 0 0-11zM8 13.5a5.5 5.5 0 0 1 0-11');
