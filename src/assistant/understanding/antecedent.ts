/** "Add milk to groceries and remind me to buy it": what is kept says what "it" is, since nobody knows it any more when it comes. */
import { lexicon } from './lexicon.ts';
import type { Request } from './request.ts';
import { readTokens } from './tokens.ts';
import type { Topic } from './topic.ts';
import { wordSet } from './words.ts';

/** Where a name stands that is kept for later. */
const KEPT: Readonly<Record<string, string>> = { set_reminder: 'what', add_todo: 'title' };
/** "Passport to it" is put there; "buy it" is done to it. */
const POINTER = /(?<!\s(?:to|on|onto|in|into|of|from|for|with|at|about))\s(?:it|them|those)$/i;
const DEEDS = wordSet('tasks');

export function withAntecedents(requests: readonly Request[], about: Topic | undefined): Request[] {
  const made: Request[] = [];
  for (const request of requests) {
    const slot = KEPT[request.tool];
    const said = slot === undefined ? undefined : request.input[slot];
    const told = request.tool === 'set_reminder' && said === NAMELESS ? subjectOf(made.at(-1)) : undefined;
    if (told !== undefined) {
      made.push({ ...request, input: { ...request.input, what: told } });
      continue;
    }
    const name = typeof said === 'string' && POINTER.test(said) ? thingOf(made.at(-1), about) : undefined;
    made.push(
      name === undefined ? request : { ...request, input: { ...request.input, [slot!]: named(said as string, name) } },
    );
  }
  return made;
}

/** "Lena's birthday is on 9 March, remember it and remind me": of what was just told. */
function subjectOf(before: Request | undefined): string | undefined {
  const { subject } = before?.tool === 'remember' ? before.input : {};
  return typeof subject === 'string' ? subject : undefined;
}

const NAMELESS = 'Reminder';

/** What was put on a list by the step before, or was spoken of as on one; a deed is no thing that something is done to. */
function thingOf(before: Request | undefined, about: Topic | undefined): string | undefined {
  const isThing = before === undefined ? about?.list !== undefined : before.input['project'] !== undefined;
  const name = before === undefined ? about?.name : before.input['title'];
  if (!isThing || typeof name !== 'string') return undefined;
  return isDeed(name) ? undefined : name;
}

function isDeed(name: string): boolean {
  const { speller, irregular, signsIn } = lexicon();
  const signs = signsIn(readTokens(name, speller, irregular));
  const [first = ''] = name.toLowerCase().split(' ');
  return DEEDS.has(first) || signs.some(({ sign, from, plain }) => sign === 'say.chore' && plain && from === 0);
}

function named(said: string, name: string): string {
  return said.replace(POINTER, ` ${name}`);
}
