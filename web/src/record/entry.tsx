/** One entry whole: what a citation, a search hit or a line of a section opens. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ApiError, api, type FullEntry } from '../api.ts';
import { Arrow, Spark } from '../shell/icons.tsx';
import { SureButton } from '../shell/sure.tsx';
import { Measurements } from './measurements.tsx';
import { Folded, Loaded, Problem, Row } from './parts.tsx';
import { questionAbout } from './questions.ts';
import { dateOf, initial, sayDate, sayLabel, sayMeasure, sayName, sayUnit, titleOf } from './words.ts';

export interface EntryProps {
  patient: string;
  uuid: string;
  /** Where the way back leads. */
  back: string;
  onBack: () => void;
  onOpen: (uuid: string) => void;
  onAsk: (question: string) => void;
  onChat: (session: string) => void;
}

export function EntryView({ patient, uuid, back, onBack, ...on }: EntryProps) {
  const query = useQuery<FullEntry, ApiError>({
    queryKey: ['record', patient, 'entry', uuid],
    queryFn: () => api.entry(patient, uuid),
  });
  return (
    <div className="entry">
      <button type="button" className="back" onClick={onBack}>
        <Arrow /> {back}
      </button>
      <Loaded query={query} lines={5}>
        {(entry) => (
          <article>
            <Head entry={entry} />
            {entry.label === 'Observation' ? (
              <Measurements patient={patient} entry={entry} onOpen={on.onOpen} />
            ) : (
              <Properties entry={entry} />
            )}
            <button type="button" className="button ask" onClick={() => on.onAsk(questionAbout(entry))}>
              <Spark /> Ask about this
            </button>
            <Told patient={patient} entry={entry} onBack={onBack} onChat={on.onChat} />
            <Links entry={entry} onOpen={on.onOpen} />
          </article>
        )}
      </Loaded>
    </div>
  );
}

/** Whoever opened the entry reads on here. */
function Head({ entry }: { entry: FullEntry }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <header className="entry-head lit">
      <p className="soft">
        {sayLabel(entry.label)}
        {dateOf(entry) && ` · ${sayDate(dateOf(entry))}`}
      </p>
      <h3 ref={title} tabIndex={-1}>
        {titleOf(entry)}
      </h3>
    </header>
  );
}

const HIDDEN = new Set([
  'uuid',
  'code',
  'name',
  'system',
  'text',
  'component',
  'mime',
  'dose',
  'unit',
  'fact',
  'category',
  'class',
  'type',
]);

function Properties({ entry }: { entry: FullEntry }) {
  const { properties: p } = entry;
  const words = typeof p['text'] === 'string' && p['text'] !== p['name'] ? p['text'] : undefined;
  const dose = p['dose'] === undefined ? [] : [['dose', `${p['dose']} ${sayUnit(p['unit'] as string)}`]];
  const rows = [
    ...dose,
    ...Object.entries(p).filter(([key, value]) => !HIDDEN.has(key) && !key.startsWith('source_') && value !== words),
  ];
  return (
    <>
      {words && <div className="entry-text">{words}</div>}
      <dl className="properties">
        {rows.map(([key, value]) => (
          <div key={String(key)}>
            <dt>{initial(String(key).replace(/_/g, ' '))}</dt>
            <dd>{sayProperty(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function sayProperty(value: unknown): string {
  if (Array.isArray(value)) return value.map(sayProperty).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const words = String(value);
  return /^\d{4}-\d{2}(-\d{2})?(T|$)/.test(words) ? sayDate(words) : sayName(words);
}

/** What was told in a chat says so, leads there, and can be taken back; what was imported stays as its source has it. */
function Told(given: { patient: string; entry: FullEntry; onBack: () => void; onChat: (session: string) => void }) {
  const { patient, entry } = given;
  const client = useQueryClient();
  const [problem, setProblem] = useState<ApiError>();
  const session = entry.properties['source_session'];
  if (typeof session !== 'string') return null;
  const takeBack = async () => {
    try {
      await api.undoFact(patient, entry.uuid);
    } catch (thrown) {
      return setProblem(thrown as ApiError);
    }
    given.onBack();
    // All but itself: it is no longer there to be read.
    await client.invalidateQueries({
      queryKey: ['record', patient],
      predicate: ({ queryKey: [, , what, uuid] }) => what !== 'entry' || uuid !== entry.uuid,
    });
  };
  return (
    <p className="told">
      <span className="soft">Told in a chat.</span>
      <button type="button" className="link" onClick={() => given.onChat(session)}>
        Open the chat
      </button>
      <SureButton
        label={`Take back ${titleOf(entry)}`}
        className="link"
        sure="Take it out of the record"
        onSure={() => void takeBack()}
      >
        Take back
      </SureButton>
      {problem && <Problem error={problem} />}
    </p>
  );
}

const NOT_ENTRIES = /Type$|^Medication$|^Substance$/;

function Links({ entry, onOpen }: { entry: FullEntry; onOpen: (uuid: string) => void }) {
  const links = entry.links.filter(({ label, type }) => !NOT_ENTRIES.test(label) && type !== 'HAS_COMPONENT');
  if (links.length === 0) return null;
  return (
    <>
      <h4>Connected</h4>
      <Folded items={links} first={10} all={`All ${links.length} connected entries`}>
        {(shown) => (
          <ul className="rows">
            {shown.map((link) => (
              <Row
                key={`${link.type}${link.uuid}`}
                onOpen={() => onOpen(link.uuid)}
                title={link.label === 'Observation' ? sayMeasure(link) : sayName(link.name)}
                aside={<span className="soft">{sayLabel(link.label)}</span>}
              />
            ))}
          </ul>
        )}
      </Folded>
    </>
  );
}
