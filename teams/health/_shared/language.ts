/** Messages that are not in English: without a model they are read in part only, and that is said. */
import { languageWithin } from 'consilium/clinical';
import { quotedIn } from 'consilium/reasoning';
import { aside } from 'consilium/threads';
import { cached } from './cache.ts';

export const works = { language: (text: string) => languageWithin(withoutQuoted(text))?.name ?? '' };
/** What somebody typed off from a letter is the letter's language, not theirs. */
function withoutQuoted(text: string): string {
  return text.replace(quotedIn(text) ?? '', ' ');
}

const languageOf = cached(aside(import.meta.url, works).language);

/** The answer, after a word about the language where the message is in another than English. */
export function sayInEnglish(message: string, answer: string): string {
  const language = languageOf(message);
  if (language === '') return answer;
  const note = `Without a model I read English best: I may have missed parts of your message in ${language}.`;
  return [note, answer].filter(Boolean).join('\n\n');
}
