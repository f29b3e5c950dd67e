/** "Propose a patch to sum.js: replace a - b with a + b", "undo the patch": a change to code that is shown before it is made. */
import type { Message } from './clause.ts';
import { lexicon } from './lexicon.ts';
import { pathsIn } from './paths.ts';
import type { Request } from './request.ts';
import { wordSet } from './words.ts';

const PATCH = wordSet('patch_words');

export function patchIn(message: Message): readonly Request[] | undefined {
  const { tokens, text } = message;
  if (!tokens.some(({ word }) => PATCH.has(word))) return undefined;
  const made = (tool: string, input: Request['input']): readonly Request[] => [
    { agent: 'agentic_coder_agent', tool, input, text, score: 5 },
  ];
  const path = pathsIn(message, 0, tokens.length)[0]?.path;
  const isUndo = lexicon()
    .signsIn(tokens)
    .some(({ sign, from }) => sign === 'verb.undo' && from <= 1);
  if (isUndo) return made('undo_patch', path === undefined ? {} : { path });
  const change = changeIn(text);
  return path === undefined || change === undefined ? undefined : made('propose_patch', { path, ...change, why: text });
}

const QUOTE = '["“`]';
const PLAIN = /\b(replace|change|swap|turn)\s+(.+?)\s+(with|by|to|into|for)\s+(.+?)$/is;
const QUOTED = new RegExp(`${QUOTE}([^"”\`]+)["”\`].*?${QUOTE}([^"”\`]+)["”\`]`, 's');
/** That it shall be a patch, and in which file, is no part of what stands there. */
const ASIDE = /\s+(?:as a (?:patch|diff)|in \S+\.\w{1,5}|please)\s*[.!]?$/i;

/** As it is written: in code every sign counts. */
function changeIn(text: string): { find: string; replace: string } | undefined {
  const [, before, after] = QUOTED.exec(text) ?? [];
  if (before !== undefined && after !== undefined) return { find: before, replace: after };
  let said = text;
  while (ASIDE.test(said)) said = said.replace(ASIDE, '');
  const [, , find, , replace] = PLAIN.exec(said) ?? [];
  return find === undefined || replace === undefined ? undefined : { find: find.trim(), replace: replace.trim() };
}
