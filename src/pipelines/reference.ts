/**
 * How a pipeline's file names a value: `${input.title}`, `${stages.extract.outline.extracted[*].text}`,
 * `${item.description ?? "none"}`, `${retry.feedback | bullets}`. A string that is one reference is the value itself,
 * whatever its type; a reference inside a longer string becomes text; `...${list}` as an item of a list is spread into
 * it. There is no code, and what was put in is never read again: a document that says `${input}` stays a document.
 */
import { ConsiliumError, type Json } from '../kernel/index.ts';

export type Root = 'input' | 'stages' | 'item' | 'index' | 'needs' | 'retry';
const ROOTS: readonly Root[] = ['input', 'stages', 'item', 'index', 'needs', 'retry'];

/** One move along a path: into a field, to a place in a list, over all of it, or to its first so many. */
export type Move =
  | { readonly to: 'field'; readonly name: string }
  | { readonly to: 'place'; readonly at: number | 'index' }
  | { readonly to: 'each' }
  | { readonly to: 'first'; readonly count: number };

export interface Reference {
  readonly text: string;
  readonly root: Root;
  readonly path: readonly Move[];
  readonly fallback?: Json | undefined;
  readonly form?: Form | undefined;
}

const FORMS = {
  lines: (value: Json) => listOf(value).map(toText).join('\n'),
  bullets: (value: Json) =>
    listOf(value)
      .map((item) => `- ${toText(item)}`)
      .join('\n'),
  json: (value: Json) => JSON.stringify(value),
} as const;
type Form = keyof typeof FORMS;

/** A value of the file with its references found. */
export type Template =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'reference'; readonly reference: Reference }
  | { readonly kind: 'text'; readonly parts: readonly (string | Reference)[] }
  | {
      readonly kind: 'list';
      readonly items: readonly (Template | { readonly kind: 'spread'; readonly reference: Reference })[];
    }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Template>> };

/** What references are looked up in. */
export interface Scope {
  readonly input: Json;
  readonly stages: ReadonlyMap<string, Json>;
  readonly item?: Json | undefined;
  readonly index?: number | undefined;
  /** Outputs of the items that this one waited for, in order. */
  readonly needs?: Json | undefined;
  readonly retry?: Json | undefined;
}

/** Throws REFERENCE_INVALID with what is wrong in a sentence. */
export function readTemplate(value: Json): Template {
  if (typeof value === 'string') return readText(value);
  if (Array.isArray(value)) return readList(value);
  if (typeof value !== 'object' || value === null) return { kind: 'literal', value };
  const fields = Object.entries(value).map(([name, field]) => [name, readTemplate(field)] as const);
  if (fields.every(([, field]) => field.kind === 'literal')) return { kind: 'literal', value };
  return { kind: 'object', fields: Object.fromEntries(fields) };
}

/** Every reference in it, for whoever checks them and draws the graph. */
export function referencesIn(template: Template): Reference[] {
  switch (template.kind) {
    case 'literal':
      return [];
    case 'reference':
      return [template.reference];
    case 'text':
      return template.parts.filter((part) => typeof part !== 'string');
    case 'list':
      return template.items.flatMap((item) => (item.kind === 'spread' ? [item.reference] : referencesIn(item)));
    case 'object':
      return Object.values(template.fields).flatMap(referencesIn);
  }
}

/** The value, with what is not there left out. Undefined if all of it is not there. */
export function fill(template: Template, scope: Scope): Json | undefined {
  switch (template.kind) {
    case 'literal':
      return template.value;
    case 'reference':
      return resolve(template.reference, scope);
    case 'text':
      return template.parts.map((part) => (typeof part === 'string' ? part : insert(part, scope))).join('');
    case 'list':
      return template.items.flatMap((item) => {
        if (item.kind === 'spread') return listOf(resolve(item.reference, scope));
        const value = fill(item, scope);
        return value === undefined ? [] : [value];
      });
    case 'object':
      return Object.fromEntries(
        Object.entries(template.fields).flatMap(([name, field]) => {
          const value = fill(field, scope);
          return value === undefined ? [] : [[name, value]];
        }),
      );
  }
}

