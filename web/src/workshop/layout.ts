/** Where the stages of a pipeline stand: a column for each step, stages that do not wait for each other below one another. */

export interface Box {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly boxes: readonly Box[];
  readonly lines: readonly { readonly from: Box; readonly to: Box }[];
  readonly width: number;
  readonly height: number;
}

export const BOX = { width: 196, height: 60, gapX: 36, gapY: 20 };

interface Stage {
  readonly id: string;
  readonly depends_on: readonly string[];
}

export function layOut(stages: readonly Stage[]): Layout {
  const columns = new Map<string, number>();
  const byId = new Map(stages.map((stage) => [stage.id, stage]));
  const columnOf = (id: string, above: ReadonlySet<string> = new Set()): number => {
    const known = columns.get(id);
    if (known !== undefined) return known;
    const before = (byId.get(id)?.depends_on ?? []).filter((other) => byId.has(other) && !above.has(other));
    const column = Math.max(-1, ...before.map((other) => columnOf(other, new Set([...above, id])))) + 1;
    columns.set(id, column);
    return column;
  };
  const rows = new Map<number, number>();
  const boxes = stages.map(({ id }) => {
    const column = columnOf(id);
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return { id, x: column * (BOX.width + BOX.gapX), y: row * (BOX.height + BOX.gapY) };
  });
  const placed = new Map(boxes.map((box) => [box.id, box]));
  const lines = stages.flatMap(({ id, depends_on }) =>
    depends_on.flatMap((other) => {
      const from = placed.get(other);
      return from ? [{ from, to: placed.get(id)! }] : [];
    }),
  );
  return {
    boxes,
    lines,
    width: Math.max(0, ...boxes.map(({ x }) => x + BOX.width)),
    height: Math.max(0, ...boxes.map(({ y }) => y + BOX.height)),
  };
}
