import { afterEach, expect, test } from 'vitest';
import type { SourceItem } from '../sources/research/index.ts';
import { keepThreads } from '../threads/index.ts';
import { rowsOf, thoseAbout, thoseConcerning, thoseNaming } from './papers-aside.ts';
import { topicOf } from './topic.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

const NOW = Date.UTC(2026, 10, 1);
const TOPIC = topicOf('Does aspirin prevent stroke?');
const ASKED = { words: new Set(['aspirin', 'stroke']), aspects: [], names: ['aspirin'] };

function paper(id: string, title: string, text: string): SourceItem {
  return { source: 'index', id, title, url: `index:${id}`, text, kinds: [], notices: [] } as unknown as SourceItem;
}

const PAPERS = [
  paper(
    'a',
    'Aspirin for the prevention of stroke: a randomised trial',
    'Methods: 4,000 patients received aspirin or placebo. Results: stroke occurred in 4.1% with aspirin and 6.0% with placebo (HR 0.68, 95% CI 0.55 to 0.84). Conclusions: aspirin reduced stroke.',
  ),
  paper('b', 'Sleep in shift workers', 'Results: sleep was shorter after nights.'),
];

test('papers are read in a thread as they are read here', async () => {
  const read = async () => ({
    naming: await thoseNaming(PAPERS, TOPIC),
    concerning: await thoseConcerning(PAPERS, TOPIC),
    about: await thoseAbout(PAPERS, TOPIC),
    rows: await rowsOf(PAPERS, ASKED, [], NOW),
  });
  const here = await read();
  close = keepThreads();
  expect(await read()).toEqual(here);
  expect(here.about.map(({ id }) => id)).toEqual(['a']);
  expect(here.rows.map(({ item }) => item.id)).toEqual(['a', 'b']);
});
