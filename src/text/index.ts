/**
 * Text: words, stems, sentences, distances. The bottom of the house: pure functions over strings, used by whoever reads
 * what people write. Touches nothing of the house and nothing of the machine but its own lists of words.
 *
 * Three strengths of stem, each for a need: `singular` leaves a word that can be shown; `stem` makes the forms of a word
 * one (and British and American spellings); `porterStem` is what Lucene's English analyser does, for ranking.
 */
export { type Distance, editDistance, isOneEdit, nearest, nearestWord } from './distance.ts';
export { decodeEntities } from './entities.ts';
export { fold, withoutAccents } from './fold.ts';
export { splitLoosely } from './loose.ts';
export { MONTH, MONTHS, monthNumber } from './months.ts';
export { NUMBER_WORDS, TEENS, TENS, UNITS } from './numbers.ts';
export { plainLine } from './plain-line.ts';
export { porterStem } from './porter.ts';
export { isAbbreviation, sentencesIn, sentencesOf } from './sentences.ts';
export { showable, showableJson, showableValue } from './showable.ts';
export { createSigns, type FindSigns, type Found as FoundSign, type SignLists, type Token, tokensOf } from './signs.ts';
export { americanSpelling } from './spelling.ts';
export { singular, stem } from './stems.ts';
export { splitName, type Word, wordsIn } from './words.ts';
