/** What an agent found, graded, as a table that is sorted and taken away; and how far along each therapy is. */
import { Failure, Loading } from '../pieces/parts.tsx';
import { Table } from '../pieces/table.tsx';
import { agentPath, type EvidenceRow, type Maturity, useResearch } from './calls.ts';

export function Evidence({ id }: { id: string }) {
  const { data, error } = useResearch<{ rows: EvidenceRow[]; maturity: Maturity[] }>(agentPath(id, '/evidence'), true);
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <section aria-label="Evidence">
      <h3>Evidence</h3>
      <Table
        label="Evidence"
        rows={data.rows}
        keyOf={({ id: row }) => row}
        file="evidence"
        stacks
        empty="Nothing was found yet."
        columns={[
          { id: 'title', title: 'Source', value: ({ title }) => title, show: Source },
          {
            id: 'grade',
            title: 'Certainty',
            value: ({ level, grade }) => `${level} ${grade}`,
            written: ({ grade }) => grade,
            show: Certainty,
          },
          { id: 'design', title: 'Kind', value: ({ design, preprint }) => (preprint ? `${design}, preprint` : design) },
          { id: 'n', title: 'People', value: ({ n }) => n, isNumber: true },
          {
            id: 'date',
            title: 'Date',
            value: ({ date }) => date,
            show: ({ date }) => <span className="nowrap">{date}</span>,
          },
          { id: 'excerpt', title: 'Says', value: ({ excerpt }) => excerpt },
          { id: 'url', title: 'Where', value: ({ url }) => url, show: Where },
        ]}
      />
      {data.maturity.length > 0 && <HowFar rows={data.maturity} />}
    </section>
  );
}

const Source = ({ title, id }: EvidenceRow) => <span title={id}>{title}</span>;

/** What the grade rests on is said where one points at it. */
const Certainty = ({ grade, because }: EvidenceRow) => (
  <span className={grade === 'retracted' ? 'tag retracted' : undefined} title={because.join(', ')}>
    {grade}
  </span>
);

const Where = ({ url, source }: EvidenceRow) =>
  /^https?:/.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {new URL(url).hostname}
    </a>
  ) : (
    <span className="soft">{source}</span>
  );

function HowFar({ rows }: { rows: readonly Maturity[] }) {
  return (
    <>
      <h3>How far along</h3>
      <Table
        label="How far along"
        rows={rows}
        keyOf={({ therapy }) => therapy}
        file="how-far-along"
        stacks
        columns={[
          { id: 'therapy', title: 'Therapy', value: ({ therapy }) => therapy },
          { id: 'stage', title: 'Reached', value: ({ stage_name }) => stage_name },
          { id: 'way', title: 'When', value: sayWay },
          {
            id: 'setback',
            title: 'Ended',
            value: ({ setback }) => setback && [setback.kind, setback.date].filter(Boolean).join(' '),
          },
        ]}
      />
    </>
  );
}

function sayWay({ milestones }: Maturity): string {
  return milestones.map(({ stage_name, date }) => (date ? `${stage_name} ${date}` : stage_name)).join(' → ');
}
