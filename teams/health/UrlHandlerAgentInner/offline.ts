import type { OfflinePolicy } from 'consilium/models';
import { finish, openFootnotes } from '../_shared/footnotes.ts';
import { sentences } from '../_shared/knowledge.ts';
import { URL_FALLBACK } from '../TriageAgent/replies.ts';

const MOST = 4;
const SHORTEST = 30;

/** Without a model: the sentences of the page that share most words with the question, in their order. */
const policy: OfflinePolicy = ({ message, context: { state } }) => {
  const page = state.get('temp:page') as { url: string; title: string; text: string } | undefined;
  const all = (page?.text ?? '')
    .split('\n')
    .flatMap(sentences)
    .filter((sentence) => sentence.length >= SHORTEST);
  if (page === undefined || all.length === 0) return { say: URL_FALLBACK };
  const notes = openFootnotes();
  const marker = notes.page(page);
  const words = wordsOf(message);
  const fitting = choose(all, words);
  const lead =
    words.length === 0
      ? `**"${page.title}" says:**`
      : fitting.length === 0
        ? `**"${page.title}" does not seem to answer that.** It begins:`
        : `**What "${page.title}" says about it:**`;
  const shown = fitting.length === 0 ? all.slice(0, 3) : fitting;
  return { say: finish(state, `${lead} ${shown.map((sentence) => `${sentence}${marker}`).join(' ')}`, notes) };
};

export default policy;

const PLAIN = new Set(
  'what does this page say about tell the and for with that from have has how why when which who are was can could would should please article link read summarize summary there its it is my me you your in on of to a an'.split(
    ' ',
  ),
);

function wordsOf(message: string): string[] {
  const said = message.replace(/https?:\/\/\S+/gi, ' ').toLowerCase();
  return (said.match(/[\p{L}\d]{3,}/gu) ?? [])
    .filter((word) => !PLAIN.has(word))
    .map((word) => word.replace(/(?:ing|ies|es|s)$/, ''));
}

function choose(all: readonly string[], words: readonly string[]): string[] {
  const scored = all.map((sentence, at) => ({
    sentence,
    at,
    score: words.filter((word) => sentence.toLowerCase().includes(word)).length,
  }));
  const best = scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, MOST);
  return best.toSorted((a, b) => a.at - b.at).map(({ sentence }) => sentence);
}
