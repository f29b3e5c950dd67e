/** Every piece once, on invented data. */
import { useState } from 'react';
import { Approval } from './approval.tsx';
import { Calendar } from './calendar.tsx';
import { BarList, Columns } from './charts.tsx';
import { Difference } from './difference.tsx';
import { SchemaForm } from './form.tsx';
import { type Column, Table } from './table.tsx';

interface Study {
  title: string;
  kind: string;
  size: number;
  year: number;
}

const STUDIES: readonly Study[] = [
  { title: 'Cohort of 1,204 adults', kind: 'cohort', size: 1204, year: 2024 },
  { title: 'Randomised trial, two arms', kind: 'trial', size: 310, year: 2026 },
  { title: 'Case series', kind: 'case series', size: 12, year: 2019 },
];

const COLUMNS: readonly Column<Study>[] = [
  { id: 'title', title: 'Study', value: ({ title }) => title },
  { id: 'kind', title: 'Kind', value: ({ kind }) => kind },
  { id: 'size', title: 'People', value: ({ size }) => size, isNumber: true },
  { id: 'year', title: 'Year', value: ({ year }) => year, isNumber: true },
];

const FORM = {
  type: 'object',
  properties: {
    title: { type: 'string', description: 'What it is called.' },
    priority: { enum: ['low', 'normal', 'high'], default: 'normal' },
    minutes: { type: 'integer', description: 'How long it takes.' },
  },
  required: ['title'],
};

export default function Gallery() {
  const [sent, setSent] = useState('');
  return (
    <div className="gallery">
      <h2>Approval</h2>
      <Approval
        waiting={{
          id: 'example',
          what: 'Send a mail to dr.lee@example.org',
          why: 'You asked for the trial’s inclusion criteria, and the registry does not list them.',
          effect: 'One mail leaves this machine.',
          undo: 'A mail that was sent cannot be taken back.',
          until: '2026-12-01T09:00:00Z',
        }}
        by="Scout"
        onAnswer={async () => {}}
      />
      <h2>Table</h2>
      <Table label="Studies" columns={COLUMNS} rows={STUDIES} keyOf={({ title }) => title} file="studies" />
      <h2>Calendar</h2>
      <Calendar
        label="Example calendar"
        today="2026-11-15"
        events={[
          { id: '1', title: 'Dentist', day: '2026-11-20', time: '15:00' },
          { id: '2', title: 'Refill metformin', day: '2026-11-19', tone: 'due' },
          { id: '3', title: 'Phase 3 read-out', day: '2026-11-30', tone: 'quiet' },
        ]}
      />
      <h2>Difference</h2>
      <Difference
        label="Report, two versions"
        before={'# Report\n12 studies\nNo trial has read out.\nNext look in May.'}
        after={'# Report\n13 studies\nOne trial has read out.\nNext look in May.'}
      />
      <h2>Bars</h2>
      <BarList
        label="Right answers by topic"
        most={1}
        bars={[
          { label: 'Kidney', value: 0.82, say: '82 %' },
          { label: 'Heart', value: 0.54, say: '54 %', tone: 'due' },
        ]}
      />
      <Columns
        label="Cards a day"
        bars={['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, at) => ({ label, value: (at * 7) % 11 }))}
      />
      <h2>Form</h2>
      <SchemaForm schema={FORM} label="Add" isBusy={false} onSend={(input) => setSent(JSON.stringify(input))} />
      {sent && <output>{sent}</output>}
    </div>
  );
}
