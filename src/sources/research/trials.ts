/** ClinicalTrials.gov, version 2 of its interface: registered trials, and one by its number. */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/index.ts';
import { plainText } from '../xml.ts';
import { askJson, otherForm, type Surroundings } from './asking.ts';
import { isoDate, type SourceItem } from './item.ts';
import type { Wish } from './pubmed.ts';
import { toTerm } from './term.ts';
import { resultsSection, tellResults } from './trial-results.ts';

const day = z.object({ date: z.string().optional() }).optional();
const study = z.object({
  protocolSection: z.object({
    identificationModule: z.object({ nctId: z.string(), briefTitle: z.string().default('') }),
    statusModule: z.object({
      overallStatus: z.string().default('UNKNOWN'),
      primaryCompletionDateStruct: day,
      resultsFirstPostDateStruct: day,
      lastUpdatePostDateStruct: day,
      studyFirstPostDateStruct: day,
    }),
    sponsorCollaboratorsModule: z.object({ leadSponsor: z.object({ name: z.string() }).optional() }).optional(),
    descriptionModule: z.object({ briefSummary: z.string().optional() }).optional(),
    conditionsModule: z.object({ conditions: z.array(z.string()).default([]) }).optional(),
    designModule: z
      .object({
        studyType: z.string().optional(),
        phases: z.array(z.string()).default([]),
        designInfo: z.object({ allocation: z.string().optional() }).optional(),
        enrollmentInfo: z.object({ count: z.number().optional() }).optional(),
      })
      .optional(),
    armsInterventionsModule: z
      .object({ interventions: z.array(z.object({ name: z.string() })).default([]) })
      .optional(),
  }),
  resultsSection: resultsSection.optional().catch(undefined),
  hasResults: z.boolean().default(false),
});
const page = z.object({ studies: z.array(z.unknown()) });

export async function searchTrials(wish: Wish, surroundings: Surroundings): Promise<SourceItem[]> {
  const term = toTerm(wish.query);
  if (term === '') return [];
  const { value, from, at } = await askJson(
    {
      source: 'clinicaltrials',
      path: '/api/v2/studies',
      query: { 'query.term': term, pageSize: String(wish.limit), format: 'json' },
    },
    surroundings,
  );
  const read = page.safeParse(value);
  if (!read.success) throw otherForm('clinicaltrials');
  return read.data.studies.flatMap((given) => {
    const parsed = study.safeParse(given);
    return parsed.success ? [toItem(parsed.data, from, at)] : [];
  });
}

/** Throws TRIAL_UNKNOWN. */
export async function readTrial(nct: string, surroundings: Surroundings, anew = false): Promise<SourceItem> {
  const id = nct.trim().toUpperCase();
  if (!/^NCT\d{8}$/.test(id))
    throw new ConsiliumError('TRIAL_INVALID', `"${nct.slice(0, 20)}" is no trial number: NCT and eight digits.`);
  const question = { source: 'clinicaltrials' as const, path: `/api/v2/studies/${id}`, mayBeMissing: true, anew };
  const { value, from, at } = await askJson({ ...question, query: { format: 'json' } }, surroundings);
  if (value === undefined) throw new ConsiliumError('TRIAL_UNKNOWN', `ClinicalTrials.gov has no trial ${id}.`);
  const parsed = study.safeParse(value);
  if (!parsed.success) throw otherForm('clinicaltrials');
  return toItem(parsed.data, from, at);
}

function toItem(
  { protocolSection: protocol, hasResults, resultsSection: found }: z.infer<typeof study>,
  from: string,
  at: number,
): SourceItem {
  const { nctId, briefTitle } = protocol.identificationModule;
  const { statusModule: status, designModule: design } = protocol;
  const lastUpdate = isoDate(status.lastUpdatePostDateStruct?.date);
  const sponsor = protocol.sponsorCollaboratorsModule?.leadSponsor?.name;
  return {
    source: 'clinicaltrials',
    id: nctId,
    title: briefTitle,
    url: `https://clinicaltrials.gov/study/${nctId}`,
    text: [plainText(protocol.descriptionModule?.briefSummary ?? ''), ...tellPosted(hasResults, found)]
      .filter(Boolean)
      .join('\n\n'),
    date: lastUpdate ?? isoDate(status.studyFirstPostDateStruct?.date),
    kinds: [design?.studyType === 'OBSERVATIONAL' ? 'Observational Study' : 'Registered Trial'],
    who: sponsor,
    where: 'ClinicalTrials.gov',
    notices: [],
    trial: {
      phases: (design?.phases ?? []).filter((phase) => phase !== 'NA'),
      status: status.overallStatus,
      enrollment: design?.enrollmentInfo?.count,
      hasResults,
      primaryCompletion: isoDate(status.primaryCompletionDateStruct?.date),
      resultsPosted: isoDate(status.resultsFirstPostDateStruct?.date),
      lastUpdate,
      interventions: protocol.armsInterventionsModule?.interventions.map(({ name }) => name) ?? [],
      conditions: protocol.conditionsModule?.conditions ?? [],
      sponsor,
      randomized: design?.designInfo?.allocation === 'RANDOMIZED',
    },
    seen: at,
    from,
  };
}

/** That there are results is told also where none of them could be read. */
function tellPosted(hasResults: boolean, found: z.infer<typeof resultsSection> | undefined): string[] {
  if (!hasResults) return [];
  const told = found === undefined ? [] : tellResults(found).map(plainText);
  return told.length > 0
    ? [`Results: ${told.join(' ')}`]
    : ['Results were posted in the register; no primary outcome of them could be read here.'];
}
