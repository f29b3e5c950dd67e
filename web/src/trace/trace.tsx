/** How it went: the tree of one turn with times; for a curious clinician first, for a developer second. */
import { type CSSProperties, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { sayMs } from '../chat/message.tsx';
import type { Session } from '../chat/session.ts';
import { sayAgent, sayTool } from '../chat/turn.ts';
import { initial } from '../record/words.ts';
import { Chevron, Close, Download } from '../shell/icons.tsx';
import { closeOutside } from '../shell/palette.tsx';
import { buildTree, type Detail, type Step } from './tree.ts';
import './trace.css';

export default function Trace(given: { session: Session; invocation: string; onClose: () => void }) {
  const { turns } = useSyncExternalStore(given.session.subscribe, () => given.session.view);
  const turn = turns.find(({ invocation }) => invocation === given.invocation);
  const steps = useMemo(() => buildTree(turn?.events ?? []), [turn?.events]);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  if (turn === undefined) return null;
  const total = Math.max(1, turn.ms ?? 0, ...flatten(steps).map((step) => step.start + step.ms));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same
    <dialog ref={dialog} className="trace" aria-labelledby="trace-title" onClose={given.onClose} onClick={closeOutside}>
      <div className="trace-inside">
        <header className="trace-head">
          <div>
            <h2 id="trace-title">How it went</h2>
            <p className="soft ellipsis">“{turn.message}”</p>
          </div>
          <button type="button" className="button" onClick={() => save(turn.invocation, turn.events)}>
            <Download /> JSON
          </button>
          <button type="button" className="icon" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Close />
          </button>
        </header>
        <p className="trace-sum">{summarize(steps, turn.ms)}</p>
        <ul className="steps">
          {steps.map((step) => (
            <StepLine key={step.id} step={step} depth={0} total={total} />
          ))}
        </ul>
      </div>
    </dialog>
  );
}

function flatten(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [step, ...flatten(step.children)]);
}

function summarize(steps: readonly Step[], ms: number | undefined): string {
  const all = flatten(steps);
  const count = (kind: Step['kind'], one: string, many: string) => {
    const n = all.filter((step) => step.kind === kind).length;
    return n === 0 ? '' : `${n} ${n === 1 ? one : many}`;
  };
  return [
    count('agent', 'agent', 'agents'),
    count('model', 'reply', 'replies'),
    count('tool', 'look into data', 'looks into data'),
    count('transfer', 'handover', 'handovers'),
    count('refused', 'refusal', 'refusals'),
    count('failed', 'failure', 'failures'),
    ms === undefined ? 'still running' : sayMs(ms),
  ]
    .filter(Boolean)
    .join(' · ');
}

const KINDS: Record<Step['kind'], string> = {
  agent: 'Agent',
  model: 'Reply',
  tool: 'Tool',
  transfer: 'Handover',
  refused: 'Refused',
  note: 'Note',
  failed: 'Failed',
};

function StepLine({ step, depth, total }: { step: Step; depth: number; total: number }) {
  const stands = step.kind === 'refused' || step.kind === 'failed';
  const [isOpen, setOpen] = useState(stands);
  const hasDetails = step.details.length > 0;
  const bar = { left: `${(step.start / total) * 100}%`, width: `${Math.max(0.6, (step.ms / total) * 100)}%` };
  return (
    <li className={`step ${step.kind} ${stands ? 'stands-out' : ''}`} style={{ '--depth': depth } as CSSProperties}>
      <button
        type="button"
        className="step-line"
        {...(hasDetails ? { 'aria-expanded': isOpen } : { disabled: true })}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="step-name">
          <Chevron />
          <span className="step-title">{titleOf(step)}</span>
          <span className="step-kind">{KINDS[step.kind]}</span>
        </span>
        <span className="step-bar" aria-hidden="true">
          <span style={bar} />
        </span>
        <span className="step-ms">{step.ms > 0 ? sayMs(step.ms) : ''}</span>
      </button>
      {isOpen && (
        <div className="step-details">
          {step.details.map((detail, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: details of a step never change places
            <DetailView key={index} detail={detail} />
          ))}
        </div>
      )}
      {step.children.length > 0 && (
        <ul>
          {step.children.map((child) => (
            <StepLine key={child.id} step={child} depth={depth + 1} total={total} />
          ))}
        </ul>
      )}
    </li>
  );
}

function titleOf({ kind, title }: Step): string {
  if (kind === 'agent') return sayAgent(title);
  return kind === 'tool' ? initial(sayTool(title)) : title;
}

function DetailView({ detail }: { detail: Detail }) {
  return (
    <div className="detail">
      <p className="detail-name">{detail.name}</p>
      {detail.kind === 'text' && <p className="detail-text">{detail.text}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keyboard */}
      {detail.kind === 'code' && <pre tabIndex={0}>{detail.text}</pre>}
      {detail.kind === 'state' && (
        <dl>
          {detail.changes.map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function save(invocation: string, events: readonly unknown[]): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(events, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `turn-${invocation}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
