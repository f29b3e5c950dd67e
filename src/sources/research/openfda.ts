/** openFDA: which drugs are approved, and when. */
import { z } from 'zod';
import { askJson, otherForm, type Surroundings } from './asking.ts';
import { isoDate, type SourceItem } from './item.ts';
import type { Wish } from './pubmed.ts';
import { termWords } from './term.ts';

const submission = z.object({
  submission_type: z.string().optional(),
  submission_status: z.string().optional(),
  submission_status_date: z.string().optional(),
});
const result = z.object({
  application_number: z.string(),
  sponsor_name: z.string().optional(),
  openfda: z
    .object({ brand_name: z.array(z.string()).default([]), generic_name: z.array(z.string()).default([]) })
    .optional(),
  products: z.array(z.object({ brand_name: z.string().optional() })).default([]),
  submissions: z.array(submission).default([]),
});
const reply = z.object({ results: z.array(z.unknown()) });

/** Asked for each word that may be a drug's name: the interface knows names, not questions. */
export async function searchApprovals(wish: Wish, surroundings: Surroundings): Promise<SourceItem[]> {
  const names = termWords(wish.query)
    .filter((word) => word.length >= 5)
    .slice(0, 12);
  if (names.length === 0) return [];
  const search = names
    .flatMap((name) => [`openfda.generic_name:"${name}"`, `openfda.brand_name:"${name}"`])
    .join(' OR ');
  const question = { source: 'openfda' as const, path: '/drug/drugsfda.json', mayBeMissing: true };
  const { value, from, at } = await askJson(
    { ...question, query: { search: `(${search})`, limit: String(wish.limit) } },
    surroundings,
  );
  if (value === undefined) return [];
  const read = reply.safeParse(value);
  if (!read.success) throw otherForm('openfda');
  return read.data.results.flatMap((given) => {
    const parsed = result.safeParse(given);
    return parsed.success ? [toItem(parsed.data, from, at)] : [];
  });
}

function toItem(drug: z.infer<typeof result>, from: string, at: number): SourceItem {
  const dates = drug.submissions
    .filter(({ submission_status }) => submission_status === 'AP' || submission_status === 'TA')
    .flatMap(({ submission_status_date }) => isoDate(submission_status_date) ?? [])
    .toSorted();
  const generic = drug.openfda?.generic_name[0]?.toLowerCase();
  const brand = drug.openfda?.brand_name[0] ?? drug.products[0]?.brand_name;
  const approved = dates[0];
  const name = [generic, brand && `(${brand})`].filter(Boolean).join(' ') || drug.application_number;
  return {
    source: 'openfda',
    id: `FDA ${drug.application_number}`,
    title: approved ? `FDA approval of ${name}` : `FDA application for ${name}`,
    url: `https://www.accessdata.fda.gov/scripts/cder/daf/index.cfm?event=overview.process&ApplNo=${drug.application_number.replace(/\D/g, '')}`,
    text: approved ? `First approved ${approved}; last action ${dates.at(-1)}.` : 'Not approved so far.',
    date: approved ?? dates.at(-1),
    kinds: ['Regulatory Decision'],
    who: drug.sponsor_name,
    where: 'openFDA',
    notices: [],
    approval: {
      application: drug.application_number,
      brand,
      generic,
      sponsor: drug.sponsor_name,
      approved,
      lastAction: dates.at(-1),
    },
    seen: at,
    from,
  };
}
