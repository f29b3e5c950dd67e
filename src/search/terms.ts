/** The terms of a passage as bytes: numbers of terms by the steps between them, each with its count, in variable length. */

export function packTerms(counts: ReadonlyMap<number, number>): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const term of [...counts.keys()].sort((a, b) => a - b)) {
    pushNumber(bytes, term - before);
    pushNumber(bytes, counts.get(term) as number);
    before = term;
  }
  return Uint8Array.from(bytes);
}

export function unpackTerms(bytes: Uint8Array): { terms: Uint32Array; counts: Uint32Array } {
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let value = 0;
    let shift = 1;
    let byte: number;
    do {
      byte = bytes[at++] as number;
      value += (byte & 0x7f) * shift;
      shift *= 128;
    } while (byte >= 0x80);
    numbers.push(value);
  }
  const terms = new Uint32Array(numbers.length >> 1);
  const counts = new Uint32Array(terms.length);
  let term = 0;
  for (let i = 0; i < terms.length; i++) {
    term += numbers[2 * i] as number;
    terms[i] = term;
    counts[i] = numbers[2 * i + 1] as number;
  }
  return { terms, counts };
}

function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
