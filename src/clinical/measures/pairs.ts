import type { Mention } from '../facts/facts.ts';
import type { Line } from '../words/line.ts';
import { type ObservationEntry, observationByCode } from './observations.ts';
import { judge, type Quantity } from './quantities.ts';
import { readUnit } from './units.ts';
import { measurement, readDigits } from './values.ts';

interface Name {
  entry: ObservationEntry;
  start: number;
  end: number;
}

/** Names and values side by side, in the same order: "Hb/Hct 9.2/28", "AST and ALT were 45 and 62", "H/H 8.1/24". */
export function readPairs(line: Line): Mention[] {
  if (!/\/|&|\band\b/i.test(line.text)) return [];
  const names = namesOf(line);
  const pairs = names.flatMap((first, at) => readPair(line, first, names[at + 1]));
  return [...pairs, ...readShorthand(line)];
}

function namesOf(line: Line): Name[] {
  return line.matches.flatMap((match) => {
    const term = match.terms.find(({ group }) => group === 'observation');
    const entry = term?.code && !match.guessed ? observationByCode(term.code.code) : undefined;
    if (!entry) return [];
    const [first, last] = [line.tokens[match.from]!, line.tokens[match.to - 1]!];
    return [{ entry, start: first.start - line.offset, end: last.end - line.offset }];
  });
}

const JOINED = /^\s*(?:\/|&|and)\s*$/i;

function readPair(line: Line, first: Name, second: Name | undefined): Mention[] {
  if (!second || second.entry === first.entry || !JOINED.test(line.text.slice(first.end, second.start))) return [];
  return readBoth(line, first.start, second.end, first.entry, second.entry);
}

/** "H&H" is hemoglobin and hematocrit to everyone who writes it. */
function readShorthand(line: Line): Mention[] {
  const [hemoglobin, hematocrit] = [observationByCode('718-7'), observationByCode('4544-3')];
  if (!hemoglobin || !hematocrit) return [];
  return [...line.text.matchAll(/\bH\s?[/&]\s?H\b/g)].flatMap((match) =>
    readBoth(line, match.index, match.index + match[0].length, hemoglobin, hematocrit),
  );
}

const VALUES =
  /^(?:\s|[:=(-]|\b(?:is|was|were|are|of|at|today|now|came|back|levels?|both|elevated|low|high|normal|ratio)\b)*(\d+(?:[.,]\d+)?)\s*([^\s\d/&,;]{0,8}?)\s*(?:\/|&|and|,)\s*(\d+(?:[.,]\d+)?)(?![\d/]|\.\d)/i;

function readBoth(line: Line, start: number, end: number, one: ObservationEntry, other: ObservationEntry): Mention[] {
  const match = VALUES.exec(line.text.slice(end, end + 60));
  if (!match || (match[2] && !readUnit(line.text, end + match[0].indexOf(match[1] ?? '') + match[1]!.length)))
    return [];
  const firstEnd = end + match[0].indexOf(match[1] ?? '') + (match[1] ?? '').length;
  const secondStart = end + match[0].length - (match[3] ?? '').length;
  const [left, right] = [read(line, one, match[1], firstEnd), read(line, other, match[3], end + match[0].length)];
  if (!left || !right || left.quantity.warning || right.quantity.warning) return [];
  return [
    measurement(line, one, start, { ...left, start }),
    measurement(line, other, secondStart, { ...right, start: secondStart }),
  ];
}

function read(
  line: Line,
  entry: ObservationEntry,
  digits: string | undefined,
  end: number,
): { quantity: Quantity; end: number } | undefined {
  const unit = readUnit(line.text, end);
  const quantity = judge(entry, Number(readDigits(digits ?? '')), unit?.unit);
  return quantity && { quantity, end: unit && quantity.unitUsed ? unit.end : end };
}
