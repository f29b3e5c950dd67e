/**
 * Footnotes in Chicago style, as Markdown. What is not known is left out together with its punctuation; what a source
 * says of itself is text and stays text, whatever it holds.
 */
import type { Citation, SourceMetadata, SourceType } from './source.ts';

type Of<T extends SourceType> = Extract<SourceMetadata, { source_type: T }>;
/** A part of the sentence; in quotes the comma after it goes inside. */
type Part = string | { readonly quoted: string };

/** The footnote without its `[^1]: `. */
export function formatFootnote(source: SourceMetadata): string {
  const parts = partsOf(source).filter((part) => part !== '' && !(typeof part === 'object' && part.quoted === ''));
  return guardStart(writeSentence(parts.length > 0 ? parts : [code(source.id)]));
}

export function renderFootnotes(citations: readonly Citation[]): string {
  return citations.map(({ marker, footnote }) => `[^${marker}]: ${footnote.replace(/\s+/g, ' ').trim()}`).join('\n');
}

/** A few words for a list of sources: who, what, where in it. Plain text. */
export function shortLabel(source: SourceMetadata): string {
  const named = labelOf(source).map(plain).filter(Boolean);
  return named.join(', ') || plain(source.id);
}

function partsOf(source: SourceMetadata): Part[] {
  switch (source.source_type) {
    case 'book':
      return bookParts(source);
    case 'code':
      return [
        code(`${source.repo}/${source.file_path}`),
        after('commit ', code(source.commit_hash)),
        lines(source.line_range),
      ];
    case 'schema':
      return [code(`${source.repo}/${source.file_path}`), after('version ', text(source.version))];
    case 'internal_doc': {
      // The date stays as the service writes it: versions of documents are told apart by it.
      const [service, title] = bracketed([text(source.service), italic(source.title)], text(source.date));
      return [service!, title!, after('§', text(source.section))];
    }
    case 'web':
      return webParts(source);
    case 'journal':
      return journalParts(source);
    case 'record': {
      const titled = bracketed(['Health record', italic(source.title)], sayDate(source.date));
      return [...titled, nameEntry(source)];
    }
    case 'knowledge': {
      const works = (source.sources ?? []).map(text).filter(Boolean).join('; ');
      const [title, section] = bracketed([italic(source.title), after('§', text(source.section))], works);
      return [title!, section!];
    }
  }
}

function bookParts({ author, title, city, publisher, year, pages }: Of<'book'>): Part[] {
  const place = [text(city), text(publisher)].filter(Boolean).join(': ');
  const imprint = [place, text(year?.toString())].filter(Boolean).join(', ');
  return [...bracketed([text(author), italic(title)], imprint), text(pages)];
}

function webParts({ author, title, site, date, accessed, url }: Of<'web'>): Part[] {
  const seen = after('accessed ', sayDate(accessed));
  return [text(author), { quoted: text(title) }, text(site), sayDate(date), seen, link(url)];
}

function journalParts(source: Of<'journal'>): Part[] {
  const { authors = [], title, journal, volume, issue, year, pages, doi, pmid, url } = source;
  const name = [italic(journal), text(volume)].filter(Boolean).join(' ');
  const numbered = [name, after('no. ', text(issue))].filter(Boolean);
  const dated = bracketed(numbered.length > 0 ? numbered : [''], text(year?.toString())).join(', ');
  const where = [dated, text(pages)].filter(Boolean).join(': ');
  const address = doi === undefined ? link(url) : doiLink(doi);
  return [nameAuthors(authors), { quoted: text(title) }, where, after('PMID ', text(pmid)), address];
}

