/** Europe PMC: papers and preprints, with what was published about them afterwards. */
import { z } from 'zod';
import { plainText } from '../xml.ts';
import { askJson, otherForm, type Surroundings } from './asking.ts';
import { cleanDoi, isoDate, type Notice, type SourceItem } from './item.ts';
import type { Wish } from './pubmed.ts';
import { toTerm } from './term.ts';

const result = z.object({
  id: z.string(),
  source: z.string(),
  pmid: z.string().optional(),
  doi: z.string().optional(),
  title: z.string(),
  authorString: z.string().optional(),
  journalInfo: z.object({ journal: z.object({ title: z.string().optional() }).optional() }).optional(),
  pubYear: z.string().optional(),
  firstPublicationDate: z.string().optional(),
  abstractText: z.string().optional(),
  pubTypeList: z.object({ pubType: z.array(z.string()).default([]) }).optional(),
  commentCorrectionList: z
    .object({
      commentCorrection: z.array(z.object({ type: z.string(), reference: z.string().optional() })).default([]),
    })
    .optional(),
});
const reply = z.object({ resultList: z.object({ result: z.array(z.unknown()) }) });

export async function searchEuropePmc(wish: Wish, surroundings: Surroundings): Promise<SourceItem[]> {
  const term = toTerm(wish.query);
  if (term === '') return [];
  const query = wish.since ? `${term} AND FIRST_PDATE:[${wish.since} TO 3000-01-01]` : term;
  const { value, from, at } = await askJson(
    {
      source: 'europepmc',
      path: '/webservices/rest/search',
      query: { query, format: 'json', resultType: 'core', pageSize: String(wish.limit) },
    },
    surroundings,
  );
  const read = reply.safeParse(value);
  if (!read.success) throw otherForm('europepmc');
  return read.data.resultList.result.flatMap((given) => {
    const parsed = result.safeParse(given);
    return parsed.success ? [toItem(parsed.data, from, at)] : [];
  });
}

function toItem(paper: z.infer<typeof result>, from: string, at: number): SourceItem {
  const { pmid, source, id } = paper;
  const doi = cleanDoi(paper.doi);
  const [first, ...others] = (paper.authorString ?? '').replace(/\.$/, '').split(', ');
  return {
    source: 'europepmc',
    id: pmid ? `PMID ${pmid}` : doi ? `doi:${doi}` : `${source} ${id}`,
    title: plainText(paper.title).replace(/\.$/, ''),
    url: pmid ? `https://pubmed.ncbi.nlm.nih.gov/${pmid}/` : `https://europepmc.org/article/${source}/${id}`,
    text: plainText(paper.abstractText ?? ''),
    date: isoDate(paper.firstPublicationDate ?? paper.pubYear),
    kinds: paper.pubTypeList?.pubType ?? [],
    who: first ? (others.length > 0 ? `${first} et al.` : first) : undefined,
    where: paper.journalInfo?.journal?.title ?? (source === 'PPR' ? 'Preprint' : undefined),
    doi,
    pmid,
    preprint: source === 'PPR',
    notices: (paper.commentCorrectionList?.commentCorrection ?? []).flatMap(toNotice),
    seen: at,
    from,
  };
}

function toNotice({ type, reference }: { type: string; reference?: string | undefined }): Notice[] {
  const plain = type.toLowerCase();
  if (!/ in$/.test(plain)) return [];
  const kind = plain.includes('retraction')
    ? 'retraction'
    : plain.includes('concern')
      ? 'concern'
      : plain.includes('erratum') || plain.includes('correct')
        ? 'correction'
        : undefined;
  return kind === undefined ? [] : [{ kind, date: isoDate(reference), by: 'europepmc' }];
}
