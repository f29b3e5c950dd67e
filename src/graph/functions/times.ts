import type { Context } from '../context.ts';
import { failRun } from '../cypher/reject.ts';
import { durationBetween } from '../temporal/between.ts';
import { convertInstant, instantFromMap } from '../temporal/construct.ts';
import { durationFromMap, durationFromText } from '../temporal/duration.ts';
import { moveToZone, parseInstant } from '../temporal/parse.ts';
import { patternText } from '../temporal/pattern.ts';
import { truncateInstant } from '../temporal/truncate.ts';
import type { Instant } from '../temporal/types.ts';
import { parseZone } from '../temporal/zone.ts';
import { isTemporal, type MapValue, type Value } from '../values.ts';
import { type Definition, needText, wrongType } from './registry.ts';

const kinds: Instant['kind'][] = ['date', 'localtime', 'time', 'localdatetime', 'datetime'];

/** date(), date.truncate(), date.statement() … for each kind of instant, and the functions of durations. */
export const timeFunctions: Record<string, Definition> = {
  ...Object.fromEntries(kinds.flatMap(functionsOf)),
  'datetime.fromepoch': {
    min: 2,
    max: 2,
    returns: 'temporal',
    run: ([seconds, nanos]) =>
      instantFromMap(
        'datetime',
        new Map<string, Value>([
          ['epochSeconds', seconds!],
          ['nanosecond', nanos!],
        ]),
      ),
  },
  'datetime.fromepochmillis': {
    min: 1,
    max: 1,
    returns: 'temporal',
    run: ([millis]) => instantFromMap('datetime', new Map([['epochMillis', millis!]])),
  },
  duration: { min: 1, max: 1, returns: 'temporal', run: ([value]) => toDuration(value!) },
  'duration.between': between('mixed'),
  'duration.inMonths': between('months'),
  'duration.inDays': between('days'),
  'duration.inSeconds': between('seconds'),
  format: {
    min: 1,
    max: 2,
    returns: 'string',
    run: ([value, pattern]) => {
      if (!isTemporal(value!)) throw wrongType('format', value!);
      return patternText(value, pattern === undefined || pattern === null ? undefined : needText('format', pattern));
    },
  },
  timestamp: {
    min: 0,
    max: 0,
    returns: 'integer',
    run: (_, { now }) => BigInt(now.day) * 86_400_000n + BigInt(Math.floor(now.nanos / 1_000_000)),
  },
};

function functionsOf(kind: Instant['kind']): [string, Definition][] {
  const current: Definition = {
    min: 0,
    max: 1,
    returns: 'temporal',
    run: ([zone], context) => present(kind, zone, context),
  };
  return [
    [kind, { min: 0, max: 1, returns: 'temporal', run: ([value], context) => toInstant(kind, value, context) }],
    [`${kind}.transaction`, current],
    [`${kind}.statement`, current],
    [`${kind}.realtime`, current],
    [
      `${kind}.truncate`,
      { min: 1, max: 3, returns: 'temporal', run: (args, context) => truncate(kind, args, context) },
    ],
  ];
}

function toInstant(kind: Instant['kind'], value: Value | undefined, context: Context): Value {
  if (value === undefined) return present(kind, undefined, context);
  if (typeof value === 'string') return parseInstant(kind, value);
  if (value instanceof Map)
    return value.size === 1 && value.has('timezone')
      ? present(kind, value.get('timezone'), context)
      : instantFromMap(kind, value);
  if (value !== null && isTemporal(value)) return convertInstant(kind, value);
  throw wrongType(kind, value);
}

function present(kind: Instant['kind'], zone: Value | undefined, { now }: Context): Value {
  const text = zone instanceof Map ? (zone.get('timezone') ?? null) : zone;
  const moved = typeof text === 'string' ? moveToZone(now, parseZone(text)) : now;
  return convertInstant(kind, moved);
}

function truncate(kind: Instant['kind'], args: Value[], context: Context): Value {
  const [unit, value, changes] = args;
  if (value === null) return null;
  const source = value === undefined ? context.now : value;
  if (!isTemporal(source)) throw wrongType(`${kind}.truncate`, source);
  if (changes !== undefined && changes !== null && !(changes instanceof Map))
    throw wrongType(`${kind}.truncate`, changes);
  return truncateInstant(
    kind,
    needText(`${kind}.truncate`, unit!),
    source,
    (changes as MapValue | null | undefined) ?? new Map(),
  );
}

function toDuration(value: Value): Value {
  if (typeof value === 'string') return durationFromText(value);
  if (value instanceof Map) return durationFromMap(value);
  if (isTemporal(value) && value.kind === 'duration') return value;
  throw wrongType('duration', value);
}

function between(unit: 'mixed' | 'months' | 'days' | 'seconds'): Definition {
  return {
    min: 2,
    max: 2,
    returns: 'temporal',
    run: ([from, to]) => {
      if (to === null) return null;
      if (!isTemporal(from!) || !isTemporal(to!) || from.kind === 'duration' || to.kind === 'duration')
        throw failRun('InvalidArgumentType', 'duration.between() takes two dates or times.');
      return durationBetween(unit, from, to);
    },
  };
}
