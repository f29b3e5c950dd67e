/**
 * What a chapter names as the causes, symptoms or side effects of a thing: asked for whole in own words, or by what is not
 * named among them. Only the passage decides that, so a course of two chapters can be asked about too.
 */
import { joined } from '../facts/causes.ts';
import type { QuestionKind } from '../types.ts';
import { ofThing, withHeading } from './causes.ts';
import type { Chance } from './chance.ts';
import { strangerTo } from './list-strangers.ts';
import { FEWEST, lastNoun, type NamedList, RELATIONS } from './named-lists.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

const MOST = 6;

export function askNamedList(
  kind: QuestionKind,
  list: NamedList,
  lists: () => readonly NamedList[],
  chance: Chance,
): Draft | undefined {
  const { of, section, joint = 'of', items, isUnder = false, isWhole, passage, words } = list;
  if (items.length < FEWEST) return undefined;
  const relation = RELATIONS[lastNoun(section)] ?? 'function';
  const settled = { reason: `The material says: “${words.replace(/\s+/g, ' ').trim()}”`, passage, words };
  const what = section === 'treatment' ? 'treatments' : section;
  if (kind === 'short') {
    if (!isWhole || items.length > MOST) return undefined;
    const key = { kind: 'text' as const, text: joined(items), also: [] };
    const stem = isUnder
      ? `${upperFirst(of)}: What are the ${what} that the material names?`
      : `What are the ${ofThing(what, joint, of)}?`;
    return { kind, relation, stem, key, ...settled };
  }
  // Of an entry of the knowledge base its single items are asked (entry-choices.ts).
  if (kind !== 'which_not' || passage.source.source_type === 'knowledge') return undefined;
  const stranger = strangerTo(list, lists(), chance);
  if (stranger === undefined) return undefined;
  const { options, label } = lettered(stranger, chance.shuffle(items).slice(0, FEWEST), chance);
  const stem = isUnder
    ? `${upperFirst(of)}: Which of the following is NOT named among the ${what}?`
    : withHeading(`Which of the following is NOT named among the ${ofThing(what, joint, of)}?`, of, passage);
  return { kind, relation, stem, options, key: { kind: 'option', label, text: upperFirst(stranger) }, ...settled };
}
