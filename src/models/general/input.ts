/**
 * Fills a JSON Schema from a message. Only what the message says gets in: an enum value it names, a number it holds, a
 * date, a quotation, the thing it is about. A required field for which there is nothing is reported, never made up.
 */
import type { Json } from '../../kernel/event.ts';
import { porterStem, splitName } from '../../text/index.ts';
import { findDate, findLabelled, findNumbers, findQuotes, mentions, takeNumber, withoutDates } from './evidence.ts';
import { fits, readShape, type Shape, typeOf } from './shape.ts';
import { lexicon } from './words.ts';

export type Filled = { readonly input: { [key: string]: Json } } | { readonly missing: string[] };

export interface Request {
  readonly message: string;
  /** What the taker says about itself: such words are not part of what is asked about. */
  readonly taker: string;
  readonly now: Date;
  /** `request`: a lone text field may take the message or what it is about. `evidence`: only what is plainly stated. */
  readonly mode: 'request' | 'evidence';
}

export function fillInput(schema: Json, request: Request, root: Json = schema): Filled {
  const shape = readShape(schema, root);
  const fields = Object.entries(shape.properties ?? {}).map(([name, raw]) => ({ name, shape: readShape(raw, root) }));
  const required = new Set(shape.required ?? []);
  const input: { [key: string]: Json } = {};
  const numbers = findNumbers(withoutDates(request.message));

  for (const field of fields) {
    const value = findValue(field, request, required.has(field.name), numbers, root);
    if (value !== undefined && fits(field.shape, value, root)) input[field.name] = value;
  }
  fillNumbers(fields, required, input, numbers, request.message);
  if (request.mode === 'request') fillText(fields, required, input, request);

  const missing = [...required].filter((name) => input[name] === undefined);
  return missing.length > 0 ? { missing } : { input };
}

interface Field {
  readonly name: string;
  readonly shape: Shape;
}

/** What the message says about this field, by its name or its kind. */
function findValue(field: Field, request: Request, required: boolean, numbers: number[], root: Json): Json | undefined {
  const { name, shape } = field;
  const { message } = request;
  if (shape.const !== undefined) return required ? shape.const : undefined;
  if (shape.enum !== undefined) return findEnum(shape.enum, message);
  switch (typeOf(shape)) {
    case 'boolean':
      return findBoolean(name, message);
    case 'integer':
    case 'number':
      return takeNumber(name, message, numbers);
    case 'string':
      return findText(field, request);
    case 'array':
      return findList(field, request, root);
    case 'object': {
      const inner = required ? fillInput(shape as unknown as Json, { ...request, mode: 'evidence' }, root) : undefined;
      return inner !== undefined && 'input' in inner ? inner.input : undefined;
    }
    default:
      return undefined;
  }
}

/** The one value that is named; two are a question back. */
function findEnum(options: readonly Json[], message: string): Json | undefined {
  const named = options.filter((option) => option !== null && mentions(message, String(option)));
  const longest = named.filter((a) => !named.some((b) => a !== b && mentions(String(b), String(a))));
  return longest.length === 1 ? longest[0] : undefined;
}

function findBoolean(name: string, message: string): boolean | undefined {
  const words = splitName(name).join('\\s+');
  const found = new RegExp(`(\\b(?:no|not|without|dont|don't|off)\\s+(?:\\w+\\s+)?)?\\b${words}s?\\b`, 'i').exec(
    message,
  );
  return found === null ? undefined : found[1] === undefined;
}

