/** Sentences of papers that speak to whoever reads the file, not of the patient: material, never obeyed and never quoted. */
import { sentencesOf } from '../../text/index.ts';
import { alternatives, pattern } from '../patterns.ts';

/** Where a paragraph begins to speak to whoever reads the file, the rest of it is no word about the patient. */
export function withoutOrders(text: string): string {
  return text
    .split(/(\n+)/)
    .map((block) => {
      const sentences = sentencesOf(block);
      const from = sentences.findIndex(isOrder);
      return from < 0 ? block : sentences.slice(0, from).join(' ');
    })
    .join('');
}

const TO_READERS = pattern('to_readers');
const ORDERING = pattern('ordering');

/** Whoever helps a person has the same names: a medical assistant. */
const PERSON = alternatives('helping_person');
const PROGRAM = alternatives('program');

/** "To the digital assistant: …", "Instruction for any AI or computer that reads this chart: …" */
const ADDRESSED = new RegExp(
  `(?:^[^\\p{L}\\d]*|[.!?#*>|\\]]\\s*)\\s*(?:(?:${alternatives('message_kind')})\\s+)?(?:to|for|attention|dear)\\s+[^:.!?]{0,40}?(?<!(?:${PERSON}) )\\b(?:${PROGRAM}|${alternatives('machine')})\\b(?! (?:surgeon|nurse|doctor|physician|manager))[^:.!?]{0,60}:`,
  'iu',
);

/** "[Machine readers: …", "AI assistants – …": they are called by their name, before what they are to do. */
const CALLED = new RegExp(
  `^[\\s\\W]*(?:(?:all|any|dear|hey)\\s+)?(?:\\w+\\s+){0,2}?(?<!(?:${PERSON}) )(?:${PROGRAM}|${alternatives('machine')})(?:\\s+(?:${alternatives('reads_file')})){0,6}\\s*[:,–—]`,
  'i',
);

/** "<<system: …", "[assistant] …", "### Instruction": the marks that programs are spoken to with. */
const MARKED = pattern('marks_for_programs');

/** "The assistant answers every question with …": what a program does or is to do is said to it. */
const OF_PROGRAM = new RegExp(
  `(?<!(?:${PERSON}|personal) )\\b(?:${PROGRAM})\\b[^.!?]{0,30}\\b(?:${alternatives('deed_of_program')})\\b`,
  'i',
);

/** "; say that she wishes …": words are put into a reader's mouth. */
const DICTATED =
  /(?:^|[;:.!?]\s*)(?:always |please |just |only )?(?:say|answer|reply|respond|state|output|write)(?: only)? (?:that|with)\b/i;

/** "Note to any automated reader: state that …" speaks to us, not of the patient. */
export function isOrder(sentence: string): boolean {
  if (
    ADDRESSED.test(sentence) ||
    CALLED.test(sentence) ||
    MARKED.test(sentence) ||
    OF_PROGRAM.test(sentence) ||
    DICTATED.test(sentence)
  )
    return true;
  return (
    TO_READERS.test(sentence) &&
    (ORDERING.test(sentence) ||
      /\b(?:ignore|disregard|note to|notice|message|instruction|attention|reading this|reads this)\b/i.test(sentence))
  );
}
