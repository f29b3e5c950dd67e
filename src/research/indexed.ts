/** What the index has on a subject, as papers: whole documents with what they say of themselves (title, date, number). */
import { join } from 'node:path';
import { z } from 'zod';
import { mapGently, openBreath } from '../kernel/breath.ts';
import type { SearchHit } from '../search/index.ts';
import { cleanDoi, isoDate, type SourceItem } from '../sources/research/index.ts';
import { sentencesOf } from '../text/index.ts';
import { readRows } from '../text/rows.ts';
import { aliasesIn, namesAsked, spellingsOf, withAliases } from './aliases.ts';
import { type Declared, namesDeclared } from './evidence/declared.ts';
import { labelsOf } from './evidence/head.ts';
import { appraisal, foldText, hasAny } from './evidence/words.ts';
import { namesAbroad } from './foreign.ts';
import type { Gathering, Libraries, Looked, Missing } from './gather.ts';
import { readImprint } from './imprint.ts';
import { readPaper } from './paper.ts';
import { thoseConcerning, thoseNaming } from './papers-aside.ts';

const SCOPES = ['research', 'knowledge'];

export async function searchIndex(
  { query, topic, scopes, signal, aliases = new Map<string, string>() }: Gathering,
  { search, clock }: Libraries,
  limit: number,
): Promise<{ items: SourceItem[]; near: SourceItem[]; looked: Looked[]; missing: Missing[] }> {
  const there = new Set((await search.scopes()).map(({ scope }) => scope)).add('knowledge');
  const wanted = [...new Set([...SCOPES, ...scopes])];
  const asked = wanted.filter((scope) => there.has(scope));
  const missing = wanted
    .filter((scope) => !there.has(scope))
    .map((scope) => ({
      source: `scope ${scope}`,
      reason:
        scope === 'research'
          ? 'nothing is indexed there (consilium index PATH --scope research)'
          : 'there is no such scope',
    }));
  const abroad = namesAbroad(topic.subjects.map(({ text }) => text)).join(' ');
  const names = [...new Set([...namesAsked(topic), ...aliases.values()])];
  const looked: Looked[] = [];
  const items: SourceItem[] = [];
  const near: SourceItem[] = [];
  const breathe = openBreath();
  for (const scope of asked) {
    const find = async (words: string) =>
      words === '' ? [] : (await search.search({ query: words, scopes: [scope], top: limit * 3, signal })).hits;
    const hits = [...(await find(query)), ...(await find(scope === 'knowledge' ? '' : abroad))];
    // What papers say that it is called too, and how others write it: by that the rest is found.
    const declared: Declared[] = [];
    for (const { title, text } of scope === 'knowledge' || names.length === 0 ? [] : passagesIn(hits)) {
      await breathe();
      declared.push(...namesDeclared(title, text));
    }
    for (const [name, as] of aliasesIn(names, declared)) aliases.set(name, as);
    const further = scope === 'knowledge' ? [] : [...aliases.keys(), ...spellingsOf([...names, ...aliases.keys()])];
    const all = [...hits, ...(await find(further.join(' ')))];
    const noted = (paper: SourceItem) => withAliases(paper, names, aliases);
    const documents = new Map(documentsIn([...new Map(all.map((hit) => [hit.id, hit])).values()]));
    const found = await mapGently(documents, ([id, passages]) =>
      noted(toPaper(id, passages, textOf(passages), clock.now())),
    );
    const readWhole = async (some: readonly { readonly id: string }[]) => {
      const whole: SourceItem[] = [];
      for (const { id } of some) {
        const passages = documents.get(id)!;
        const { text, print } = await readPaper(passages, search);
        whole.push(noted({ ...toPaper(id, passages, text, clock.now()), ...(print && { print }) }));
        await breathe();
      }
      return whole;
    };
    const papers = await thoseConcerning(await readWhole((await thoseNaming(found, topic)).slice(0, limit)), topic);
    // What ranks high without the names: whether it answers is for its sentences to show.
    const known = new Set(papers.map(({ id }) => id));
    if (scope !== 'knowledge')
      near.push(...(await readWhole(found.filter(({ id }) => !known.has(id)).slice(0, MOST_NEAR))));
    looked.push({ source: `scope ${scope}`, found: papers.length, ids: papers.map(({ id: paper }) => paper) });
    items.push(...papers);
  }
  return { items, near, looked, missing };
}

