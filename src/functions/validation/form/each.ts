/**
 * Criteria about each part of a document or of data (each.yml): "All links use https", "No heading is repeated", "Keys are in
 * snake_case". Whatever word is left over was not understood, and then nothing is said.
 */
import { parse } from 'yaml';
import { z } from 'zod';
import { unitsOf } from '../../../reading/index.ts';
import { sheet } from '../../analysis/sheet.ts';
import { type Artifact, type Seen, seen } from '../seen.ts';
import { readFormWords } from './demand.ts';
import { PARTS } from './parts.ts';

const list = z.array(z.string());
const readSheet = sheet(
  './each.yml',
  import.meta.url,
  z.strictObject({
    every: list,
    none: list,
    domains: z.record(z.string(), list),
    predicates: z.record(z.string(), list),
  }),
);

export function judgeEachPart(artifact: Artifact, criterion: string): Seen | undefined {
  if (artifact.code !== undefined || /["`“]/.test(criterion)) return undefined;
  const read = readEach(criterion);
  if (read === undefined) return undefined;
  const parts = partsOf(artifact, read);
  if (parts === undefined || parts.length === 0) return undefined;
  if (read.predicate === 'sorted' || read.predicate === 'unique') return judgeWhole(parts, read);
  const holds = HOLDS[read.predicate];
  if (holds === undefined) return undefined;
  const odd = parts.find((part) => holds(part) === read.denied);
  return seen(
    odd === undefined,
    odd === undefined ? `It holds of all ${parts.length}.` : `"${odd.trim().slice(0, 60)}" breaks it.`,
    odd === undefined ? {} : { evidence: odd.trim().slice(0, 80), at: Math.max(0, artifact.text.indexOf(odd.trim())) },
  );
}

interface Read {
  readonly domain: string;
  readonly predicate: string;
  readonly denied: boolean;
}

/** What of a criterion says how, not what. */
const FILLERS = new Set(
  'the a an is are be has have must should of in its their with that and carry carries carries end ends begin begins start starts use uses contain contains includes include given written put on as it this document file text page list readme table name names called followed follow there two same made up them stand stands appear appears come comes by for to at does do own format style only which specify specifies specified declare declares set marked from left'.split(
    ' ',
  ),
);

function readEach(criterion: string): Read | undefined {
  const { every, none, domains, predicates } = readSheet();
  let text = ` ${criterion
    .toLowerCase()
    .replace(/(\w)n't\b/g, '$1 not')
    .replace(/[.,;:!()]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')} `;
  const take = (phrases: readonly string[]): { at: number } | undefined => {
    const found = [...phrases]
      .sort((a, b) => b.length - a.length)
      .find((one) => text.includes(` ${one.toLowerCase()} `));
    if (found === undefined) return undefined;
    const at = text.indexOf(` ${found.toLowerCase()} `);
    text = `${text.slice(0, at)} ${text.slice(at + found.length + 1)}`;
    return { at };
  };
  const first = (named: Readonly<Record<string, readonly string[]>>): string | undefined => {
    const places = Object.entries(named).flatMap(([name, phrases]) =>
      phrases
        .map((phrase) => ({ name, phrase, at: text.indexOf(` ${phrase.toLowerCase()} `) }))
        .filter(({ at }) => at >= 0),
    );
    places.sort((a, b) => a.at - b.at || b.phrase.length - a.phrase.length);
    if (places[0] !== undefined) take([places[0].phrase]);
    return places[0]?.name;
  };
  const denials = [none, ['not', 'without', 'lacks', 'never']].filter((words) => take(words) !== undefined).length;
  const quantified = take(every) !== undefined || denials > 0 || /^ (?:the )?\w+s /.test(text);
  const domain = first(domains);
  const predicate = first(predicates);
  if (!quantified || domain === undefined || predicate === undefined) return undefined;
  const left = text
    .split(' ')
    .filter((word) => word !== '' && !FILLERS.has(word) && !readFormWords().artifacts.has(word));
  return left.length > 0 ? undefined : { domain, predicate, denied: denials % 2 === 1 };
}

function judgeWhole(parts: readonly string[], { predicate, denied }: Read): Seen {
  const folded = parts.map((part) => part.trim().toLowerCase());
  if (predicate === 'unique') {
    // "No heading is repeated", "All headings are unique": both ask that there be no second one.
    const again = folded.find((part, index) => folded.indexOf(part) !== index);
    return seen(
      again === undefined,
      again === undefined ? 'None occurs twice.' : `"${again.slice(0, 60)}" occurs twice.`,
    );
  }
  const odd = folded.findIndex((part, index) => index > 0 && part.localeCompare(folded[index - 1]!) < 0);
  return seen(odd < 0 !== denied, odd < 0 ? 'They are in order.' : `"${folded[odd]!.slice(0, 60)}" is out of order.`);
}

function partsOf(artifact: Artifact, { domain, predicate }: Read): readonly string[] | undefined {
  if (domain === 'key' || domain === 'value') return dataOf(artifact, domain);
  if (domain === 'numbered item' && predicate === 'numbered')
    return artifact.text.match(/^[ \t]*(?:[-*+•]|\d+[.)])\s+\S.*$/gm) ?? [];
  if (domain === 'section') return sectionsOf(artifact);
  if (domain === 'image') return artifact.text.match(/!\[[^\]]*\]\([^)]*\)|<img\b[^>]*>/gi) ?? [];
  if (domain === 'link')
    return (artifact.text.match(/(?<!!)\[[^\]]+\]\(([^)]+)\)|<a\s[^>]*>|https?:\/\/[^\s)>"]+/gi) ?? []).filter((one) =>
      /:\/\//.test(one),
    );
  if (domain === 'code block') return artifact.text.match(/^ {0,3}(?:```|~~~)[\s\S]*?^ {0,3}(?:```|~~~)\s*$/gm) ?? [];
  return PARTS[domain]?.(artifact)?.filter((part) => part.trim() !== '' || domain === 'line');
}

