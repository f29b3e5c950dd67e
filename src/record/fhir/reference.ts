/** What a FHIR reference says, before anyone looks for what it means. */

export type ReferenceTarget =
  | { kind: 'contained'; id: string }
  | { kind: 'conditional'; type: string; system: string | null; value: string }
  | { kind: 'literal'; url: string; type: string | null; id: string };

const CONDITIONAL = /^([A-Za-z]+)\?identifier=(?:([^|]*)\|)?(.+)$/;
const LITERAL = /(?:^|\/)([A-Z][A-Za-z]+)\/([A-Za-z0-9.\-_]{1,128})(?:\/_history\/[^/]*)?$/;
const URN = /^urn:(?:uuid|oid):(.+)$/i;

/** `#id`, `Practitioner?identifier=system|value`, `urn:uuid:…`, `Type/id`, `https://server/fhir/Type/id/_history/2`. */
export function parseReference(text: string): ReferenceTarget | undefined {
  if (text.startsWith('#')) return { kind: 'contained', id: text.slice(1) };
  const conditional = CONDITIONAL.exec(text);
  if (conditional) {
    const [, type, system, value] = conditional;
    return { kind: 'conditional', type: type!, system: system ? decode(system) : null, value: decode(value!) };
  }
  const urn = URN.exec(text);
  if (urn) return { kind: 'literal', url: text, type: null, id: urn[1]! };
  const literal = LITERAL.exec(text);
  if (literal)
    return { kind: 'literal', url: text.replace(/\/_history\/[^/]*$/, ''), type: literal[1]!, id: literal[2]! };
  return text === '' ? undefined : { kind: 'literal', url: text, type: null, id: text };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Every `reference` anywhere in a resource, each as often as it stands there. Iterative: input may be nested absurdly. */
export function collectReferences(resource: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [resource];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      for (const element of value) if (typeof element === 'object') open.push(element);
    } else if (value !== null && typeof value === 'object') {
      for (const key in value) {
        const field = (value as Record<string, unknown>)[key];
        if (typeof field === 'object') open.push(field);
        else if (key === 'reference' && typeof field === 'string') found.push(field);
      }
    }
  }
  return found;
}
