/** Messages that are not in English: without a model they are read in part only, and that is said. */
import { triage } from 'consilium/clinical';
import { aside } from 'consilium/threads';
import { cached } from './cache.ts';

export const works = { language: (text: string) => triage(text).language?.name ?? '' };
const languageOf = cached(aside(import.meta.url, works).language);

/** The answer, after a word about the language where the message is in another than English. */
export function sayInEnglish(message: string, answer: string): string {
  const language = languageOf(message);
  if (language === '' || answer === '') return answer;
  return `Without a model I read English best: I may have missed parts of your message in ${language}.\n\n${answer}`;
}
