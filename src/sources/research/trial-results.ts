/** What a register's entry says was found, in sentences: the primary outcomes by group with their test, and who was harmed. */
import { z } from 'zod';

const text = z.string().optional();
const analysis = z.object({
  pValue: text,
  paramType: text,
  paramValue: text,
  ciPctValue: text,
  ciLowerLimit: text,
  ciUpperLimit: text,
});
const measure = z.object({
  type: z.string().default(''),
  title: z.string().default(''),
  unitOfMeasure: text,
  paramType: text,
  timeFrame: text,
  groups: z.array(z.object({ id: z.string(), title: z.string() })).default([]),
  classes: z
    .array(
      z.object({
        title: text,
        categories: z
          .array(
            z.object({
              title: text,
              measurements: z.array(z.object({ groupId: z.string(), value: text })).default([]),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
  analyses: z.array(analysis).default([]),
});
const eventGroup = z.object({
  title: z.string().default(''),
  deathsNumAffected: z.number().optional(),
  deathsNumAtRisk: z.number().optional(),
  seriousNumAffected: z.number().optional(),
  seriousNumAtRisk: z.number().optional(),
});

export const resultsSection = z.object({
  outcomeMeasuresModule: z.object({ outcomeMeasures: z.array(z.unknown()).default([]) }).optional(),
  adverseEventsModule: z.object({ eventGroups: z.array(z.unknown()).default([]) }).optional(),
});

const MOST_OUTCOMES = 4;
const MOST_GROUPS = 4;

export function tellResults(given: z.infer<typeof resultsSection>): string[] {
  const measures = parsed(measure, given.outcomeMeasuresModule?.outcomeMeasures ?? []);
  const primary = measures.filter(({ type }) => type.toUpperCase() === 'PRIMARY');
  const groups = parsed(eventGroup, given.adverseEventsModule?.eventGroups ?? []).slice(0, MOST_GROUPS);
  return [
    ...primary.slice(0, MOST_OUTCOMES).flatMap(tellMeasure),
    ...tellEvents('Serious adverse events occurred', groups, 'seriousNumAffected', 'seriousNumAtRisk'),
    ...tellEvents('Deaths from any cause occurred', groups, 'deathsNumAffected', 'deathsNumAtRisk'),
  ];
}

/** What has another form is left out; the rest is told. */
function parsed<T>(schema: z.ZodType<T>, rows: readonly unknown[]): T[] {
  return rows.flatMap((row) => {
    const read = schema.safeParse(row);
    return read.success ? [read.data] : [];
  });
}

function tellMeasure({
  title,
  unitOfMeasure,
  timeFrame,
  groups,
  classes,
  analyses,
}: z.infer<typeof measure>): string[] {
  // More than one row is a table: its first says too little to stand for it.
  const cells = classes.flatMap(({ categories }) => categories);
  const [only] = cells.length === 1 ? cells : [];
  const values = (only?.measurements ?? []).flatMap(({ groupId, value }) => {
    const group = groups.find(({ id }) => id === groupId)?.title;
    return value === undefined || group === undefined ? [] : [`${value} with ${group}`];
  });
  const test = analyses.map(tellAnalysis).find((said) => said !== '') ?? '';
  const unit = unitOfMeasure === undefined ? '' : ` (${unitOfMeasure})`;
  const when = timeFrame === undefined ? '' : `, ${timeFrame}`;
  if (values.length === 0 && test === '') return [];
  const found = values.length === 0 ? 'was analysed' : `was ${listed(values.slice(0, MOST_GROUPS))}`;
  return [`The primary outcome, ${bare(title)}${unit}${when}, ${found}${test === '' ? '' : ` (${test})`}.`];
}

function tellAnalysis(given: z.infer<typeof analysis>): string {
  const { pValue, paramType, paramValue, ciPctValue = '95', ciLowerLimit, ciUpperLimit } = given;
  const estimate = paramValue === undefined ? '' : `${bare(paramType ?? 'estimate').toLowerCase()} ${paramValue}`;
  const interval =
    ciLowerLimit === undefined || ciUpperLimit === undefined
      ? ''
      : `${ciPctValue}% CI ${ciLowerLimit} to ${ciUpperLimit}`;
  const p = pValue === undefined ? '' : `P${/^[<>=]/.test(pValue.trim()) ? '' : '='}${pValue.replace(/\s/g, '')}`;
  return [estimate, interval, p].filter(Boolean).join('; ');
}

type Count = 'deathsNumAffected' | 'seriousNumAffected';
type AtRisk = 'deathsNumAtRisk' | 'seriousNumAtRisk';

function tellEvents(
  what: string,
  groups: readonly z.infer<typeof eventGroup>[],
  count: Count,
  atRisk: AtRisk,
): string[] {
  const said = groups.flatMap((group) => {
    const [some, all] = [group[count], group[atRisk]];
    return some === undefined || all === undefined ? [] : [`in ${some} of ${all} with ${group.title}`];
  });
  return said.length === 0 ? [] : [`${what} ${listed(said)}.`];
}

const bare = (words: string) => words.replace(/[.\s]+$/, '');

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
