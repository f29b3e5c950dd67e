/**
 * What bars a medicine or warns of it: withdrawals, suspensions, holds, recalls, boxed warnings, and what takes them back.
 * Such a word stands until it is lifted: no later result lifts it. Rows in alerts.yml.
 */
import type { SourceItem } from '../../sources/research/index.ts';
import { type Whom, whomIn } from '../whom.ts';
import type { Statement } from './abstract.ts';
import { type AlertKind, alertRules, ruleFor } from './alert-rules.ts';
import { authorityIn } from './decisions.ts';
import { designOf } from './design.ts';
import { rulingOf } from './ruling.ts';
import type { EvidenceRow } from './table.ts';
import { foldText, hasPhrase } from './words.ts';

export interface Alert {
  readonly kind: AlertKind;
  /** "Withdrawn from the market". */
  readonly say: string;
  readonly therapy: string;
  /** Undefined: whoever sells it. */
  readonly by?: string | undefined;
  readonly whom?: Whom | undefined;
  readonly bars?: true | undefined;
  readonly lifts?: readonly AlertKind[] | undefined;
  /** The sentence that says so. */
  readonly told: string;
}

/** Of each medicine and kind once. A sentence that names none speaks of what its paper is on. */
export function alertsIn(
  item: SourceItem,
  statements: readonly Statement[],
  therapies: readonly string[],
  asWritten = (sentence: string) => sentence,
): Alert[] {
  const { id } = designOf(item);
  const titled = therapies.filter((name) => hasPhrase(foldText(item.title), name));
  const own = titled.length > 0 ? titled : therapies.slice(0, 1);
  const by = authorityIn(item);
  // What lets it onto the market tells of its past.
  const isGranted = rulingOf(item)?.verdict === 'granted';
  const isStated = item.trial?.status === 'SUSPENDED';
  const register = isStated ? [{ text: 'The trial is suspended, as its register says.', role: 'result' as const }] : [];
  const found = new Map<string, Alert>();
  const sentences = [{ text: item.title, role: 'result' as const }, ...statements, ...register];
  for (const { text, role } of sentences) {
    if (role === 'background') continue;
    const rule = isStated && text === register[0]!.text ? HALTED() : ruleFor(text, id);
    if (rule === undefined || (isGranted && MARKETED.includes(rule.kind))) continue;
    const named = therapies.filter((name) => hasPhrase(foldText(text), name));
    const whom = rule.kind === 'warned' || rule.kind === 'boxed' ? whomIn(text) : undefined;
    for (const therapy of named.length > 0 ? named : own) {
      const key = `${rule.kind} ${therapy}`;
      // The title says it first, a sentence says it better.
      if (found.has(key) && found.get(key)!.told !== item.title) continue;
      found.set(key, {
        ...{ kind: rule.kind, say: rule.say, therapy, told: asWritten(text) },
        ...(by && { by }),
        ...(whom && { whom }),
        ...(rule.bars && { bars: true }),
        ...(rule.lifts && { lifts: rule.lifts }),
      });
    }
  }
  return [...found.values()];
}

const HALTED = () => alertRules().find(({ kind }) => kind === 'halted');

export interface StandingAlert extends Alert {
  readonly row: string;
  readonly date?: string | undefined;
  /** Who took it back. */
  readonly lifted?: { readonly row: string; readonly date?: string | undefined; readonly say: string } | undefined;
}

/** All that was said, the latest first, each with what took it back. What was itself retracted says nothing. */
export function alertsOf(rows: readonly EvidenceRow[]): StandingAlert[] {
  const said = rows
    .filter(({ level, orders, design_id }) => level > 0 && !orders && design_id !== 'knowledge')
    .flatMap(({ alerts = [], id, date }) => alerts.map((alert) => ({ ...alert, row: id, date })));
  const lifting = said.filter(({ kind }) => kind === 'lifted');
  const granted = rows.filter(({ ruling, level }) => ruling?.verdict === 'granted' && level > 0);
  const isAfter = (later: string | undefined, date: string | undefined) =>
    (later ?? '') >= (date ?? '') && later !== undefined;
  return said
    .filter(({ kind }) => kind !== 'lifted')
    .map((alert) => {
      const lift = lifting.find(
        (other) =>
          other.therapy === alert.therapy &&
          other.lifts?.includes(alert.kind) &&
          isAfter(other.date, alert.date) &&
          (other.by === undefined || alert.by === undefined || other.by === alert.by),
      );
      if (lift !== undefined) return { ...alert, lifted: { row: lift.row, date: lift.date, say: lift.say } };
      const again = granted.find(
        ({ therapies, ruling, date, id }) =>
          MARKETED.includes(alert.kind) &&
          id !== alert.row &&
          therapies.includes(alert.therapy) &&
          ruling!.by === alert.by &&
          date !== undefined &&
          alert.date !== undefined &&
          date > alert.date,
      );
      return again === undefined
        ? alert
        : { ...alert, lifted: { row: again.id, date: again.date, say: 'approved again' } };
    })
    .toSorted((a, b) => (b.date ?? '9').localeCompare(a.date ?? '9'));
}

/** Of the market, which a later approval by the same authority gives back. */
const MARKETED: readonly AlertKind[] = ['withdrawn', 'suspended'];

/** What holds now: of each medicine, kind and authority the last word. */
export function alertsInForce(rows: readonly EvidenceRow[]): StandingAlert[] {
  const open = alertsOf(rows).filter(({ lifted }) => lifted === undefined);
  const key = ({ therapy, kind, by }: StandingAlert) => `${therapy} ${kind} ${by ?? ''}`;
  const each = [...new Map(open.toReversed().map((alert) => [key(alert), alert])).values()];
  return each.toSorted(
    (a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind) || (b.date ?? '9').localeCompare(a.date ?? '9'),
  );
}

const RANK: readonly AlertKind[] = [
  'withdrawn',
  'suspended',
  'halted',
  'recalled',
  'proposed',
  'boxed',
  'warned',
  'lifted',
];
