/** A row of the evidence table as the house cites sources. */
import { type EvidenceRow, sayGrade, stage } from 'consilium/research';

export function toCitation({ marker, row }: { readonly marker: string; readonly row: EvidenceRow }) {
  const year = Number(row.date?.slice(0, 4)) || undefined;
  const facts = [
    row.design,
    row.n === undefined ? '' : `n = ${row.n}`,
    row.date,
    sayGrade(row),
    row.therapies.join(', '),
    row.stage && stage(row.stage)?.say,
  ];
  // Whatever a report may quote of it.
  const told = [
    ...(row.said ?? []).map(({ text }) => text),
    ...(row.harms ?? []),
    ...(row.alerts ?? []).map((alert) => alert.told),
    ...(row.advised ?? []).map((advice) => advice.told),
    ...[...(row.doubts ?? []), ...(row.parts ?? []), ...(row.methods ?? [])],
    ...[...(row.read ?? []), ...(row.figures ?? []), ...(row.dosed ?? [])],
    ...[row.neutral?.figures ?? '', row.neutral?.power ?? ''].filter(Boolean),
  ];
  const harms = [...new Set(told)].filter((sentence) => !row.excerpt.includes(sentence));
  const excerpt = `${[row.excerpt, ...harms].join(' ')} (${facts.filter(Boolean).join('; ')})`.trim();
  const common = { marker, id: row.id, title: row.title, excerpt };
  if (row.source === 'index' && row.id.startsWith('knowledge/'))
    return {
      ...common,
      source_type: 'knowledge',
      entry_id: row.id.slice('knowledge/'.length),
      ...(row.where && { sources: [row.where] }),
    };
  if (row.source === 'index')
    return {
      ...common,
      source_type: 'internal_doc',
      service: 'Index',
      file_path: row.id,
      ...(row.date && { date: row.date }),
    };
  if (row.source === 'pubmed' || row.source === 'europepmc')
    return {
      ...{ ...common, source_type: 'journal', url: row.url },
      ...(row.who && { authors: [row.who] }),
      ...(row.where && { journal: row.where }),
      ...(year && { year }),
      ...(row.id.startsWith('PMID ') && { pmid: row.id.slice(5) }),
    };
  return {
    ...common,
    source_type: 'web',
    url: row.url,
    ...(row.where && { site: row.where }),
    ...(row.date && { date: row.date }),
  };
}
