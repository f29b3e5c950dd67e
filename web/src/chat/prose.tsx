/** An answer's words: Markdown whose footnotes open what they rest on. */
import { memo, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CITE } from './markdown.ts';

export const Prose = memo(function Prose(given: {
  text: string;
  titleOf: (marker: string) => string;
  onCite: (marker: string) => void;
}) {
  const { titleOf, onCite } = given;
  const components = useMemo<Components>(
    () => ({
      a: ({ href, children }) => {
        if (!href?.startsWith(CITE))
          return (
            <a href={href} target="_blank" rel="noreferrer noopener">
              {children}
            </a>
          );
        const marker = href.slice(CITE.length);
        return (
          <sup>
            <a
              href={href}
              role="doc-noteref"
              className="cite"
              title={titleOf(marker)}
              aria-label={`Source ${marker}: ${titleOf(marker)}`}
              onClick={(event) => {
                event.preventDefault();
                onCite(marker);
              }}
            >
              {marker}
            </a>
          </sup>
        );
      },
      table: ({ children }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
        <section className="table" tabIndex={0} aria-label="Table">
          <table>{children}</table>
        </section>
      ),
      img: ({ alt }) => <span className="soft">[{alt || 'picture'}]</span>,
    }),
    [titleOf, onCite],
  );
  return (
    <div className="prose">
      <Markdown remarkPlugins={[remarkGfm]} components={components}>
        {given.text}
      </Markdown>
    </div>
  );
});
