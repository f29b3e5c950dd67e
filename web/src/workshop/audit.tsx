/** The audit trail: for each answer what it cited, how well retrieval thought it fits, and what could not be supported. */
import { useQuery } from '@tanstack/react-query';
import { sayName } from '../pieces/fields.ts';
import { Failure, Loading, sayCount, sayTime } from '../pieces/parts.tsx';
import type { PageProps } from '../shell/pages.ts';
import { type AuditRecord, calls } from './calls.ts';

export default function Audit({ rest: [conversation], onChat }: PageProps) {
  const { data, error } = useQuery({
    queryKey: ['audit', conversation],
    queryFn: () => calls.audit(conversation === undefined ? {} : { conversation }),
    staleTime: 0,
  });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0)
    return <p className="empty">No answer has been given here yet. Each one leaves a record of its sources.</p>;
  return (
    <ol className="hits">
      {data.map((record) => (
        <Line key={record.id} record={record} onChat={onChat} />
      ))}
    </ol>
  );
}

function Line({ record, onChat }: { record: AuditRecord; onChat: (id: string) => void }) {
  const { citations_used: used, retrieval_scores: scores } = record;
  // Runs of functions and pipelines are conversations of one answer, and no chats.
  const isRun = record.conversation_id === record.message_id;
  return (
    <li>
      <p className="spread">
        <strong>{sayTime(record.timestamp)}</strong>
        {isRun ? (
          <span className="soft">{sayName((record.team ?? '').replaceAll('-', '_'))}</span>
        ) : (
          <button type="button" className="link" onClick={() => onChat(record.conversation_id)}>
            Open the chat
          </button>
        )}
      </p>
      <p className="soft meta">
        {[
          isRun ? 'run' : record.team,
          record.engine === 'offline' ? 'Offline engine' : record.engine,
          sayCount(used.length, 'source'),
          record.unsupported ? `${sayCount(record.unsupported, 'statement')} without support` : '',
          record.warnings ? sayCount(record.warnings, 'warning') : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {used.length > 0 && (
        <ul className="audit-sources">
          {used.map((citation, index) => (
            <li key={`${citation.marker} ${citation.id}`}>
              <span className="tag">{citation.marker}</span> {citation.source_type.replaceAll('_', ' ')}{' '}
              <code className="ellipsis">{citation.id}</code>
              {scores[index] != null && <span className="soft value"> {scores[index].toFixed(2)}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
