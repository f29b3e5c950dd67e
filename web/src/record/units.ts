/** Units a value is also told in, by its LOINC code: molar mass for the chemistry, plain factors for the rest. */

interface Other {
  readonly unit: string;
  readonly from: string;
  readonly convert: (value: number) => number;
}

const times = (from: string, unit: string, factor: number): Other[] => [
  { from, unit, convert: (value) => value * factor },
  { from: unit, unit: from, convert: (value) => value / factor },
];

const CHOLESTEROL = times('mmol/L', 'mg/dL', 38.67);
const GLUCOSE = times('mmol/L', 'mg/dL', 18.016);
const HBA1C: Other[] = [
  { from: '%', unit: 'mmol/mol', convert: (value) => (value - 2.152) / 0.09148 },
  { from: 'mmol/mol', unit: '%', convert: (value) => value * 0.09148 + 2.152 },
];
const TEMPERATURE: Other[] = [
  { from: 'Cel', unit: '[degF]', convert: (value) => value * 1.8 + 32 },
  { from: '[degF]', unit: 'Cel', convert: (value) => (value - 32) / 1.8 },
];

const OTHERS: Record<string, readonly Other[]> = {
  '4548-4': HBA1C,
  '59261-8': HBA1C,
  '17856-6': HBA1C,
  '2339-0': GLUCOSE,
  '2345-7': GLUCOSE,
  '1558-6': GLUCOSE,
  '14749-6': GLUCOSE,
  '14771-0': GLUCOSE,
  '2093-3': CHOLESTEROL,
  '14647-2': CHOLESTEROL,
  '2085-9': CHOLESTEROL,
  '14646-4': CHOLESTEROL,
  '13457-7': CHOLESTEROL,
  '18262-6': CHOLESTEROL,
  '2089-1': CHOLESTEROL,
  '22748-8': CHOLESTEROL,
  '39469-2': CHOLESTEROL,
  '69419-0': CHOLESTEROL,
  '2571-8': times('mmol/L', 'mg/dL', 88.57),
  '14927-8': times('mmol/L', 'mg/dL', 88.57),
  '2160-0': times('umol/L', 'mg/dL', 1 / 88.42),
  '14682-9': times('umol/L', 'mg/dL', 1 / 88.42),
  '718-7': times('g/L', 'g/dL', 0.1),
  '29463-7': times('kg', '[lb_av]', 2.20462),
  '8302-2': times('cm', '[in_i]', 1 / 2.54),
  '8310-5': TEMPERATURE,
};

/** The unit that a value of this kind can be switched to, and how. */
export function otherUnit(code: string | null, unit: string | null): Other | undefined {
  return OTHERS[code ?? '']?.find((other) => other.from === unit);
}
