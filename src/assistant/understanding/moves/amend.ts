/** A field of what is there: another amount on a list, another value in a note, a remark with an event. */
import type { Given } from '../everyday/model.ts';
import type { Request } from '../request.ts';
import { plainTokens } from '../tokens.ts';
import { framed } from './frames.ts';
import { type Meant, meantIn } from './meant.ts';
import { leftOf, type Said } from './said.ts';
import type { Candidate } from './score.ts';
import { isSame, type Thing } from './world.ts';

export function amendIn(said: Said, world: readonly Thing[], given: Given): Candidate[] {
  if (said.asks) return [];
  return [...amountsIn(said, world, given), ...valuesIn(said, world, given), ...remarksIn(said, world, given)];
}

const SWAPS = [
  /^(?:(?:no|oh|sorry|wait|and|i meant?)[,\s]+)*not\s+(?:the\s+)?(?<old>[^,]{2,40}?)\s*,\s*(?:but\s+)?(?<fresh>[^,]{1,40})$/i,
  /^(?:(?:no|oh|sorry|wait|and|i meant?|make it|make that)[,\s]+)*(?<fresh>[^,]{1,40}?),?\s+(?:not|instead of|rather than)\s+(?:the\s+)?(?<old>[^,]{2,40})$/i,
];

/** "Not plums, pears", "4 lemons instead of 2 lemons": another thing in the place of what stands on a list. */
export function swapsIn({ text, message }: Said, world: readonly Thing[]): Candidate[] {
  const plain = text.replace(/[\s.!]+$/, '');
  const { old, fresh } = SWAPS.map((pattern) => pattern.exec(plain)).find((found) => found !== null)?.groups ?? {};
  if (old === undefined || fresh === undefined || message.whens.length > 0) return [];
  const words = plainTokens(old).map((token) => ({ ...token, forms: [] }));
  const meant = world.filter(
    (thing) => thing.kind === 'todo' && words.every((token) => thing.words.some((own) => isSame(token, own))),
  );
  const [thing, ...others] = meant;
  if (thing === undefined || others.length > 0) return [];
  const title = /^\d+$/.test(fresh) ? amountOf(thing.name, fresh) : fresh;
  return [
    {
      ...{ deed: 'hold', things: [thing], left: [] },
      requests: [{ agent: 'todo_agent', tool: 'change_todo', input: { query: thing.name, title }, text, score: 4 }],
      say: `change **${thing.name}** to **${title}**`,
      signs: { framed: 1, named: 1, hit: 1, accounted: 1, timed: 1 },
    },
  ];
}

const amountOf = (name: string, number: string) =>
  /\d+/.test(name) ? name.replace(/\d+/, number) : `${number} ${name}`;

