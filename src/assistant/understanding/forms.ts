/**
 * Forms: what a clause does as a whole, beside its words. A question asks; a list is asked for; something is dropped;
 * something is put into a file. They are few, and each says in one line what it takes for one.
 */
import type { Found, Token } from './signs.ts';
import type { When } from './when.ts';

export interface Clause {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly signs: readonly Found[];
  readonly when: When | undefined;
}

const PATH =
  /(?:^|[\s"'(])((?:[\w.-]+\/)*[\w-]+\.(?:md|txt|csv|json|ya?ml|pdf|html?|ts|js|py|rs|go|java|sh|sql|log|ics|docx?))(?=$|[\s"'),.!?;:])/i;
const URL = /https?:\/\/\S+/i;
const QUOTE = /["“]([^"”]{1,2000})["”]|(?<=^|\s)['‘]([^'’]{2,2000})['’](?=$|[\s,.;!?])/;

export function pathIn(text: string): string | undefined {
  return PATH.exec(text)?.[1];
}

export function pathsIn(text: string): string[] {
  return [...text.matchAll(new RegExp(PATH, 'gi'))].map((found) => found[1]!);
}

export function urlIn(text: string): string | undefined {
  return URL.exec(text)?.[0]?.replace(/[).,;!?]+$/, '');
}

export function quoteIn(text: string): string | undefined {
  const found = QUOTE.exec(text);
  return found?.[1] ?? found?.[2];
}

export function formsOf({ text, tokens, signs, when }: Clause): Set<string> {
  const forms = new Set<string>();
  const put = (form: string, holds: boolean) => holds && forms.add(form);
  const has = (...wanted: string[]) => signs.some(({ sign }) => wanted.includes(sign));
  /** Near the beginning: what the clause orders, not what is spoken of. */
  const begins = (...wanted: string[]) => signs.some(({ sign, from }) => from <= 1 && wanted.includes(sign));
  const words = tokens.map(({ word }) => word).filter((word) => /\w/.test(word));
  const first = words[0] ?? '';
  const isQuestion =
    /\?\s*$/.test(text) ||
    ASKING.has(first) ||
    /^(?:do|did|does|is|are|am|was|were|have|has|can i|could i|should i|may i)\b/i.test(text);
  const isOrder = signs.some(
    ({ sign, from }) =>
      from === 0 && sign.startsWith('act.') && !['act.ask', 'act.recall', 'act.read', 'act.show'].includes(sign),
  );
  const asks = isQuestion && !isOrder;
  put('form.question', asks);
  put(
    'form.list',
    asks || begins('act.show') || /^(?:my\s+)?(?:todos?|tasks|agenda|calendar|reminders|files)\b/i.test(text),
  );
  put('form.single', /\b(?:when|what time)\b.*\b(?:is|are|do|does)\b/i.test(text) && !has('thing.calendar'));
  put(
    'form.when_is',
    asks && /\b(?:when(?:'s| is| are| was| do| does)?|what (?:time|day|date))\b/i.test(text) && !has('thing.calendar'),
  );
  put(
    'form.free',
    /\b(?:free|available|availability|open slot|free slot|have time|got time|squeeze in|any time|busy|gap|gaps)\b/i.test(
      text,
    ) && !has('act.delete'),
  );
  put(
    'form.doing',
    asks &&
      /\bwhat(?:'s| is| am| do i have| have i got)?\b.*\b(?:on|doing|happening|going on|coming up|planned|up)\b/i.test(
        text,
      ) &&
      (when !== undefined || /\b(?:week|month|coming up)\b/i.test(text)),
  );
  put(
    'form.drop',
    (begins('act.delete', 'act.cancel', 'act.forget') && !asks) ||
      /\b(?:no longer|stop) (?:remind|need)|\btake\b.*\boff\b/i.test(text),
  );
  put(
    'form.complete',
    !asks &&
      has('act.complete') &&
      (/\b(?:done|finished|complete|off|as)\b/i.test(text) ||
        /^i(?:'ve| have)?\b/i.test(text) ||
        signs.some(({ sign, from }) => sign === 'act.complete' && from === 0)),
  );
  put(
    'form.to_do',
    asks && /\b(?:have|need|got|supposed|left) to do\b|\bwhat should i do (?:today|tomorrow|this)/i.test(text),
  );
  put(
    'form.names_list',
    has('thing.todo', 'thing.list') ||
      /\b(?:have|need|got|supposed|left) to do\b/i.test(text) ||
      /\blist\b/i.test(text),
  );
  put('form.change', !asks && has('act.move', 'act.set') && !has('act.remind'));
  put('form.priority', /\b(?:priority|urgent|important|top of)\b/i.test(text));
  put(
    'form.fact',
    !asks &&
      has('act.remember') &&
      /\b(?:is|are|was|has|have|lives?|likes?|hates?|prefers?|works?|am|'m|'s)\b/i.test(text),
  );
  put(
    'form.know_me',
    /\b(?:know|remember|saved|stored|remembered)\b.*\babout (?:me|us)\b|\b(?:all|everything|list)\b.*\b(?:memor|remember|know about me)/i.test(
      text,
    ),
  );
  put('has.path', pathIn(text) !== undefined);
  put('has.url', urlIn(text) !== undefined);
  put('has.quote', quoteIn(text) !== undefined);
  put('form.contents', has('act.read') && (pathIn(text) !== undefined || has('thing.file')));
  put('form.find', has('act.find') || (asks && /\b(?:which|where)\b/i.test(text)));
  put(
    'form.into_file',
    has('act.write', 'act.add') &&
      (pathIn(text) !== undefined || has('thing.file')) &&
      /\b(?:to|in|into|called|named|with|as)\b/i.test(text),
  );
  put('form.rename', has('act.rename', 'act.move') && /\b(?:to|into|as)\b/i.test(text));
  put('form.of_file', pathIn(text) !== undefined || has('thing.file'));
  put(
    'form.device',
    has('thing.light', 'thing.climate', 'thing.door', 'thing.garage', 'thing.alarm', 'thing.blinds', 'thing.device'),
  );
  put('form.code', has('act.code') || (has('thing.code') && has('act.write', 'act.add', 'act.set')));
  put('form.run_tests', /\brun (?:the |all |my )?(?:unit )?tests?\b|\btest suite\b/i.test(text));
  put('form.execute', has('act.execute'));
  put('form.may_i', /^(?:can|may|should|could) i\b|\bis it (?:ok|okay|safe|alright)\b/i.test(text));
  put(
    'form.body',
    /\bmy (?:head|chest|stomach|back|knee|throat|ear|tooth|teeth|skin|leg|arm|foot|feet|neck|eye|eyes|tummy)\b.*\b(?:hurts?|aches?|itch\w*|burns?|swollen|sore|numb|pain\w*)\b|\bi (?:feel|have|'ve got|am|'m)\b.*\b(?:sick|ill|dizzy|nauseous|feverish|pain|fever|cough|rash|headache)\b/i.test(
      text,
    ),
  );
  put('form.it', /\b(?:it|that|this|them)\b/i.test(text));
  return forms;
}

const ASKING = new Set([
  'what',
  "what's",
  'whats',
  'which',
  'when',
  "when's",
  'who',
  "who's",
  'where',
  "where's",
  'how',
  'why',
  'do',
  'does',
  'did',
  'is',
  'are',
  'am',
  'any',
  'have',
  'has',
  'was',
]);
