/** The audit trail: for each answer what it cited, how well retrieval thought it fits, and what could not be supported. */
import { useQuery } from '@tanstack/react-query';
import { type AuditRecord, calls } from './calls.ts';
import { Failure, Loading, sayTime } from './parts.tsx';

export function Audit({ conversation, onChat }: { conversation: string | undefined; onChat: (id: string) => void }) {
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
  return (
    <li>
      <p className="spread">
        <strong>{sayTime(record.timestamp)}</strong>
        <button type="button" className="link" onClick={() => onChat(record.conversation_id)}>
          Open the chat
        </button>
      </p>
      <p className="soft meta">
        {[
          record.team,
          record.engine,
          used.length === 1 ? '1 source' : `${used.length} sources`,
          record.unsupported ? `${record.unsupported} statements without support` : '',
          record.warnings ? `${record.warnings} warnings` : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {used.length > 0 && (
        <ul className="sources">
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
