/** The parts of a turn as one answer: what is critical first, nothing twice, no wall of quotes; and what stays for the next. */
import { type Chosen, sayRest } from './choosing.ts';
import { type Concern, sayConcern } from './concern.ts';
import type { Block, Desk } from './desk.ts';
import type { Focus, Frame } from './types.ts';

export function compose(desk: Desk, { said, rest }: Chosen, blocks: readonly Block[], told: Block | undefined): string {
  const told_ = new Set(blocks.flatMap(({ tells = [] }) => tells));
  const open = said.filter(({ key }) => !told_.has(key));
  const left = rest.filter(({ key }) => !told_.has(key));
  const critical = open
    .filter(({ severity, fresh }) => severity === 'critical' && fresh)
    .map((concern) => sayConcern(desk, concern, true));
  const unlike = blocks.filter(({ lead }, at) => blocks.findIndex((each) => each.lead === lead) === at);
  const answers = withoutRepeats(unlike);
  const others = open
    .filter(({ severity, fresh }) => !(severity === 'critical' && fresh))
    .map((concern) => sayConcern(desk, concern));
  const toldText = told === undefined ? '' : [told.lead, ...told.body].join('\n\n');
  return [...critical, ...answers, ...others, toldText, open.length === 0 ? '' : sayRest(left)]
    .filter((part) => part !== '')
    .join('\n\n');
}

const QUOTES = ' says: "';
/** More is a wall: who wants the letter opens it. */
const MOST_QUOTES = 3;

/** A sentence that stands already is not said again, however many parts of a question it answers. */
function withoutRepeats(blocks: readonly Block[]): string[] {
  const said = new Set<string>();
  const fresh = (part: string) => {
    const bare = part
      .replaceAll('**', '')
      .replace(/\[\^\d+\]/g, '')
      .trim();
    if (bare === '' || said.has(bare)) return false;
    said.add(bare);
    return true;
  };
  let quotes = 0;
  const brief = (part: string, at: number) => {
    const held = part.split(QUOTES).length - 1;
    if (at > 0 && held > 0 && quotes + held > MOST_QUOTES && !part.startsWith('- ')) return false;
    quotes += held;
    return true;
  };
  return blocks
    .map(({ lead, body }) => [lead, ...body].filter(fresh).filter(brief).join('\n\n'))
    .filter((each) => each !== '');
}

export function outcomeOf(
  asks: readonly Frame[],
  blocks: readonly Block[],
  concerns: readonly Concern[],
  told: Block | undefined,
): 'answered' | 'fallback' {
  if (asks.length === 0) return 'answered';
  if (blocks.some(({ found }) => found === 'answered') || concerns.length > 0 || told !== undefined) return 'answered';
  return 'fallback';
}

export function nextFocus(
  focus: Focus,
  frames: readonly Frame[],
  asks: readonly Frame[],
  blocks: readonly Block[],
  concerns: readonly Concern[],
): Focus {
  const at = asks.findLastIndex(({ subjects }, i) => subjects.length > 0 || blocks[i]?.about !== undefined);
  const frame = asks[at];
  const told = [...new Set([...focus.told, ...concerns.map(({ key }) => key)])].slice(-60);
  if (frame === undefined) {
    const pending = pendingOf(asks, blocks);
    if (pending !== undefined) return { ...focus, told, pending };
    const spoken = frames.findLast(
      ({ act, subjects }) => act === 'tell' && subjects.some(({ kind }) => kind !== 'thing'),
    );
    const { pending: _answered, ...kept } = focus;
    return spoken === undefined ? { ...kept, told } : { ...kept, told, subjects: spoken.subjects, scope: {} };
  }
  const nth = blocks[at]?.nth;
  const days = blocks[at]?.at;
  const pending = pendingOf(asks, blocks);
  return {
    ...(focus.topic !== undefined && { topic: focus.topic }),
    subjects: blocks[at]?.about ?? frame.subjects,
    aspect: frame.aspect,
    scope: frame.scope,
    told,
    ...(nth !== undefined && { nth }),
    ...(days !== undefined && { at: days }),
    ...(pending && { pending }),
  };
}

function pendingOf(asks: readonly Frame[], blocks: readonly Block[]): Focus['pending'] {
  const at = blocks.findLastIndex(({ offers }) => offers !== undefined);
  return at < 0 ? undefined : { aspect: asks[at]!.aspect, offers: blocks[at]!.offers! };
}
