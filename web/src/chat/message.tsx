/** A turn on the screen: what the person said, what was understood, the answer, what it rests on. */
import { memo, useCallback } from 'react';
import Markdown, { type Components } from 'react-markdown';
import { Approval } from '../pieces/approval.tsx';
import { TurnChart } from '../record/turn-chart.tsx';
import { sayClock, sayDate } from '../record/words.ts';
import { Pencil } from '../shell/icons.tsx';
import { Facts } from './facts.tsx';
import { prepareText } from './markdown.ts';
import { Prose } from './prose.tsx';
import { type Citation, isRunning, sayAgent, speakerOf, type Turn, wordsOf } from './turn.ts';
import { markUnsupported } from './unsupported.ts';

export interface TurnProps {
  turn: Turn;
  patient: string | undefined;
  isLast: boolean;
  onOpenEntry: (uuid: string) => void;
  onTrace: (invocation: string) => void;
  onAudit: () => void;
  onEdit: (turn: Turn) => void;
  onAnswer: (pending: string, answer: string) => Promise<unknown>;
}

export const TurnView = memo(function TurnView(props: TurnProps) {
  const { turn, patient, isLast } = props;
  return (
    <article className={`turn ${isLast ? 'last' : ''}`} id={`turn-${turn.invocation}`}>
      {turn.isOwn && (
        <div className="said">
          <p className="said-by">
            You · <time dateTime={new Date(turn.time).toISOString()}>{sayClock(turn.time)}</time>
            <button
              type="button"
              className="icon edit"
              aria-label="Edit and send again"
              onClick={() => props.onEdit(turn)}
            >
              <Pencil />
            </button>
          </p>
          <p className="said-text">{turn.message}</p>
        </div>
      )}
      {patient && <Facts facts={turn.facts} patient={patient} onOpen={props.onOpenEntry} />}
      <AnswerView {...props} />
    </article>
  );
});

function AnswerView(props: TurnProps) {
  const { turn, patient, onOpenEntry, onTrace, onAudit } = props;
  const { citations, unsupported } = turn;
  const words = isRunning(turn) ? wordsOf(turn) : markUnsupported(wordsOf(turn), unsupported);
  const { text, notes } = prepareText(words, !isRunning(turn));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notes are new each time, their number is not
  const titleOf = useCallback(
    (marker: string) => {
      const cited = citations.find((citation) => citation.marker === marker);
      return cited ? sayCitation(cited) : (notes.find((note) => note.marker === marker)?.text ?? 'source');
    },
    [citations, notes.length],
  );
  const onCite = useCallback(
    (marker: string) => {
      const cited = citations.find((citation) => citation.marker === marker);
      if (cited?.uuid) onOpenEntry(cited.uuid);
      else if (cited?.url) window.open(cited.url, '_blank', 'noopener');
      else document.getElementById(`source-${turn.invocation}-${marker}`)?.focus();
    },
    [citations, onOpenEntry, turn.invocation],
  );
  const isEmergency = turn.outcome === 'emergency';
  return (
    <div
      className={`answer ${isEmergency ? 'emergency' : ''}`}
      {...(isEmergency && { role: 'alert' })}
      aria-busy={isRunning(turn)}
    >
      {!isEmergency && (isRunning(turn) || speakerOf(turn) !== '') && (
        <p className="said-by">{sayAgent(speakerOf(turn))}&nbsp;</p>
      )}
      {text !== '' && <Prose text={text} unsupported={unsupported} titleOf={titleOf} onCite={onCite} />}
      {text === '' && isRunning(turn) && <p className="acting">{turn.acting || 'Reading'}…</p>}
      {turn.waiting.map((one) => (
        <Approval key={one.id} waiting={one} onAnswer={(answer) => props.onAnswer(one.id, answer)} />
      ))}
      {turn.outcome === 'cancelled' && <p className="soft">Stopped. What was kept in the record stays.</p>}
      {turn.error && turn.outcome !== 'cancelled' && (
        <div className="problem" role="alert">
          <p>{turn.error.message}</p>
          {turn.error.hint && <p className="soft">{turn.error.hint}</p>}
        </div>
      )}
      {!isRunning(turn) && (
        <>
          {!isEmergency && patient && <TurnChart patient={patient} citations={citations} onOpen={onOpenEntry} />}
          <Sources turn={turn} notes={notes} onCite={onCite} />
          {turn.warnings.map((warning) => (
            <p key={warning} className="remark">
              {warning}
            </p>
          ))}
          <Footer turn={turn} onTrace={onTrace} onAudit={onAudit} sources={Math.max(citations.length, notes.length)} />
        </>
      )}
    </div>
  );
}

/** In plain words, for a tooltip. */
function sayCitation({ title, date, sources, source_type, footnote }: Citation): string {
  if (footnote) return footnote.replace(/(?<!\\)[*`]|\\(?=[^\w\s])/g, '').replace(/<(https?:[^>]*)>/g, '$1');
  if (source_type === 'record') return [title, sayDate(date)].filter(Boolean).join(', ');
  return sources && sources.length > 0 ? `${title} (${sources.join('; ')})` : title;
}

function Sources(given: {
  turn: Turn;
  notes: readonly { marker: string; text: string }[];
  onCite: (marker: string) => void;
}) {
  const { citations, invocation } = given.turn;
  const list =
    citations.length > 0
      ? citations.map((citation) => ({ ...citation, text: citation.footnote ?? sayCitation(citation) }))
      : given.notes.map((note) => ({ ...note, uuid: undefined }));
  if (list.length === 0) return null;
  return (
    <ol className="sources" aria-label="Sources">
      {list.map(({ marker, text, uuid }) => (
        <li key={marker} id={`source-${invocation}-${marker}`} tabIndex={-1}>
          <span className="source-marker">{marker}</span>
          {uuid ? (
            <button type="button" className="link plain" onClick={() => given.onCite(marker)}>
              <Footnote text={text} />
            </button>
          ) : (
            <span>
              <Footnote text={text} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** One line of Markdown: titles in italics, addresses as links. */
const Footnote = memo(function Footnote({ text }: { text: string }) {
  return <Markdown components={LINE}>{text}</Markdown>;
});

const LINE: Components = {
  p: ({ children }) => <>{children}</>,
  img: ({ alt }) => <>{alt}</>,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
};

function Footer(given: { turn: Turn; sources: number; onTrace: (invocation: string) => void; onAudit: () => void }) {
  const { turn, sources, onTrace } = given;
  const voices = turn.speakers.map((speaker) => (speaker === 'offline' ? 'Offline engine' : speaker)).join(', ');
  const unsupported = turn.unsupported.length;
  const facts = [
    sources > 0 ? `Sources ${sources}` : '',
    unsupported === 0
      ? ''
      : unsupported === 1
        ? '1 statement without support'
        : `${unsupported} statements without support`,
    voices,
    sayMs(turn.ms ?? 0),
  ].filter(Boolean);
  return (
    <p className="footer">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <button type="button" className="link plain" onClick={() => onTrace(turn.invocation)}>
        How it went <span aria-hidden="true">▸</span>
      </button>
      {sources > 0 && (
        <button type="button" className="link plain" onClick={given.onAudit}>
          Audit <span aria-hidden="true">▸</span>
        </button>
      )}
    </p>
  );
}

export function sayMs(ms: number): string {
  return ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
}