/** Headings as they are written, each with what stands below it. */
function sectionsOf({ document, text }: Artifact): string[] {
  const headings = unitsOf(document).filter(({ kind }) => kind === 'heading');
  const tops = headings.filter(({ level }) => level === 1);
  // The title of the whole is no section.
  const starts = (tops.length === 1 && headings[0] === tops[0] ? headings.slice(1) : headings).map(
    ({ start }) => text.lastIndexOf('\n', start - 1) + 1,
  );
  return starts.map((start, index) => text.slice(start, starts[index + 1] ?? text.length));
}

function dataOf({ text, path }: Artifact, what: 'key' | 'value'): string[] | undefined {
  if (/\.(?:csv|tsv)$/i.test(path ?? '')) {
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/[,;\t]/).map((cell) => cell.trim()));
    return what === 'key' ? rows[0] : rows.slice(1).flat();
  }
  if (!/\.(?:json|ya?ml)$/i.test(path ?? '') && !/^\s*[{[]/.test(text)) return undefined;
  let whole: unknown;
  try {
    whole = parse(text);
  } catch {
    return undefined;
  }
  const found: string[] = [];
  const walk = (at: unknown, depth: number): void => {
    if (typeof at !== 'object' || at === null) {
      if (what === 'value') found.push(JSON.stringify(at) ?? '');
    } else if (depth < 20)
      for (const [key, inner] of Object.entries(at)) {
        if (what === 'key' && !Array.isArray(at)) found.push(key);
        walk(inner, depth + 1);
      }
  };
  walk(whole, 0);
  return found;
}

const bare = (part: string) => part.replace(/^[#>\s*+-]+/, '').trim();
const last = (part: string) =>
  bare(part)
    .replace(/[\s*_`)"'\]]+$/, '')
    .at(-1);

const HOLDS: Readonly<Record<string, (part: string) => boolean>> = {
  https: (part) => !/\bhttp:\/\//i.test(part),
  alt: (part) => /!\[[^\]]+\]|\balt\s*=\s*["'][^"']+/.test(part),
  tagged: (part) => /^\s*(?:```|~~~)\s*\w/.test(part),
  numbered: (part) => /^(?:section |chapter |§ ?)?\d+(?:\.\d+)*[.):]?\s/i.test(bare(part)) || /^[#\s]*\d/.test(part),
  capital: (part) => /^[^\p{L}]*\p{Lu}/u.test(bare(part)),
  lower: (part) => part === part.toLowerCase(),
  upper: (part) => part === part.toUpperCase() && /\p{L}/u.test(part),
  question: (part) => last(part) === '?',
  stop: (part) => last(part) === '.',
  comma: (part) => last(part) === ',',
  colon: (part) => last(part) === ':',
  semicolon: (part) => last(part) === ';',
  dmy: (part) => /^\d{1,2}\/\d{1,2}\/\d{4}/.test(part),
  dotted: (part) => /^\d{1,2}\.\d{1,2}\.\d{4}/.test(part),
  blank: (part) =>
    /^(?:""|null)?$/.test(part.trim()) ||
    (part.replace(/^[^\n]*(?:\n|$)/, '').trim() === '' && (part.includes('\n') || part.trim() === '')),
  bold: (part) => /\*\*|__|<(?:b|strong)>/.test(part),
  snake: (part) => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(part),
  camel: (part) => /^[a-z][a-zA-Z0-9]*$/.test(part),
  kebab: (part) => /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(part),
  iso: (part) => /^\d{4}-\d{2}-\d{2}/.test(part),
  figure: (part) => /\d/.test(part),
  string: (part) => part.startsWith('"'),
  indented_tab: (part) => /^\t/.test(part),
  linked: (part) => /\]\(|<a\s|https?:/.test(part),
};
