/** What a value outside its range means, in the words of the knowledge base. */
import { lookUp, sentences } from '../../_shared/knowledge.ts';
import type { Flag } from '../../_shared/measures.ts';
import { capital, lower } from '../../_shared/wording.ts';
import type { Desk } from './desk.ts';

const ASKED =
  /\b(mean\w*|explain|simple words|plain (?:english|words)|understand|why|what (?:happens|if)|what (?:is|are|does|do)\b.*\bfor)\b/i;
const MOST = 4;

export function asksMeaning(question: string): boolean {
  return ASKED.test(question);
}

/** A line for each value that is outside; where none is, one for the first few. */
export function tellMeaning(desk: Desk, given: readonly { say: string; flag: Flag | undefined }[]): string {
  const supposed = supposedFlag(desk.question);
  const values = supposed === undefined ? given : given.map((value) => ({ ...value, flag: supposed }));
  const outside = values.filter(({ flag }) => flag !== undefined && flag !== 'normal');
  const lines = (outside.length > 0 ? outside : values).slice(0, MOST).flatMap(({ say, flag }) => {
    const [known] = lookUp(`${say} ${direction(flag)}`.trim(), { limit: 1, kinds: ['test'] });
    const wanted = flag?.endsWith('low') ? 'low values' : flag?.endsWith('high') ? 'high values' : 'what it is';
    const about = known?.sections.find(({ name }) => name === 'what it is');
    const section = known?.sections.find(({ name }) => name === wanted);
    if (known === undefined || (section ?? about) === undefined) return [];
    const what = about === undefined ? '' : `${sentences(about.text)[0]} `;
    const turned =
      section === undefined || section === about
        ? ''
        : `${capital(direction(flag))}: ${lower(sentences(section.text)[0]!)}`;
    return [`- ${capital(say)}: ${lower(`${what}${turned}`.trim())}${desk.notes.knowledge(known)}`];
  });
  return lines.length === 0 ? '' : `What it means:\n\n${lines.join('\n')}`;
}

/** "What happens if it gets too high?" is not about the value there is. */
function supposedFlag(question: string): Flag | undefined {
  const said = /\b(?:what (?:happens|if)|if (?:it|my))\b.*\b(high|low)\b/i.exec(question)?.[1]?.toLowerCase();
  return said === 'high' || said === 'low' ? said : undefined;
}

function direction(flag: Flag | undefined): string {
  return flag === undefined || flag === 'normal' ? '' : flag.endsWith('low') ? 'low' : 'high';
}