/** `ObservationNode` → observation. What has no title is known by its id. */
function nameEntry({ entry_type, entry_uuid, title }: Of<'record'>): string {
  const kind = text(entry_type.replace(/Node$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')).toLowerCase();
  return text(title) === '' ? [kind, code(entry_uuid)].filter(Boolean).join(' ') : kind;
}

/** Brackets go to the last part there is; with none before them they are no brackets. */
function bracketed(parts: readonly string[], inside: string): string[] {
  const at = parts.findLastIndex((part) => part !== '');
  if (inside === '') return [...parts];
  if (at < 0) return [inside, ...parts.slice(1)];
  return parts.map((part, i) => (i === at ? `${part} (${inside})` : part));
}

function nameAuthors(authors: readonly string[]): string {
  const names = authors.map(text).filter(Boolean);
  if (names.length > 3) return `${names[0]} et al.`;
  if (names.length === 3) return `${names[0]}, ${names[1]}, and ${names[2]}`;
  return names.join(' and ');
}

function writeSentence(parts: readonly Part[]): string {
  return parts
    .map((part, i) => {
      const last = i === parts.length - 1;
      if (typeof part === 'object') {
        const mark = /[?!]$/.test(part.quoted) ? '' : last ? '.' : ',';
        return `“${part.quoted}${mark}”${last ? '' : ' '}`;
      }
      if (!last) return `${part}, `;
      return part.endsWith('.') ? part : `${part}.`;
    })
    .join('');
}

/** Words that Markdown would take for the start of a list, a heading or a quotation. */
function guardStart(line: string): string {
  return line.replace(/^(\d+)([.)])/, '$1\\$2').replace(/^([-+=])/, '\\$1');
}

function lines(range: string | undefined): string {
  const said = text(range);
  if (said === '') return '';
  return /^\d+$/.test(said) ? `line ${said}` : `lines ${said}`;
}

function after(prefix: string, words: string): string {
  return words === '' ? '' : prefix + words;
}

function italic(words: string | undefined): string {
  const said = text(words);
  return said === '' ? '' : `*${said}*`;
}

/** A code span that its content cannot leave. */
function code(words: string | undefined): string {
  const said = plain(words);
  if (said === '') return '';
  const longest = Math.max(0, ...[...said.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = said.startsWith('`') || said.endsWith('`') ? ' ' : '';
  return fence + space + said + space + fence;
}

function doiLink(doi: string): string {
  const bare = plain(doi).replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, '');
  return /^10\.\d{4,9}\/\S+$/.test(bare) ? link(`https://doi.org/${bare}`) : code(bare);
}

/** Only what a browser may open becomes a link; anything else is shown as the text it is. */
function link(address: string | undefined): string {
  const said = plain(address);
  const url = URL.canParse(said) ? new URL(said) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? `<${url.href}>` : code(said);
}

const SIGNS = /[\\`*_[\]<>&#|~$!{}@^]|:(?=\/)|(?<=\bwww)\.|(?<=\b(?:mailto|xmpp)):/gi;

/** Text in Markdown: without signs that would do something, and without punctuation that the sentence brings itself. */
function text(words: string | undefined): string {
  return plain(words)
    .replace(/^[\s,;:]+|[\s,;:]+$/g, '')
    .replace(SIGNS, '\\$&');
}

/** One line of visible characters; a paragraph that poses as a title is cut. */
function plain(words: string | undefined): string {
  const line = (words ?? '')
    .toWellFormed()
    .replace(/[\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > MAX_FIELD ? `${line.slice(0, MAX_FIELD).toWellFormed().trimEnd()}…` : line;
}

const MAX_FIELD = 400;

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** `2026-09-15` → `September 15, 2026`; a date that is written otherwise stays as it is. */
function sayDate(date: string | undefined): string {
  const iso = /^(\d{4})-(\d\d)(?:-(\d\d))?(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?$/.exec(plain(date));
  const month = MONTHS[Number(iso?.[2]) - 1];
  if (iso === null || month === undefined) return text(date);
  return iso[3] === undefined ? `${month} ${iso[1]}` : `${month} ${Number(iso[3])}, ${iso[1]}`;
}

function labelOf(source: SourceMetadata): string[] {
  const title = shorten(plain(source.title));
  switch (source.source_type) {
    case 'book':
      return [lastName(source.author), initials(plain(source.title)) ?? title, after('pp. ', plain(source.pages))];
    case 'code':
      return [[`${source.repo}/${source.file_path}`, source.line_range].filter(Boolean).join(':')];
    case 'schema':
      return [`${source.repo}/${source.file_path}`, after('version ', plain(source.version))];
    case 'internal_doc':
      return [source.service, title, after('§', plain(source.section))];
    case 'web':
      return [title, source.site ?? hostOf(source.url)];
    case 'journal':
      return [lastName(source.authors?.[0]), title, plain(source.journal), plain(source.year?.toString())];
    case 'record':
      return ['health record', title, plain(source.date)];
    case 'knowledge':
      return [title || source.entry_id, after('§', plain(source.section))];
  }
}

/** The initials of a long title's names: Patterns of Enterprise Application Architecture → PEAA. */
function initials(title: string): string | undefined {
  const capitals = title.split(/[\s-]+/).flatMap((word) => /^\p{Lu}(?=\p{Ll})/u.exec(word)?.[0] ?? []);
  return title.length > 40 && capitals.length >= 3 ? capitals.join('') : undefined;
}

function lastName(author: string | undefined): string {
  const name = plain(author);
  return name.includes(',') ? name.slice(0, name.indexOf(',')) : name;
}

function shorten(words: string): string {
  return words.length > 60 ? `${words.slice(0, 59).toWellFormed().trimEnd()}…` : words;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
