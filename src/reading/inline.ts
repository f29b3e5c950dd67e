/** Markup within a line of Markdown or reStructuredText made blank, place by place; the words stay where they are. */
import { blank, type Format } from './document.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…', copy: '©' },
  ...{
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    deg: '°',
    micro: 'µ',
    plusmn: '±',
    le: '≤',
    ge: '≥',
    times: '×',
  },
  ...{
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    szlig: 'ß',
    eacute: 'é',
    egrave: 'è',
    agrave: 'à',
    alpha: 'α',
    beta: 'β',
    mu: 'μ',
  },
};

/** `&amp;` as its sign, padded to its own length. */
export function readEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    const sign =
      name === undefined
        ? fromCode(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
        : ENTITIES[String(name).toLowerCase()];
    return sign === undefined || sign.length > whole.length ? whole : sign.padEnd(whole.length);
  });
}

function fromCode(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;
}

/** The words of some lines, in the same places. */
export function stripInline(text: string, format: Format): string {
  if (format === 'plain') return text;
  const spans: { at: number; words: string }[] = [];
  // What stands in code marks is meant as it is: set aside, and put back at the end.
  const set = (whole: string, inner: string, at: number): string => {
    const lead = whole.indexOf(inner);
    spans.push({ at, words: `${' '.repeat(lead)}${inner}${' '.repeat(whole.length - lead - inner.length)}` });
    return HELD.repeat(whole.length);
  };
  let out = text.replace(
    /(?<!`)(`{1,3})(?!`)((?:[^`]|(?<!`)`{1,2}(?!`))*?)\1(?!`)/g,
    (whole, mark: string, inner: string, at: number) =>
      format === 'rst' && mark.length === 1 ? whole : inner.trim() === '' ? blank(whole) : set(whole, inner, at),
  );
  for (const [pattern, keep] of format === 'rst' ? [...RST, ...SHARED] : [...MARKDOWN, ...SHARED])
    out = out.replace(pattern, (...found: unknown[]) =>
      keepOnly(String(found[0]), keep === 0 ? '' : String(found[keep] ?? '')),
    );
  out = readEntities(out);
  for (const { at, words } of spans) out = out.slice(0, at) + words + out.slice(at + words.length);
  return out;
}

const HELD = '\u0001';

/** Everything blank but the part that is words. */
function keepOnly(whole: string, kept: string): string {
  if (kept === '') return blank(whole);
  const at = whole.indexOf(kept);
  return blank(whole.slice(0, at)) + kept + blank(whole.slice(at + kept.length));
}

type Rule = readonly [pattern: RegExp, keep: number];

const MARKDOWN: readonly Rule[] = [
  [/\[!\[[^\]]{0,300}\](?:\([^()]{0,1000}\)|\[[^\]]{0,100}\])\](?:\([^()]{0,1000}\)|\[[^\]]{0,100}\])?/g, 0],
  [/!\[[^\]]{0,300}\](?:\([^()]{0,1000}(?:\([^()]{0,200}\))?[^()]{0,200}\)|\[[^\]]{0,100}\])/g, 0],
  // A footnote's mark goes; the house's own citation behind a sentence (`[^1]`) is part of what the sentence says.
  [/\[\^(?!\d{1,3}\](?!:))[^\]\s]{1,64}\]:?|(?<=^|\s)\[\^\d{1,3}\]:?|\[\^\d{1,3}\]:/g, 0],
  [/\[([^[\]]{1,400}(?:\[[^[\]]{0,100}\][^[\]]{0,200})?)\]\((?:[^()]{0,1000}(?:\([^()]{0,200}\))?[^()]{0,200})\)/g, 1],
  [/\[([^[\]]{1,300})\]\[[^[\]]{0,100}\]/g, 1],
  [/\{(?:#|\.|:)[\w\s.#:="-]{1,120}\}|\{[{%][^\n]{0,200}?[%}]\}/g, 0],
  [/<(https?:\/\/[^\s<>]{1,500}|[\w.+-]{1,64}@[\w.-]{1,100})>/g, 1],
  [/(?<![\\*\w])\*\*\*(?=\S)|(?<=\S)\*\*\*(?![*\w])/g, 0],
  [/(?<!\\)\*\*(?=\S)|(?<=\S)(?<!\\)\*\*/g, 0],
  [/(?<![\\\w_])__(?=\S)|(?<=\S)__(?![\w_])/g, 0],
  [/~~/g, 0],
  [/(?<![\\*\w])\*(?=[^\s*])|(?<=[^\s*\\])\*(?![*\w])/g, 0],
  [/(?<![\\_\w])_(?=[^\s_])|(?<=[^\s_\\])_(?![_\w])/g, 0],
  [/\\(?=[!-/:-@[-`{-~])/g, 0],
  [/^\[[ xX]\](?=\s)/g, 0],
];

const RST: readonly Rule[] = [
  [/:[\w:+-]{1,40}:`~?([^`<]{1,200}?)\s*(?:<[^>`]{1,300}>)?`/g, 1],
  [/`([^`<]{1,300}?)\s*<[^>`]{1,400}>`_{1,2}/g, 1],
  [/`([^`]{1,300})`_{0,2}/g, 1],
  [/\[[#*\w]{1,40}\]_/g, 0],
  [/\|[\w -]{1,40}\|_{0,2}/g, 0],
  [/(?<!\w)\*\*(?=\S)|(?<=\S)\*\*(?!\w)/g, 0],
  [/(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, 0],
  [/(?<=\w)__?(?=[\s.,;:)]|$)/gm, 0],
];

const SHARED: readonly Rule[] = [
  [/<!--[\s\S]*?(?:-->|$)/g, 0],
  [/<(script|style|svg)\b[^>]*>[\s\S]*?<\/\1>/gi, 0],
  [/<\/?[a-zA-Z][\w-]{0,30}(?:\s[^<>]{0,1000})?\/?>/g, 0],
];
