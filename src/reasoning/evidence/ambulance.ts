/** Whom to call for an ambulance: the number of where they are, else the one that their own papers tell them to call. */
import { emergencyNumber, isAmbulanceNumber } from '../../clinical/index.ts';
import type { Chart } from '../chart.ts';
import { passagesOf } from './passages.ts';

export function ambulanceFor(chart: Chart): string {
  const here = chart.here();
  return here === null ? (namedByPapers(chart) ?? emergencyNumber(null)) : emergencyNumber(here);
}

const CALLED = /\b(?:call|ring|dial|phone|telephone)(?:s|ing|ed)?\s+(?:for\s+)?(\d{3})\b/gi;

/** Where papers name two, nothing is settled: one may be of a journey. */
function namedByPapers(chart: Chart): string | undefined {
  const named = new Set(
    passagesOf(chart)
      .filter(({ printed }) => !printed)
      .flatMap(({ text }) => [...text.matchAll(CALLED)].map(([, number]) => number!))
      .filter(isAmbulanceNumber),
  );
  return named.size === 1 ? [...named][0] : undefined;
}