/** Papers that are read for a question though they do not name its subject. */
const MOST_NEAR = 20;

/** By itself: what a passage says of a name says it whatever else its document holds. */
function passagesIn(hits: readonly SearchHit[]): { title: string; text: string }[] {
  return hits.map(({ text, source }) => ({ title: titleOf(text, source.title) ?? '', text }));
}

/** Passages of one document are one paper. */
function documentsIn(hits: readonly SearchHit[]): [string, SearchHit[]][] {
  return [...Map.groupBy(hits, documentOf)];
}

function textOf(passages: readonly SearchHit[]): string {
  const inOrder = passages.toSorted((a, b) => a.position.start - b.position.start);
  return inOrder.map(({ text }) => text).join('\n');
}

function documentOf({ scope, source }: SearchHit): string {
  if ('entry_id' in source) return `${scope}/${source.entry_id}`;
  if ('file_path' in source && source.file_path) return `${scope}/${source.file_path}`;
  return `${scope}/${source.title ?? source.id}`;
}

export function toPaper(id: string, passages: readonly SearchHit[], whole: string, now: number): SourceItem {
  const { source, scope } = passages[0]!;
  const { text, where: journal } = readImprint(whole);
  const written =
    'date' in source && source.date ? source.date : 'year' in source && source.year ? String(source.year) : undefined;
  const path = 'file_path' in source ? source.file_path : undefined;
  const given = titleOf(text, source.title) ?? path ?? id;
  const title = FILE_NAME.test(given) ? (firstLineOf(text) ?? given) : given;
  return {
    source: 'index',
    id,
    title,
    url: `index:${id}`,
    text,
    // When a file was written says little; what it says of itself comes first.
    date:
      ownDate([path ?? '', title, journal ?? '', ...labelsOf(text)].join('\n')) ??
      yearOf(title, labelsOf(text)) ??
      dateIn(`${path ?? ''}\n${title}\n${text}`) ??
      (source.source_type === 'internal_doc' ? undefined : isoDate(written)),
    kinds: source.source_type === 'knowledge' ? ['Reference Entry'] : [],
    where: journal ?? ('sources' in source && source.sources?.length ? source.sources.join('; ') : `scope ${scope}`),
    doi: ownDoi(`${title}\n${text}`),
    pmid: /^\W*PMID\b\W{0,3}(\d{4,9})/im.exec(text)?.[1],
    preprint: isPreprint(title, text),
    notices: /^\W*retracted\b/im.test(`${title}\n${text}`) ? [{ kind: 'retraction', by: 'index' }] : [],
    seen: now,
    from: `index:${scope}`,
  };
}

/** It says so of itself, under its title; one that it cites is another. */
const OF_ITSELF =
  /^\W*(?:preprint\b|not (?:yet )?(?:been )?peer|this is an? (?:[\p{L}-]+ ){0,2}preprint\b|this (?:work|paper|article|manuscript|study|report|preprint)\b)/iu;

export function isPreprint(title: string, text: string): boolean {
  const { preprints } = appraisal();
  const paragraphs = text.split(/\n\s*\n/);
  const isSaid = (sentence: string) => OF_ITSELF.test(sentence) && hasAny(foldText(sentence), preprints);
  return (
    hasAny(foldText([title, ...labelsOf(text)].join('. ')), preprints) || paragraphs.flatMap(sentencesOf).some(isSaid)
  );
}

/** The number that a document gives as its own, in a heading or with a label; one in running text belongs to another. */
function ownDoi(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.startsWith('#') || line.length < LONGEST_LABEL);
  const found = lines.flatMap((line) => {
    const pattern = line.startsWith('#') ? ANY_DOI : LABELLED_DOI;
    return cleanDoi(pattern.exec(line)?.[1]?.replace(/[)\].]+$/, '')) ?? [];
  });
  return found[0];
}

