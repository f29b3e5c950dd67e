/** A report, written where it keeps nobody waiting: what was asked may be long, and each source is read for each word of it. */
import { callAside } from '../threads/index.ts';
import { type Report, type ReportParts, writeReport } from './report.ts';

type Written = Omit<Report, 'markerOf'>;

export const works = {
  report: (parts: ReportParts): Written => {
    const { markerOf: _, ...report } = writeReport(parts);
    return report;
  },
};

export async function reportOf(parts: ReportParts): Promise<Report> {
  const report = await callAside(import.meta.url, works, 'report', [parts], { long: true, limitMs: LONGEST_MS });
  const markers = new Map(report.citations.map(({ marker, row }) => [row.id, `[^${marker}]`]));
  return { ...report, markerOf: (id) => markers.get(id) ?? '' };
}

const LONGEST_MS = 60_000;
