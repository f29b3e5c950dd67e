/** "The timeout defaults to 30 seconds": a name of the code with the value it is given. */
import { amountsIn } from '../../statements/index.ts';
import { type Seen, seen } from '../seen.ts';
import type { CodeArtifact } from './scope.ts';
import { type Asked, rootsOfName, sameRoot } from './wording.ts';

const SETS =
  /\b(?:defaults? to|by default|default(?: value)?(?: of)?|is set to|sets? .{1,60}? to|is|are|of|equals|=|limited to|at most|up to|after|every|least)\b/i;

export function judgeValue({ code }: CodeArtifact, asked: Asked): Seen | undefined {
  const wanted = literalsIn(asked.text);
  if (wanted.length === 0 || !SETS.test(asked.text) || asked.universal) return undefined;
  const words = asked.content.filter((one) => !wanted.some(({ words: own }) => own.includes(one)) && !UNIT.test(one));
  const named = code.values.filter(({ name, value }) => {
    const parts = rootsOfName(name.split(/[.>]/).at(-1) ?? name);
    const matched = parts.filter((part) => part.length > 2 && words.some((one) => sameRoot(one, part)));
    return (
      matched.length > 0 && matched.length * 2 >= parts.length && words.length - matched.length <= 1 && isLiteral(value)
    );
  });
  if (named.length === 0) return undefined;
  const fitting = named.find(({ value }) => wanted.some((one) => one.fits(value)));
  const holds = fitting !== undefined;
  const [shown = named[0]!] = fitting === undefined ? [] : [fitting];
  return seen(holds !== asked.negative, `${shown.name} is ${shown.value.slice(0, 60)}.`, {
    evidence: `${shown.name} = ${shown.value}`.slice(0, 100),
    at: shown.start,
  });
}

const UNIT = /^(?:second|minut|hour|day|ms|millisecond|byte|default|kb|mb|time)/;

function isLiteral(value: string): boolean {
  return /^[-+]?[\d._]+\w*$|^["'`][^"'`]*["'`]$|^(?:true|false|True|False|None|null|nil)$|^[\d\s*+.()\w]*\d[\d\s*+.()\w]*$/.test(
    value.trim(),
  );
}

interface Literal {
  readonly words: readonly string[];
  fits(value: string): boolean;
}

/** Numbers, and words that are written as values: `EUR`, "utf-8", true. */
function literalsIn(text: string): Literal[] {
  const numbers = amountsIn(text).map(({ value, written }): Literal => {
    const bare = Number(/[\d][\d,.]*/.exec(written)?.[0]?.replace(/,/g, '') ?? value);
    return {
      words: [],
      fits: (given) => calculate(given).some((one) => one === bare || one === value || one === value * 1000),
    };
  });
  const quoted = [...text.matchAll(/["'`]([^"'`]+)["'`]|\b([A-Z]{2,}[\w-]*|[Tt]rue|[Ff]alse|utf-?8)\b/g)].map(
    ([, inner, plain]): Literal => {
      const said = (inner ?? plain ?? '').toLowerCase();
      return { words: [said], fits: (given) => given.replace(/^["'`]|["'`]$/g, '').toLowerCase() === said };
    },
  );
  return [...numbers, ...quoted];
}

/** `30`, `30_000`, `5 * 1000`, `30 * time.Second`. */
function calculate(value: string): number[] {
  const numbers = (value.match(/\d[\d_]*(?:\.\d+)?/g) ?? []).map((one) => Number(one.replace(/_/g, '')));
  const product = numbers.reduce((all, one) => all * one, 1);
  return numbers.length === 0 ? [] : [...numbers.slice(0, 1), product];
}
