/**
 * What of a record is for today: what the rules find in it though nobody asked, visits to come, values that stand out.
 * How much a record holds is up to whoever imports into it: it is read in a thread, where a server keeps some.
 */
import { observationByCode } from '../clinical/index.ts';
import { type PatientRows, withCopy } from '../graph/index.ts';
import type { Principal } from '../kernel/index.ts';
import { assessByRange, copyRecord, openReading, type Reader, type Records, readSummary } from '../record/index.ts';
import { nowOf } from '../record/reads/reader.ts';
import { callAside } from '../threads/index.ts';
import type { TodayItem, TodaySource } from '../today/index.ts';
import { type Concern, concerns } from './concerns/index.ts';
import { readPatient } from './loading.ts';
import { capital, sayValue } from './wording.ts';

const DAY = 24 * 60 * 60 * 1000;
/** How far ahead a visit is worth a line, and how long a value stays one. */
const AHEAD = 45 * DAY;
const RECENT = 60 * DAY;
const MOST = 8;

export function healthToday(records: Pick<Records, 'open'>): TodaySource {
  return {
    room: 'health',
    title: 'Health',
    order: 10,
    scope: 'read',
    items: async ({ principal, patient, now }) => {
      if (patient === undefined) return [];
      const { reader } = await records.open(patient, visitor(principal));
      openReading(reader, 'today');
      const rows = { rows: await copyRecord(reader), patientId: reader.patientId };
      return callAside(import.meta.url, works, 'items', [rows, nowOf(reader), now], LONG);
    },
  };
}

interface Rows {
  readonly rows: PatientRows;
  readonly patientId: string;
}

const LONG = { long: true, limitMs: 30_000 };

export const works = {
  items: ({ rows, patientId }: Rows, instant: string, now: number): TodayItem[] =>
    withCopy(rows, (data) => {
      const reader: Reader = { data, patientId, now: instant, actor: 'thread', audit: () => {}, assess: assessByRange };
      return [...concernItems(reader), ...visitItems(reader, now), ...valueItems(reader, now)];
    }),
};

function visitor(principal: Principal) {
  return { principal, actor: 'app', why: 'today' };
}

function concernItems(reader: Reader): TodayItem[] {
  const { patientId } = reader;
  return concerns({ record: readPatient(reader) })
    .slice(0, MOST)
    .map((concern) => ({
      id: `health:${patientId}:${concern.key}`,
      title: concern.say,
      detail: `${concern.do.what} · ${concern.source}`,
      ...(concern.severity === 'critical' && { flag: 'critical' }),
      ...leadTo(concern),
      can: concern.severity === 'critical' ? (['later'] as const) : (['later', 'dismiss'] as const),
    }));
}

function leadTo({ evidence }: Concern): Pick<TodayItem, 'to'> {
  const entry = evidence.find(({ uuid }) => uuid !== undefined)?.uuid;
  return entry === undefined ? {} : { to: { entry } };
}

function visitItems(reader: Reader, now: number): TodayItem[] {
  const { patientId } = reader;
  const next = readSummary(reader).next_encounter;
  if (next?.start == null || Date.parse(next.start) > now + AHEAD) return [];
  return [
    {
      id: `health:${patientId}:visit:${next.uuid}`,
      title: next.reason ?? next.name ?? 'A visit',
      detail: ['Your next visit', ...next.practitioners.map(({ name }) => name), next.organization?.name]
        .filter(Boolean)
        .join(' · '),
      at: next.start,
      to: { entry: next.uuid },
      can: ['later', 'dismiss'],
    },
  ];
}

function valueItems(reader: Reader, now: number): TodayItem[] {
  const { patientId } = reader;
  return readSummary(reader)
    .flagged.filter(({ time }) => time !== null && now - Date.parse(time) < RECENT)
    .slice(0, 4)
    .map(({ uuid, name, code, value, text, unit, components, time, flag }) => ({
      id: `health:${patientId}:value:${uuid}`,
      title:
        `${capital((code && observationByCode(code)?.name) || name || 'A value')} ${sayValue(value ?? text ?? '', unit ?? components[0]?.unit)}`.trim(),
      ...(time !== null && { at: time.slice(0, 10) }),
      ...(flag !== null && { flag }),
      to: { entry: uuid },
      can: ['later', 'dismiss'],
    }));
}
