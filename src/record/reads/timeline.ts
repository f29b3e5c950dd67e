import { ConsiliumError } from '../../kernel/errors.ts';
import { handleOf } from '../../storage/handle.ts';
import { type RecordNode, toNode } from '../patient.ts';
import { judgeFor } from './observations.ts';
import { type Entry, entryOf, isError, nowOf, open, type Reader, text } from './reader.ts';

export interface TimelineItem extends Entry {
  time: string | null;
  status: string | null;
  /** What is worth saying in a line: a value, a reason, a dose. */
  detail: string | null;
  scheduled: boolean;
}

export interface TimelinePage {
  items: TimelineItem[];
  /** Give it back to read on; null at the end. */
  next_cursor: string | null;
}

export interface TimelineFilter {
  labels?: string[];
  limit?: number;
  cursor?: string;
}

const TIME = `coalesce(props ->> '$.time', props ->> '$.start', props ->> '$.onset_date', props ->> '$.recorded_date', '')`;

export const TIMELINE_LABELS: readonly string[] = [
  'Encounter',
  'ConditionCase',
  'SymptomEpisode',
  'AllergyRecord',
  'Observation',
  'IntakeRegimen',
  'Procedure',
  'Immunization',
  'DiagnosticReport',
  'DocumentReference',
  'CarePlan',
];

/** Everything that happened, newest first, in pages. */
export function readTimeline(reader: Reader, filter: TimelineFilter = {}): TimelinePage {
  const limit = Math.min(Math.max(1, Math.trunc(filter.limit ?? 50)), 500);
  const labels = (filter.labels ?? TIMELINE_LABELS).filter((label) => TIMELINE_LABELS.includes(label));
  const [before, beforeUuid] = parseCursor(filter.cursor);
  const tenant = open(reader, 'timeline');
  const rows = handleOf(reader.data)
    .prepare(
      `SELECT uuid, label, props, ${TIME} AS time FROM graph_node
       WHERE tenant = ?1 AND label IN (SELECT value FROM json_each(?2)) AND coalesce(props ->> '$.component', 0) = 0
         AND 'entered-in-error' NOT IN (coalesce(props ->> '$.status', ''), coalesce(props ->> '$.verification', ''))
         AND (${TIME} < ?3 OR (${TIME} = ?3 AND uuid > ?4))
       ORDER BY time DESC, uuid LIMIT ?5`,
    )
    .all(tenant, JSON.stringify(labels), before, beforeUuid, limit + 1);
  const describe = describerFor(reader, tenant);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => describe(toNode(row), (row.time as string) || null)),
    next_cursor: rows.length > limit && last ? `${last.time}~${last.uuid}` : null,
  };
}

function parseCursor(cursor: string | undefined): [time: string, uuid: string] {
  if (cursor === undefined) return ['~', ''];
  const at = cursor.indexOf('~');
  if (at < 0) {
    throw new ConsiliumError('INVALID_CURSOR', 'This is not a cursor that the timeline gave.', {
      hint: 'Send next_cursor of the page before, or none for the first page.',
    });
  }
  return [cursor.slice(0, at), cursor.slice(at + 1)];
}

export function describerFor(reader: Reader, tenant: number): (node: RecordNode, time: string | null) => TimelineItem {
  const judge = judgeFor(reader, tenant);
  const parts = handleOf(reader.data).prepare(
    `SELECT d.uuid, d.label, d.props FROM graph_edge e JOIN graph_node s ON s.id = e.src JOIN graph_node d ON d.id = e.dst
     WHERE e.tenant = ? AND e.type = 'HAS_COMPONENT' AND s.tenant = e.tenant AND s.uuid = ? ORDER BY e.id`,
  );
  const detailOf = (node: RecordNode): string | null => {
    if (node.label !== 'Observation') return detail(node);
    const components = node.properties.value === undefined ? parts.all(tenant, node.uuid).map(toNode) : [];
    return judge(
      node,
      components.filter(({ properties }) => !isError(properties)),
    ).display;
  };
  return (node, time) => ({
    ...entryOf(node),
    time,
    status: text(node.properties.status),
    detail: detailOf(node),
    scheduled: node.label === 'Encounter' && (time ?? '') > nowOf(reader) && node.properties.status !== 'cancelled',
  });
}

function detail({ label, properties: p }: RecordNode): string | null {
  if (label === 'IntakeRegimen') {
    const dose = typeof p.dose === 'number' ? [p.dose, p.unit].filter(Boolean).join(' ') : null;
    return [dose, p.frequency].filter(Boolean).join(', ') || text(p.text);
  }
  if (label === 'AllergyRecord') return Array.isArray(p.reactions) ? p.reactions.join(', ') : null;
  if (label === 'DocumentReference') return text(p.text)?.split('\n')[0] ?? null;
  return text(p.reason) ?? text(p.text);
}
