/** What somebody needs or is out of goes on the list for the shop, where they have one. */

import type { Known } from '../known.ts';
import { isDeedFirst, tokensOf } from '../name-parts.ts';
import type { Understood } from '../read.ts';
import type { Request } from '../request.ts';

const NAMES = new Set(['shopping', 'groceries', 'grocery', 'food', 'food shop', 'supermarket', 'weekly shop']);
const LACKS =
  /^(?:(?:and|also|oh|so)\s+)*(?:(?:we|i)\s+)?(?:(?:also\s+)?need(?:\s+(?:some|more))?|(?:(?:'re|are|am|'m)\s+)?(?:nearly |almost )?(?:out of|low on)|(?:we're|i'm|were|im)\s+(?:nearly |almost )?(?:out of|low on)|running (?:out of|low on))\s+(?!to\b)/i;

export function withShoppingList(read: Understood, said: string, { lists }: Known, spoken?: string): Understood {
  const own = lists.filter((name) => NAMES.has(name.toLowerCase()));
  const [list] = own;
  if (read.kind !== 'requests' || list === undefined || own.length > 1) return read;
  const isLacking = LACKS.test(said);
  // A list that was asked about under that name is the one that they mean, though nothing is on it yet.
  const isNamed = /\b(?:shopping|grocery|food) list\b/i.test(said) && !NAMES.has(spoken?.toLowerCase() ?? '');
  return { ...read, requests: read.requests.map((one) => onList(one, list, { isLacking, isNamed })) };
}

function onList(
  request: Request,
  list: string,
  { isLacking, isNamed }: { isLacking: boolean; isNamed: boolean },
): Request {
  const { tool, input } = request;
  const { project, title, due } = input;
  // "The shopping list" is the one for the shop, whatever they call it.
  const isSame =
    isNamed &&
    request.tool === 'add_todo' &&
    typeof project === 'string' &&
    NAMES.has(project.toLowerCase()) &&
    project.toLowerCase() !== list.toLowerCase();
  if (isSame)
    return {
      ...request,
      input: { ...input, project: list, ...(typeof title === 'string' && { title: withoutPart(title) }) },
    };
  if (project !== undefined) return request;
  const isNeeded = isLacking && tool === 'add_todo' && due === undefined && typeof title === 'string';
  return isNeeded && !isDeedFirst(tokensOf(title)) ? { ...request, input: { ...input, project: list } } : request;
}

/** "Some of that nice cheddar". */
const withoutPart = (title: string) => title.replace(/^(?:some )?of (?:that|the|those|these) /i, '');
