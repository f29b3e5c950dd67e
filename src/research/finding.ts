/** One source in words: how sure, what it is, what it says. */

import { sayGrade } from './evidence/grading.ts';
import { PRIMARY } from './evidence/outcome-names.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { sayEnd } from './telling.ts';
import { short } from './wording.ts';

export function tellRow(row: EvidenceRow): string {
  const facts = [
    row.design,
    row.n === undefined ? '' : `n = ${row.n}`,
    row.date ?? '',
    row.preprint ? 'preprint' : '',
    row.language === undefined ? '' : `in ${row.language}`,
    row.notices.some(({ kind }) => kind === 'concern') ? 'expression of concern' : '',
    sayEnd(row.setback) || (missedPrimary(row) ? 'primary endpoint not met' : ''),
    row.orders ? 'it gives orders to software, left out' : '',
  ];
  // What is concluded of a study that is doubted is not repeated.
  const isDoubted = row.notices.some(({ kind }) => kind === 'concern');
  const said = row.excerpt === '' || isDoubted ? row.title : `${leadIn(row)}${row.excerpt.replace(/[.\s]+$/, '')}`;
  return `**${leadOf(row)}** (${facts.filter(Boolean).join(', ')}): ${said}.`;
}

/** By its figures, where its words do not say so: what it was made for came out the same. */
function missedPrimary({ results = [], design_id }: EvidenceRow): boolean {
  return design_id === 'rct' && results.some(({ outcome, change }) => outcome === PRIMARY && change === 'same');
}

function leadOf(row: EvidenceRow): string {
  if (row.grade === 'advice') return `Advice, ${sayGrade(row)}`;
  if (row.grade === 'decision') return 'Decision';
  if (row.grade === 'opinion') return 'Opinion, no data of its own';
  return `${row.grade[0]!.toUpperCase()}${row.grade.slice(1)} certainty`;
}

/** What a register says is planned, and nothing that was found. */
export function tellPlanned({ id, title, n, date }: EvidenceRow): string {
  const facts = [n === undefined ? '' : `${n} people planned`, date ?? ''].filter(Boolean).join(', ');
  const named = title.includes(id) || !id.startsWith('NCT') ? title : `${id}: ${title}`;
  return `"${short(named)}"${facts === '' ? '' : ` (${facts})`}`;
}

/** A sentence that does not say of what it speaks is told with its title. */
function leadIn({ title, excerpt, design_id }: EvidenceRow): string {
  const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
  const said = new Set(wordsOf(excerpt));
  const isSaid = design_id !== 'knowledge' && wordsOf(title).some((word) => said.has(word));
  return isSaid ? '' : `${short(title)}: `;
}

export function tellSource(row: EvidenceRow): string {
  const link = row.url.startsWith('http') ? ` ${row.url}` : ` (${row.id})`;
  const notes = row.notices.map(({ kind, date }) => `${kind}${date ? ` ${date}` : ''}`).join(', ');
  const facts = [row.who, `*${row.title}*`, row.where, row.date].filter(Boolean).join('. ');
  const care = row.orders ? ' It holds text that gives orders to software; that was treated as data.' : '';
  return `${facts}.${link}${notes ? ` [${notes}]` : ''}${care}`;
}
