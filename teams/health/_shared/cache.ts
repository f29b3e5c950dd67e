/** Several agents read the same message at the same time: pure readings of it are kept for a while. */

const SIZE = 128;

export function cached<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (known.has(text)) return known.get(text)!;
    const value = read(text);
    known.set(text, value);
    if (known.size > SIZE) known.delete(known.keys().next().value!);
    return value;
  };
}
