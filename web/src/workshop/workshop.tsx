/** The pages beside the chat. Loaded when one is first opened. */
import { useEffect, useRef } from 'react';
import { Artifacts } from './artifacts.tsx';
import { Audit } from './audit.tsx';
import { Functions } from './functions.tsx';
import { PAGES, type Page, type PageId } from './pages.ts';
import { Pipelines } from './pipelines.tsx';
import { SearchPage } from './search.tsx';
import './workshop.css';

export type Go = (id: PageId, ...rest: string[]) => void;

export default function Workshop({ page, go, onChat }: { page: Page; go: Go; onChat: (id: string) => void }) {
  const { title, about } = PAGES.find(({ id }) => id === page.id)!;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is announced, not each step on it
  useEffect(() => heading.current?.focus(), [page.id]);
  return (
    <main className="workshop">
      <div className="workshop-page">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="soft">{about}</p>
        {show(page, go, onChat)}
      </div>
    </main>
  );
}

function show({ id, rest }: Page, go: Go, onChat: (id: string) => void) {
  switch (id) {
    case 'search':
      return <SearchPage />;
    case 'functions':
      return <Functions name={rest[0]} go={go} />;
    case 'pipelines':
      return <Pipelines rest={rest} go={go} />;
    case 'artifacts':
      return <Artifacts />;
    case 'audit':
      return <Audit conversation={rest[0]} onChat={onChat} />;
  }
}
