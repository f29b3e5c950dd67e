/** A chapter to read. What is selected can be marked; a mark can become a card. */
import { type ReactNode, useEffect, useState } from 'react';
import { Failure, Loading } from '../pieces/parts.tsx';
import { type Block, blocksOf } from './blocks.ts';
import {
  type Highlight,
  type MaterialInfo,
  type Passage,
  type Unit,
  unitsOf,
  useChange,
  usePassages,
  useStudy,
} from './calls.ts';
import { ChapterOptions } from './chapter-options.tsx';
import { type Headings, headingsOf } from './headings.ts';
import { splitByMarks } from './marks.ts';

export function Reader(given: { info: MaterialInfo; chapter: string | undefined; onChapter: (id: string) => void }) {
  const { info } = given;
  const units = unitsOf(info);
  const current = units.find(({ id }) => id === given.chapter) ?? units[0];
  const { data: marked } = useStudy<{ highlights: Highlight[] }>(`highlights?material=${encodeURIComponent(info.id)}`);
  const change = useChange<Highlight>();
  const marks = marked?.highlights ?? [];
  if (current === undefined) return <p className="empty">This material has no chapters.</p>;
  const at = units.indexOf(current);
  const onMark = (passage: string, text: string) =>
    change.mutate({ method: 'POST', path: 'highlights', body: { material: info.id, passage, text } });
  return (
    <div className="reader">
      <label className="chapter-choice">
        <span className="soft">Chapter</span>
        <select value={current.id} onChange={(event) => given.onChapter(event.target.value)}>
          <ChapterOptions units={units} />
        </select>
      </label>
      <article className="chapter-text">
        <h2>{current.title}</h2>
        <Text material={info.id} unit={current} marks={marks} />
        <nav className="chapter-turn" aria-label="Other chapters">
          <button
            type="button"
            className="button"
            disabled={at === 0}
            onClick={() => given.onChapter(units[at - 1]!.id)}
          >
            Previous
          </button>
          <button
            type="button"
            className="button"
            disabled={at === units.length - 1}
            onClick={() => given.onChapter(units[at + 1]!.id)}
          >
            Next
          </button>
        </nav>
      </article>
      <Marks marks={marks} onRemove={(id) => change.mutate({ method: 'DELETE', path: `highlights/${id}` })} />
      {change.error && <Failure error={change.error} />}
      <MarkBar onMark={onMark} />
    </div>
  );
}

function Text({ material, unit, marks }: { material: string; unit: Unit; marks: readonly Highlight[] }) {
  const { passages, error } = usePassages(material, unit);
  if (error) return <Failure error={error} />;
  if (passages === undefined) return <Loading />;
  return passages.map((passage, index) => (
    <PassageView
      key={passage.id}
      passage={passage}
      headings={headingsOf(passage, passages[index - 1], unit.title)}
      marks={marks.filter((mark) => mark.passage === passage.id)}
    />
  ));
}

function PassageView({
  passage,
  headings,
  marks,
}: {
  passage: Passage;
  headings: Headings;
  marks: readonly Highlight[];
}) {
  return (
    <section data-passage={passage.id}>
      {headings.topic !== undefined && <h3>{headings.topic}</h3>}
      {headings.part !== undefined && <h4>{headings.part}</h4>}
      {blocksOf(passage.text).map((block) => (
        <BlockView key={block.at} block={block} marks={marks.map(({ text }) => text)} />
      ))}
    </section>
  );
}

function BlockView({ block, marks }: { block: Block; marks: readonly string[] }) {
  if (block.kind !== 'table')
    return <p className={block.kind === 'item' ? 'item' : undefined}>{splitByMarks(block.text, marks).map(toNode)}</p>;
  const [head = [], ...rows] = block.rows;
  return (
    <div className="table">
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell}>{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join('|')}>
              {row.map((cell, at) => (
                <td key={head[at] ?? cell}>{splitByMarks(cell, marks).map(toNode)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function toNode({ text, isMarked, at }: { text: string; isMarked: boolean; at: number }): ReactNode {
  return isMarked ? <mark key={at}>{text}</mark> : text;
}

function Marks({ marks, onRemove }: { marks: readonly Highlight[]; onRemove: (id: string) => void }) {
  return (
    <section className="marks" aria-label="Your highlights">
      <h3>Your highlights</h3>
      {marks.length === 0 && <p className="empty">Select words while reading, then choose Highlight or press H.</p>}
      <ul className="things">
        {marks.map(({ id, text, topic }) => (
          <li key={id}>
            <span>{text}</span>
            <span className="soft">{topic}</span>
            <button
              type="button"
              className="link"
              aria-label={`Remove the highlight ${text}`}
              onClick={() => onRemove(id)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Selected {
  passage: string;
  text: string;
}

/** Stays at the foot while words of one passage are selected: in reach of a thumb, and of the H key. */
function MarkBar({ onMark }: { onMark: (passage: string, text: string) => void }) {
  const [selected, setSelected] = useState<Selected>();
  useEffect(() => {
    const look = () => setSelected(readSelection());
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'h' || event.metaKey || event.ctrlKey || selected === undefined) return;
      event.preventDefault();
      mark(selected);
    };
    const mark = ({ passage, text }: Selected) => {
      onMark(passage, text);
      document.getSelection()?.removeAllRanges();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [selected, onMark]);
  if (selected === undefined) return null;
  return (
    <div className="mark-bar">
      <span className="ellipsis">{selected.text}</span>
      <button
        type="button"
        className="button primary"
        // The selection is lost with the focus; it is kept until the click has happened.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          onMark(selected.passage, selected.text);
          document.getSelection()?.removeAllRanges();
        }}
      >
        Highlight
      </button>
    </div>
  );
}

/** Words that stand in one passage; a selection may end at the edge of the next. */
function readSelection(): Selected | undefined {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0) return undefined;
  const text = oneLine(selection.toString());
  const { startContainer } = selection.getRangeAt(0);
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  const home = element?.closest<HTMLElement>('[data-passage]');
  const passage = home?.dataset['passage'];
  if (text.length < 3 || text.length > 2000 || passage === undefined) return undefined;
  return oneLine(home?.textContent ?? '').includes(text) ? { passage, text } : undefined;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
