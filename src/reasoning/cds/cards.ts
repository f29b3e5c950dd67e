/** Concerns as CDS Hooks cards. */
import { uuidV5 } from '../../record/identity.ts';
import type { Concern, Severity } from '../concerns/index.ts';
import type { Order } from './orders.ts';
import type { Hook } from './services.ts';

export interface Card {
  uuid: string;
  /** At most 140 characters. */
  summary: string;
  /** GitHub Flavored Markdown. */
  detail: string;
  indicator: 'info' | 'warning' | 'critical';
  source: { label: string; topic: { system: string; code: string; display: string } };
  suggestions?: Suggestion[];
  selectionBehavior?: 'any';
}

interface Suggestion {
  label: string;
  uuid: string;
  actions: { type: 'delete'; description: string; resourceId: string }[];
}

const INDICATORS: Record<Severity, Card['indicator']> = {
  critical: 'critical',
  important: 'warning',
  worth_knowing: 'info',
};
const SUMMARY = 140;
/** More than these nobody reads: what is worth knowing is cut, what matters never. */
const MOST_INFO = 5;

export function cardsOf(hook: Hook, concerns: readonly Concern[], orders: readonly Order[], instance: string): Card[] {
  const wanted = hook === 'patient-view' ? concerns : concerns.filter(({ fresh }) => fresh);
  const info = wanted.filter(({ severity }) => severity === 'worth_knowing').slice(0, MOST_INFO);
  return wanted
    .filter((concern) => concern.severity !== 'worth_knowing' || info.includes(concern))
    .map((concern) => cardOf(concern, orders, instance));
}

function cardOf(concern: Concern, orders: readonly Order[], instance: string): Card {
  const { id, key, severity, say, source, family } = concern;
  const suggestions = severity === 'critical' ? suggestionsFor(concern, orders, instance) : [];
  return {
    uuid: uuidV5(`${instance}|${key}`),
    summary: shorten(say),
    detail: detailOf(concern),
    indicator: INDICATORS[severity],
    source: { label: source, topic: { system: 'urn:consilium:concern', code: id, display: family } },
    ...(suggestions.length > 0 && { suggestions, selectionBehavior: 'any' as const }),
  };
}

/** The one plain suggestion: not to order what is dangerous here. */
function suggestionsFor({ concepts, key }: Concern, orders: readonly Order[], instance: string): Suggestion[] {
  return orders
    .filter(({ told }) => told.some(({ concept, act }) => act === 'offered' && concepts.includes(concept)))
    .map(({ reference, name }) => ({
      label: `Remove the order of ${name}`,
      uuid: uuidV5(`${instance}|${key}|${reference}`),
      actions: [{ type: 'delete', description: `Removes ${name}.`, resourceId: reference }],
    }));
}

function detailOf({ say, do: does, firstAid, evidence }: Concern): string {
  const found = evidence
    .filter(({ uuid }) => uuid !== undefined)
    .map(({ name, value, unit, time }) =>
      [
        name,
        value === undefined ? undefined : `${Number(value.toPrecision(3))} ${unit ?? ''}`.trim(),
        time?.slice(0, 10),
      ]
        .filter(Boolean)
        .join(', '),
    );
  return [
    say,
    `**To do:** ${does.what} (${does.whom})`,
    ...(firstAid ? [`**First aid:** ${firstAid}`] : []),
    ...(found.length > 0 ? [`**On record:** ${[...new Set(found)].join('; ')}`] : []),
  ].join('\n\n');
}

export function shorten(sentence: string, most = SUMMARY): string {
  if (sentence.length <= most) return sentence;
  const cut = sentence.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).replace(/[\s,;:.]+$/, '')}…`;
}