const AMOUNT =
  /(?:^|\s)(?:make (?:it|that|them)|only|just|actually|now|take|rather|better|it's|x)\s+(?<many>\d{1,4})(?=\s|$|[.,!])|(?:^|\s)(?<last>\d{1,4})(?:\s+\p{L}+){0,2}\s+(?:instead|actually|rather|now|please)[\s.!]*$/iu;

/** "Tins of salmon, make it 4", "butter only 15": the number in what is on a list. */
function amountsIn(said: Said, world: readonly Thing[], given: Given): Candidate[] {
  const { many, last } = AMOUNT.exec(said.text)?.groups ?? {};
  const number = many ?? last;
  const frame = framed('hold', said.text, said.message.tokens);
  if (number === undefined || frame === undefined) return [];
  const listed = world.filter(({ kind, list }) => kind === 'todo' && list !== undefined);
  return meantIn(said, listed, ['todo'], frame, given).flatMap(({ thing, hits, signs }): Candidate[] => {
    const { name, list } = thing;
    if (hits.length === 0 && signs.spoken === 0) return [];
    const title = amountOf(name, number);
    const left = leftOf(said, hits, frame.tokens).filter(
      ({ word }) => !word.includes(number) && word !== list && !UNITS.test(word),
    );
    return [
      {
        deed: 'hold',
        things: [thing],
        requests: [
          { agent: 'todo_agent', tool: 'change_todo', input: { query: name, title }, text: said.text, score: 4 },
        ],
        say: `change **${name}** to **${title}**`,
        left,
        signs: { ...signs, timed: 1, left: left.length, accounted: 1 },
      },
    ];
  });
}

const UNITS = /^(?:kg|g|l|ml|lb|oz|litres?|packs?|tins?|boxes|bottles?|pieces?|\d+)$/;

/** Something of figures: a code, a size, a number of people. */
const VALUE = /(?<![\p{L}\d.])#?(?=[\p{L}\d-]*\d)[\p{L}\d][\p{L}\d-]*(?:[.,]\d+)*(?:[ ]\d{3,})*/gu;

/** "Shed code's been changed to 7140", "was 700x32, not 28": of what is remembered the value that stands in its place. */
export function valuesIn(said: Said, world: readonly Thing[], given: Given): Candidate[] {
  const frame = framed('hold', said.text, said.message.tokens);
  if (frame === undefined) return [];
  const isDenied = (index: number) => /\bnot\s*$/i.test(said.text.slice(0, index));
  const values = [...said.text.matchAll(VALUE)].filter(({ index }) => !isDenied(index)).map(([value]) => value);
  const bare = [...said.text.matchAll(VALUE)].filter(({ index }) => isDenied(index)).map(([value]) => value);
  const notes = world.filter(({ kind }) => kind === 'note');
  return meantIn(said, notes, ['note'], frame, given).flatMap((one): Candidate[] => {
    const { thing, hits } = one;
    const fresh = values.filter((value) => !thing.words.includes(value.toLowerCase()));
    const changed =
      fresh.length === 1 && thing.text !== undefined
        ? replaced(
            thing.text,
            fresh[0]!,
            hits.map(({ word }) => word),
          )
        : undefined;
    if (changed === undefined || changed === thing.text) return [];
    const left = leftOf(said, hits, frame.tokens).filter(
      ({ word }) => ![...fresh, ...bare].some((value) => value.toLowerCase().includes(word)),
    );
    const isSubject = thing.text !== undefined && !thing.name.startsWith(thing.text.slice(0, 20));
    const input: Request['input'] = isSubject
      ? { subject: thing.name, text: changed }
      : { text: changed, old: thing.text! };
    return [
      {
        deed: 'hold',
        things: [thing],
        requests: [{ agent: 'memory_agent', tool: 'remember', input, text: said.text, score: 4 }],
        say: `change the note ${isSubject ? `**${thing.name}** ` : ''}to **${changed}**`,
        left,
        signs: {
          ...one.signs,
          timed: 1,
          left: left.length,
          accounted: 1 - left.length / Math.max(1, said.words.length),
        },
      },
    ];
  });
}

/** In the place of the one value that there is, or of the one that stands beside a word that was said. */
function replaced(text: string, value: string, said: readonly string[]): string | undefined {
  const old = [...text.matchAll(VALUE)].filter(([one]) => isLike(one, value));
  if (old.length === 0) return undefined;
  const near = old.filter(({ 0: one, index }) => {
    const beside = text.slice(Math.max(0, index - 14), index + one.length + 14).toLowerCase();
    return said.some(
      (word) =>
        word.length > 2 && beside.split(/[,;]/).some((part) => part.includes(one.toLowerCase()) && part.includes(word)),
    );
  });
  const [only] = old.length === 1 ? old : near.length === 1 ? near : [];
  return only && `${text.slice(0, only.index)}${value}${text.slice(only.index + only[0].length)}`;
}

/** Figures for figures: 4417 and 7140, 700x28 and 700x32. */
function isLike(one: string, other: string): boolean {
  const shape = (text: string) => text.replace(/\d+/g, '0').replace(/\p{L}+/gu, 'a');
  return shape(one) === shape(other);
}

/** "We shall want the table by the window, put that with it": a remark, kept with the event that it is of. */
function remarksIn(said: Said, world: readonly Thing[], given: Given): Candidate[] {
  const frame = framed('amend', said.text, said.message.tokens);
  const events = meantIn(said, world, ['event'], frame, given);
  const people = said.message.tokens.some(({ capital }, at) => capital && at > 0);
  return events.flatMap(({ thing, hits, left, signs }: Meant): Candidate[] => {
    const remark = remarkOf(said, frame?.tokens ?? []);
    if (
      left.length === 0 ||
      remark.split(' ').length < 3 ||
      (frame === undefined && (left.length < 3 || (signs.named ?? 0) < NAMED))
    )
      return [];
    return [
      {
        deed: 'amend',
        things: [thing],
        requests: [
          {
            agent: 'calendar_agent',
            tool: 'move_event',
            input: { query: thing.name, notes: remark },
            text: said.text,
            score: 3,
          },
        ],
        say: `note with **${thing.name}**: "${remark}"`,
        left,
        signs: {
          ...signs,
          named: Math.max(signs.named ?? 0, hits.length > 0 ? 0.5 : 0),
          left: frame === undefined ? 1 : 0,
          accounted: 1,
          doubted: frame === undefined ? (people ? 0.8 : 1.2) : 0,
        },
      },
    ];
  });
}

/** Whoever says more of a thing names it. */
const NAMED = 0.4;

function remarkOf({ text }: Said, covered: Said['words']): string {
  const [first] = covered;
  const plain = first === undefined ? text : text.slice(0, first.start) + text.slice(covered.at(-1)!.end);
  return plain
    .replace(/^(?:and|so|oh|also|ok)\s+/i, '')
    .replace(/[\s,.;!]+$/, '')
    .trim();
}