/** Whether a condition holds: what is absent, false, zero or empty does not. */
export function holds(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

const HOLE = /\$\$\{|\$\{((?:[^{}"]|"(?:[^"\\]|\\.)*")*)\}/g;

function readText(text: string): Template {
  const parts: (string | Reference)[] = [];
  let end = 0;
  const say = (words: string) => {
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + words;
    else if (words !== '') parts.push(words);
  };
  for (const match of text.matchAll(HOLE)) {
    say(plain(text.slice(end, match.index)));
    end = match.index + match[0].length;
    if (match[1] === undefined) say('${');
    else parts.push(readReference(match[1]));
  }
  say(plain(text.slice(end)));
  const [first] = parts;
  if (parts.length === 0) return { kind: 'literal', value: '' };
  if (parts.length > 1) return { kind: 'text', parts };
  return typeof first === 'string' ? { kind: 'literal', value: first } : { kind: 'reference', reference: first! };
}

/** Words between references; one that begins there and does not end is a mistake. */
function plain(words: string): string {
  const open = words.indexOf('${');
  if (open >= 0) throw wrong(words.slice(open, open + 40), 'it is not closed, or holds a brace');
  return words;
}

function readList(value: readonly Json[]): Template {
  const items = value.map((item) => {
    const spread = typeof item === 'string' && item.startsWith('...${') ? readText(item.slice(3)) : undefined;
    if (spread?.kind === 'reference') return { kind: 'spread' as const, reference: spread.reference };
    return readTemplate(item);
  });
  if (items.every((item) => item.kind === 'literal')) return { kind: 'literal', value: [...value] };
  return { kind: 'list', items };
}

const REFERENCE =
  /^\s*([A-Za-z_]+)((?:\.[A-Za-z_][\w-]*|\[(?:\d+|\*|index|:\d+)\])*)\s*(?:\?\?\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|\[\])\s*)?(?:\|\s*(\w+)\s*)?$/;

function readReference(text: string): Reference {
  const match = REFERENCE.exec(text);
  if (match === null)
    throw wrong(
      `\${${text}}`,
      'a reference is a path like input.title or stages.extract.items[*].text, with ?? and | after it',
    );
  const [, root, path, fallback, form] = match;
  if (!ROOTS.includes(root as Root)) throw wrong(`\${${text}}`, `it begins with none of ${ROOTS.join(', ')}`);
  if (form !== undefined && !Object.hasOwn(FORMS, form))
    throw wrong(`\${${text}}`, `"${form}" is none of the forms ${Object.keys(FORMS).join(', ')}`);
  return {
    text: text.trim(),
    root: root as Root,
    path: Array.from(path!.matchAll(/\.([\w-]+)|\[([^\]]+)\]/g), ([, name, place]) => readMove(name, place!)),
    ...(fallback !== undefined && { fallback: JSON.parse(fallback) as Json }),
    ...(form !== undefined && { form: form as Form }),
  };
}

function readMove(name: string | undefined, place: string): Move {
  if (name !== undefined) return { to: 'field', name };
  if (place === '*') return { to: 'each' };
  if (place === 'index') return { to: 'place', at: 'index' };
  if (place.startsWith(':')) return { to: 'first', count: Number(place.slice(1)) };
  return { to: 'place', at: Number(place) };
}

function wrong(text: string, why: string): ConsiliumError {
  return new ConsiliumError('REFERENCE_INVALID', `"${text}" cannot be read: ${why}.`);
}

function resolve(reference: Reference, scope: Scope): Json | undefined {
  const found = follow(rootOf(reference.root, scope), reference.path, scope) ?? reference.fallback;
  return found === undefined || reference.form === undefined ? found : FORMS[reference.form](found);
}

function insert(reference: Reference, scope: Scope): string {
  const value = resolve(reference, scope);
  return value === undefined ? '' : toText(value);
}

/** `stages` is no value of its own: its first field is the stage. */
function rootOf(root: Root, scope: Scope): Json | undefined | ReadonlyMap<string, Json> {
  return root === 'stages' ? scope.stages : scope[root];
}

function follow(from: unknown, path: readonly Move[], scope: Scope): Json | undefined {
  let at: unknown = from;
  for (const [done, move] of path.entries()) {
    if (move.to === 'each') {
      const rest = path.slice(done + 1);
      const many = rest.some(({ to }) => to === 'each');
      const found = listOf(at as Json)
        .map((item) => follow(item, rest, scope))
        .filter((value) => value !== undefined);
      return many ? found.flat() : found;
    }
    at = step(at, move, scope);
    if (at === undefined || at === null) return undefined;
  }
  return (at ?? undefined) as Json | undefined;
}

function step(at: unknown, move: Exclude<Move, { to: 'each' }>, { index }: Scope): unknown {
  if (move.to === 'first') return Array.isArray(at) ? at.slice(0, move.count) : undefined;
  if (move.to === 'place') return Array.isArray(at) ? at[move.at === 'index' ? (index ?? -1) : move.at] : undefined;
  if (at instanceof Map) return at.get(move.name);
  if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, move.name)) return undefined;
  return (at as Record<string, unknown>)[move.name];
}

function listOf(value: Json | undefined): Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function toText(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.map(toText).join(', ');
  return value === null ? '' : JSON.stringify(value);
}
