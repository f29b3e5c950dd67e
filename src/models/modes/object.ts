/** The JSON object in a reply: models put sentences before it, after it, or both. */

/** An object that opens later than this is not looked for: a reply of braces would take for ever. */
const MOST_OPENINGS = 50;

/** The text of the one object that stands in it; undefined where there is none, or more than one. */
export function findObject(text: string): string | undefined {
  let found: string | undefined;
  let from = text.indexOf('{');
  for (let tried = 0; from >= 0 && tried < MOST_OPENINGS; tried++) {
    const object = objectAt(text, from);
    if (object !== undefined && found !== undefined) return undefined;
    found ??= object;
    from = text.indexOf('{', from + (object?.length ?? 1));
  }
  return found;
}

function objectAt(text: string, from: number): string | undefined {
  const object = text.slice(from, endOf(text, from));
  try {
    JSON.parse(object);
    return object;
  } catch {
    return undefined;
  }
}

/** Behind the brace that closes the one at `from`; braces in strings do not count. */
function endOf(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (quoted && sign === '\\') at++;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === '{') depth++;
    else if (!quoted && sign === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}
