/** What a criterion writes down as code or as a value: a snippet, a trait for a type, a number of arguments, a query put together. */
import { builtSql } from '../code/queries.ts';
import { around, readNumber, type Seen, seen } from '../seen.ts';
import { bareCode, type CodeArtifact, type Scope } from './scope.ts';
import { type Asked, isThin } from './wording.ts';

type Reading = (artifact: CodeArtifact, asked: Asked, scope: Scope) => Seen | undefined;

const flat = (text: string) => text.replace(/\s+/g, '').replace(/["'`]/g, '"');

/** `if __name__ == "__main__"`: it stands there, or it does not. */
export const snippet: Reading = (artifact, asked) => {
  // Quoted by quoted: what stands between two quotations is none.
  const quoted = [...asked.text.matchAll(/`([^`]*)`/g)].map(([, one]) => one!);
  const written = quoted.find((one) => /[\s=<>(){}[\]*+|&!]/.test(one));
  if (written === undefined || /^[\w.]+\(\)$/.test(written)) return undefined;
  const bare = bareCode(artifact);
  const found = flat(bare).includes(flat(written));
  const outside = asked.text.replace(/`[^`]*`/g, ' ');
  const rest = asked.words.filter(({ lower }) => outside.toLowerCase().includes(lower) && !isThin(lower));
  // Of more than that it stands there, that it stands there is no proof.
  if (found && rest.length > 3) return undefined;
  const at = artifact.text.indexOf(written.split(/\s/)[0]!);
  return seen(found !== asked.negative, found ? `${written} stands there.` : `${written} does not stand there.`, {
    ...(found && at >= 0 && { evidence: around(artifact.text, at), at }),
  });
};

/** "Implements Display for Token". */
export const implementsFor: Reading = ({ text, code }, asked) => {
  const match =
    /\bimplement(?:s|ed|ing)?\s+(?:the\s+)?`?([\w:]+)`?\s+(?:trait\s+|interface\s+)?(?:for|on|by)\s+`?(\w+)`?/i.exec(
      asked.text,
    );
  const [, what, whom] = match ?? [];
  if (what === undefined || whom === undefined || !code.symbols.some(({ name }) => name === whom)) return undefined;
  const last = what.split('::').at(-1)!;
  const at = text.search(
    new RegExp(
      `\\bimpl(?:<[^>]*>)?\\s+(?:\\w+::)*${last}(?:<[^>]*>)?\\s+for\\s+${whom}\\b|\\bclass\\s+${whom}\\b[^{]*\\b${last}\\b`,
    ),
  );
  return seen(at >= 0 !== asked.negative, at >= 0 ? 'It is implemented.' : `Nothing implements ${last} for ${whom}.`, {
    ...(at >= 0 && { evidence: around(text, at), at }),
  });
};

const COUNTED =
  /\b(exactly|at least|no fewer than|precisely)?\s*(\d+|one|two|three|four|five|six)\s+(?:command[- ]line |positional )?(?:arguments?|parameters?|operands?)\b/i;
const ASKS_COUNT =
  /(?:\$#|len\(sys\.argv(?:\[1:\])?\)|\bargc\b|len\(os\.Args(?:\[1:\])?\)|process\.argv\.length|args\.(?:length|len\(\)))\s*(?:-(ne|lt|eq|le)|(!==?|<=?|===?))\s*(\d+)/;

/** A script that insists on its arguments: what it compares their number with. */
export const argumentCount: Reading = (artifact, asked, { symbols }) => {
  const match = COUNTED.exec(asked.text);
  const wanted = readNumber(match?.[2]);
  if (wanted === undefined || symbols.length > 0 || /\bfunctions?\b|\bmethods?\b/i.test(asked.text)) return undefined;
  const test = ASKS_COUNT.exec(bareCode(artifact));
  if (test === null) return undefined;
  // The program's own name counts in these.
  const own = /sys\.argv\)|\bargc\b|os\.Args\)/.test(test[0]) ? 1 : /process\.argv/.test(test[0]) ? 2 : 0;
  const asks = Number(test[3]) - own;
  const exact = !/lt|le|</.test(test[1] ?? test[2] ?? '');
  const holds = asks === wanted && (exact || !/exactly|precisely/i.test(match![1] ?? ''));
  return seen(holds !== asked.negative, `It asks: ${test[0]}`, {
    evidence: test[0],
    at: artifact.text.indexOf(test[0]),
  });
};

const QUERY = /\b(?:sql|quer(?:y|ies)|statements?)\b/i;
const BUILT =
  /\bconcatenat|\binterpolat|\bassembl|\bstring (?:building|formatting|templates?)\b|\bf-strings?\b|\bglued?\b|\bjoin(?:ing|ed)? (?:\w+ )?strings?\b|\badd(?:ing|ed)? strings?\b|\bstring joins?\b|\bput together\b|\bpasted\b|\bformatted into\b|\btemplate (?:literals?|strings?)\b|\bbuilt (?:from|by|with|out of) strings?\b/i;
const BOUND = /\bparameteri[sz]ed\b|\bbound\b|\bbinds?\b|\bplaceholders?\b|\bprepared\b/i;

/** "Queries are never assembled by string concatenation". */
export const queriesBuilt: Reading = (artifact, asked) => {
  if (!QUERY.test(asked.text) || (!BUILT.test(asked.text) && !BOUND.test(asked.text))) return undefined;
  const { found, any } = builtSql(artifact);
  if (!any) return undefined;
  // "… use bound parameters rather than interpolation": what is asked for is named first.
  const first = BOUND.exec(asked.text)?.index ?? Number.POSITIVE_INFINITY;
  const wantsBuilt = (BUILT.exec(asked.text)?.index ?? Number.POSITIVE_INFINITY) < first;
  // "… are bound and never concatenated": the denial is of the second.
  const denied = asked.negative && !(BOUND.test(asked.text) && BUILT.test(asked.text) && !wantsBuilt);
  return seen(
    (found !== undefined) === (wantsBuilt !== denied),
    found === undefined ? 'No query is put together from strings.' : 'A query is put together from strings.',
    found === undefined ? {} : { evidence: artifact.text.slice(found.start, found.end).slice(0, 100), at: found.start },
  );
};

/** A value in quotes, or written as one (`en-US`), that the file does not have: nothing is done with it. */
export const absentValue: Reading = ({ text }, asked) => {
  const values = [
    ...asked.text.matchAll(/(?<=\s|^|\()["'‘“]([^"'’”\n]{2,60})["'’”](?=\W|$)|\b([a-z]{2}-[A-Z]{2}|[A-Z]{2,}-\d+)\b/g),
  ].map((one) => one[1] ?? one[2]!);
  const bare = (one: string) => one.toLowerCase().replace(/[-_ ]/g, '');
  const missing = values.find((value) => !bare(text).includes(bare(value)));
  return missing === undefined ? undefined : seen(asked.negative, `"${missing}" does not stand there.`);
};