function findText({ name, shape }: Field, { message, now }: Request): string | undefined {
  if (shape.format === 'date' || shape.format === 'date-time') {
    const date = findDate(message, now);
    return date === undefined || shape.format === 'date' ? date : new Date(`${date}T00:00:00Z`).toISOString();
  }
  if (shape.format === 'email') return message.match(/(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/)?.[0];
  if (shape.format === 'uri' || shape.format === 'url')
    return message.match(/https?:\/\/[^\s<>"')]+[^\s<>"').,;!?]/)?.[0];
  return findLabelled(name, message);
}

function findList({ name, shape }: Field, request: Request, root: Json): Json | undefined {
  const items = readShape(shape.items, root);
  const { message } = request;
  if (items.enum !== undefined) {
    const named = items.enum.filter((option) => option !== null && mentions(message, String(option)));
    return named.length > 0 ? [...named] : undefined;
  }
  if (typeOf(items) !== 'string') return undefined;
  const labelled = findLabelled(name, message, { list: true });
  const listed = labelled?.split(/\s*(?:,|;|\band\b)\s*/).filter((item) => item !== '') ?? findQuotes(message);
  return listed.length > 0 ? listed : undefined;
}

/** Numbers without a name go to the required fields without a value, where it is plain which goes where. */
function fillNumbers(
  fields: readonly Field[],
  required: ReadonlySet<string>,
  input: { [key: string]: Json },
  numbers: number[],
  message: string,
): void {
  const open = fields.filter(
    ({ name, shape }) =>
      required.has(name) &&
      input[name] === undefined &&
      shape.enum === undefined &&
      /^(integer|number)$/.test(typeOf(shape) ?? ''),
  );
  // "subtract 2 from 5" turns the order round.
  if (open.length === 0 || open.length !== numbers.length || (open.length > 1 && /\d\s+from\s+-?\d/i.test(message)))
    return;
  for (const [i, { name, shape }] of open.entries()) if (fits(shape, numbers[i]!)) input[name] = numbers[i]!;
}

/** A lone text field takes what the message is about, or the message itself. */
function fillText(
  fields: readonly Field[],
  required: ReadonlySet<string>,
  input: { [key: string]: Json },
  request: Request,
): void {
  const open = fields.filter(({ name, shape }) => input[name] === undefined && isFreeText(shape));
  const wanted = open.filter(({ name }) => required.has(name));
  const quotes = findQuotes(request.message);
  if (wanted.length > 1 && wanted.length === quotes.length)
    for (const [i, { name }] of wanted.entries()) input[name] = quotes[i]!;
  const lone = wanted.length === 1 ? wanted[0] : wanted.length === 0 && open.length === 1 ? open[0] : undefined;
  if (lone === undefined || (wanted.length === 0 && required.size > 0)) return;
  const text = objectOf(lone.name, request);
  if (text !== undefined && fits(lone.shape, text)) input[lone.name] = text;
}

function isFreeText(shape: Shape): boolean {
  return (
    typeOf(shape) === 'string' && shape.enum === undefined && shape.const === undefined && shape.format === undefined
  );
}

function objectOf(field: string, { message, taker }: Request): string | undefined {
  const { whole, passage } = lexicon();
  const last = splitName(field).at(-1) ?? '';
  if (whole.has(last)) return message.trim() || undefined;
  const quotes = findQuotes(message);
  if (quotes.length === 1) return quotes[0];
  if (passage.has(last)) return (/:\s+(\S[\s\S]*)$/.exec(message)?.[1] ?? message).trim() || undefined;
  return residue(message, taker);
}

/** The message without what asks for it: "weather in New York tomorrow?" to a weather tool is about "New York". */
function residue(message: string, taker: string): string | undefined {
  const { stop, generic, time } = lexicon();
  const said = new Set(splitName(taker).map(porterStem));
  const isName = (word: string, at: number) => at > 0 && /^\p{Lu}\p{Ll}/u.test(word);
  const isEmpty = (word: string, at: number) =>
    splitName(word).every((part) => {
      const root = porterStem(part);
      return said.has(root) || generic.has(root) || time.has(root) || (stop.has(root) && !isName(word, at));
    });
  const words = message.split(/\s+/).filter(Boolean);
  const first = words.findIndex((word, at) => !isEmpty(word, at));
  if (first < 0) return undefined;
  const last = words.findLastIndex((word, at) => !isEmpty(word, at));
  return (
    words
      .slice(first, last + 1)
      .join(' ')
      .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})%]+$/gu, '') || undefined
  );
}
