/** Formats that are read line by line: TOML, INI, .env and Dockerfile. */
import type { Configuration, Format, Problem, Setting } from './configuration.ts';

type Read = Omit<Configuration, 'format'>;

export function readLines(
  text: string,
  format: Exclude<Format, 'json' | 'yaml'>,
  instructions: readonly string[],
): Read {
  return format === 'dockerfile' ? readDockerfile(text, instructions) : readAssignments(text, format);
}

function readAssignments(text: string, format: 'toml' | 'ini' | 'env'): Read {
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  let section = '';
  let tables = 0;
  for (const { line, number } of joinedLines(text, format)) {
    const bare = line.trim();
    if (bare === '' || bare.startsWith('#') || (format === 'ini' && bare.startsWith(';'))) continue;
    const header = /^\[{1,2}\s*([^\]]+?)\s*\]{1,2}\s*(?:[#;].*)?$/.exec(bare);
    if (header !== null && format !== 'env') {
      section = bare.startsWith('[[') ? `${header[1]}.${tables++}` : header[1]!;
      continue;
    }
    const assignment = ASSIGNMENTS[format].exec(bare);
    if (assignment === null) {
      problems.push({ rule: 'parse-error', line: number, message: `This is no line of ${format.toUpperCase()}.` });
      continue;
    }
    const path = section === '' ? assignment[1]! : `${section}.${assignment[1]}`;
    const value = assignment[2]!.trim();
    const problem = format === 'ini' ? undefined : valueProblem(value, format);
    if (problem !== undefined) problems.push({ rule: 'parse-error', line: number, message: problem });
    if (seen.has(path)) problems.push({ rule: 'duplicate-key', line: number, message: `${path} stands there twice.` });
    seen.add(path);
    settings.push({ path, value: value.replace(/^(["'])(.*)\1$/, '$2'), line: number });
  }
  return { settings, problems };
}

const ASSIGNMENTS = {
  toml: /^("[^"]+"|'[^']+'|[\w.-]+)\s*=\s*(\S.*)$/s,
  ini: /^([^=:]+?)\s*[=:]\s*(.*)$/s,
  env: /^(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/s,
};

/** TOML's arrays and long strings run over several lines; they are one assignment. */
function* joinedLines(text: string, format: string): Generator<{ line: string; number: number }> {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  for (let index = 0; index < lines.length; index++) {
    const number = index + 1;
    let line = lines[index]!;
    if (format === 'toml' && /=/.test(line)) {
      const parts = [line];
      while (index + 1 < lines.length && isOpen(parts)) parts.push(lines[++index]!);
      line = parts.join('\n');
    }
    yield { line, number };
  }
}

function isOpen(parts: readonly string[]): boolean {
  if (parts.length > 500) return false;
  const text = parts.join('\n');
  if ((text.split('"""').length - 1) % 2 === 1 || (text.split("'''").length - 1) % 2 === 1) return true;
  const bare = text.replace(/"(?:\\.|[^"\\\n])*"|'[^'\n]*'/g, '').replace(/#[^\n]*/g, '');
  const value = bare.slice(bare.indexOf('=') + 1);
  return count(value, '[') > count(value, ']');
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

function valueProblem(value: string, format: 'toml' | 'env'): string | undefined {
  const quote = /^(["'])/.exec(value)?.[1];
  if (
    quote !== undefined &&
    !new RegExp(`^(?:${quote.repeat(3)}[\\s\\S]*${quote.repeat(3)}|${quote}(?:\\\\.|[^${quote}\\\\])*${quote})`).test(
      value,
    )
  )
    return 'A quote is not closed.';
  if (format === 'env' || quote !== undefined) return undefined;
  const bare = value.replace(/\s*#[^\n]*$/, '');
  if (
    /^(?:[[{]|true$|false$|[+-]?(?:\d[\d_]*(?:\.[\d_]+)?(?:[eE][+-]?\d+)?|inf|nan)$|0[xob][\da-fA-F_]+$|\d{4}-\d\d-\d\d)/.test(
      bare,
    )
  )
    return undefined;
  return 'A value is neither text in quotes nor a number, date, boolean, list or table.';
}

function readDockerfile(text: string, instructions: readonly string[]): Read {
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  const say = (line: number, message: string, rule: Problem['rule'] = 'dockerfile'): void => {
    problems.push({ rule, line, message });
  };
  let from = false;
  let user = '';
  for (const { line, number } of continued(text)) {
    const [, word = '', rest = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(line) ?? [];
    const name = word.toUpperCase();
    if (!instructions.includes(name)) {
      say(number, 'This is no instruction of a Dockerfile.', 'parse-error');
      continue;
    }
    if (!from && name !== 'FROM' && name !== 'ARG') say(number, 'A Dockerfile begins with FROM.', 'parse-error');
    if (name === 'FROM') {
      from = true;
      settings.push({ path: 'image', value: rest.replace(/^--\S+\s+/, '').split(/\s/)[0]!, line: number });
    } else if (name === 'USER') user = rest.trim();
    else settings.push({ path: name, value: rest, line: number });
    if (name === 'ADD' && /^https?:/.test(rest)) say(number, 'ADD takes a file from the network unchecked.');
    if (name === 'RUN' && /\bsudo\b/.test(rest)) say(number, 'sudo is not needed while an image is built.');
  }
  if (!from) say(1, 'There is no FROM.', 'parse-error');
  else if (user === '' || user === 'root' || user === '0') settings.push({ path: 'user', value: 'root', line: 1 });
  return { settings, problems };
}

function* continued(text: string): Generator<{ line: string; number: number }> {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  for (let index = 0; index < lines.length; index++) {
    const number = index + 1;
    const parts = [lines[index]!];
    if (/^\s*(?:#|$)/.test(parts[0]!)) continue;
    while (parts.at(-1)!.endsWith('\\') && index + 1 < lines.length) parts.push(lines[++index]!);
    yield { line: parts.join('\n'), number };
  }
}
