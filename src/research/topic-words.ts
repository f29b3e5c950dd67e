/** The words of a request that say what it is about. */
import { stem, wordsIn } from '../text/index.ts';
import { withoutExclusions } from './exclusions.ts';
import { withoutCadence } from './rhythm.ts';
import { TRIAL_NUMBER, vocabulary, withoutConditions } from './vocabulary.ts';

export interface TopicWord {
  readonly text: string;
  readonly stem: string;
}

/** The words that say what a text is about, in their order, each once. */
export function topicWords(text: string): TopicWord[] {
  const { generic } = vocabulary();
  const seen = new Set<string>();
  const bare = withoutIdioms(withoutCadence(withoutExclusions(withoutConditions(text))))
    .replace(/['’]s\b/g, ' ')
    .replace(TRIAL_NUMBER, ' ')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, ' ')
    .replace(/\bscope \S+/gi, ' ')
    .replace(/\b\d{1,3}-(?:year|month)s?-olds?\b/gi, ' ');
  return [...wordsIn(bare)].flatMap(({ text: word }) => {
    const form = stem(word.toLowerCase());
    const isTopic = /[\p{L}]/u.test(word) && word.length > 1 && !generic.has(form) && !isSmall(word) && !seen.has(form);
    if (!isTopic) return [];
    seen.add(form);
    return [{ text: word, stem: form }];
  });
}

function withoutIdioms(text: string): string {
  return text.replace(new RegExp(`\\b(?:${vocabulary().idioms.join('|')})\\b`, 'gi'), (said) =>
    ' '.repeat(said.length),
  );
}

function isSmall(word: string): boolean {
  return vocabulary().small.has(word.toLowerCase());
}