const LONGEST_LABEL = 200;
const ANY_DOI = /\b(10\.\d{4,9}\/[^\s"<>,;]+)/;
const LABELLED_DOI =
  /(?:^|[\s.;])(?<!see |of )(?:doi\s*[:=]?\s*|https?:\/\/(?:dx\.)?doi\.org\/)(10\.\d{4,9}\/[^\s"<>,;]+)/i;

/** A section's title says less than the document's own heading. */
function titleOf(text: string, title: string | undefined): string | undefined {
  return title ?? /^#\s+(.+)$/m.exec(text)?.[1];
}

/** A text without a heading is called after its file, and its first line is its title. */
const FILE_NAME = /^[^\s/]+\.(?:txt|text|pdf|docx?|html?|md)$/i;

function firstLineOf(text: string): string | undefined {
  const [line = '', ...rest] = text.trimStart().split('\n');
  const isTitle = line.length <= LONGEST_LABEL && /^\p{Lu}/u.test(line) && !/[.;,]\s*$/.test(line);
  return isTitle && line.split(/\s+/).length >= FEWEST_WORDS && rest.join('').trim() !== '' ? line.trim() : undefined;
}

const FEWEST_WORDS = 4;

/** What its head says, in words or by the year before the volume, comes before any day that its text tells of. */
function ownDate(head: string): string | undefined {
  const cited = /(?<!\d)((?:19|20)\d\d);\s?[\p{L}\d]/u.exec(head)?.[1];
  const told = dateIn(head);
  // Of what it cites beside itself the day is another's.
  return cited === undefined || told?.startsWith(cited) ? told : cited;
}

/** "Guidance Series No. 11, 2017.", "second edition, 2024": where it stood, or what it is called, ends with its year. */
function yearOf(title: string, labels: readonly string[]): string | undefined {
  const placed = PLACED.exec(labels.join('\n').replace(OTHER_DATES, ' '))?.[1];
  return placed ?? YEAR_LAST.exec(title)?.[1];
}

const PLACED = /[,;.]\s*((?:19|20)\d\d)(?:\.(?=\s|$)|,\s*(?:vol|no|pp|issue)\b|\s*$)/im;
const YEAR_LAST = /(?<![\d–-])((?:19|20)\d\d)\W*$/;
/** When it is to be looked at again, or how far it looked: no day on which it appeared. */
const OTHER_DATES =
  /\b(?:review|revision|search(?:es|ed)?|expiry|expires?|valid|update due|next update|cut-?off|embargo|due|withdrawn|superseded|replaced|archived)\b[^\n.]{0,24}?\b(?:19|20)\d{2}(?:-\d{2}){0,2}\b/gi;

const DATED = /\b(?:published|date|updated|posted|accepted|year)\b[^\n\d]{0,20}([^\n]{4,30})/i;

function dateIn(written: string): string | undefined {
  const text = written.replace(OTHER_DATES, ' ');
  const [, labelled] = DATED.exec(text) ?? [];
  const [iso] = /\b(?:19|20)\d{2}-\d{2}(?:-\d{2})?\b/.exec(text) ?? [];
  const [, inBrackets] = /\(((?:19|20)\d{2})\)/.exec(text) ?? [];
  const [, worded] =
    /\b((?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December) (?:\d{1,2}, )?(?:19|20)\d{2})\b/.exec(
      text,
    ) ?? [];
  return isoDate(labelled) ?? iso ?? isoDate(worded) ?? dateAbroad(text) ?? isoDate(inBrackets);
}

let months: readonly (readonly string[])[] | undefined;

/** "7. Oktober 2025", "19 de noviembre de 2025", "1er février 2026". */
function dateAbroad(text: string): string | undefined {
  months ??= z.array(z.array(z.string())).parse(readRows(join(import.meta.dirname, 'evidence/months.yml')));
  const names = months.flat().join('|');
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])(\\d{1,2})(?:\\.|er)? (?:de )?(${names}) (?:de |del )?((?:19|20)\\d{2})\\b`,
    'iu',
  );
  const [, day, name, year] = pattern.exec(text) ?? [];
  if (name === undefined) return undefined;
  const month = months.findIndex((each) => each.includes(name.toLowerCase())) + 1;
  return [year, String(month).padStart(2, '0'), day!.padStart(2, '0')].join('-');
}
