import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';

/** A hand-written message and the facts it holds. */
export interface Case {
  text: string;
  facts: Gold[];
}

export interface Gold {
  kinds: string[];
  start: number;
  end: number;
  words: string;
  optional: boolean;
  negated: boolean;
  possible: boolean;
  experiencers: string[];
  value?: string;
  unit?: string;
  time?: string;
  name?: RegExp;
}

const file = z.object({ source: z.string(), now: z.string().optional(), rows: z.string() });

/** Reads `utterances.yml`: `text => fact ; fact`. */
export function readCases(path: URL): { now: string; cases: Case[] } {
  const { now = '2026-03-11T10:00:00Z', rows } = file.parse(parse(readFileSync(path, 'utf8')));
  const cases = rows.split('\n').flatMap((line) => {
    const at = line.lastIndexOf(' => ');
    if (at < 0) return [];
    const text = line.slice(0, at).trim();
    const facts = line.slice(at + 4).trim();
    return [{ text, facts: facts === '(none)' ? [] : facts.split(' ; ').map((fact) => readGold(text, fact.trim())) }];
  });
  return { now, cases };
}

const GOLD =
  /^(opt )?([-?])?((?:(?:fam|oth)\|?)+ )?([a-z|]+) "(.*)"(?: = (\S+)(?: (?!@|~)(\S+))?)?(?: @(\S+))?(?: ~(\S+))?(?: @(\S+))?$/;

function readGold(text: string, line: string): Gold {
  const match = GOLD.exec(line);
  const start = match ? text.indexOf(match[5] ?? '') : -1;
  if (!match || start < 0) throw new ConsiliumError('EVAL_INVALID', `"${line}" is no fact of "${text}".`);
  const [, optional, mark, whose, kinds = '', words = '', value, unit, time, name, lateTime] = match;
  const people: Record<string, string> = { fam: 'family', oth: 'other' };
  return {
    kinds: kinds.split('|'),
    start,
    end: start + words.length,
    words,
    optional: optional !== undefined,
    negated: mark === '-',
    possible: mark === '?',
    experiencers: whose
      ? whose
          .trim()
          .split('|')
          .map((person) => people[person] ?? person)
      : ['patient'],
    ...(value === undefined ? {} : { value }),
    ...(unit === undefined ? {} : { unit }),
    ...((time ?? lateTime) === undefined ? {} : { time: time ?? lateTime }),
    ...(name === undefined ? {} : { name: new RegExp(name, 'i') }),
  };
}
