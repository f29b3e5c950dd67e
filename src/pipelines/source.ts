/** A pipeline's file: what it says, what is wrong with it as YAML, and the line of every value in it. */
import { readFileSync } from 'node:fs';
import { lineOf, parseYaml } from '../models/yaml-file.ts';

export interface Problem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The rule that is broken, for programs: `unknown_stage`. */
  readonly rule: string;
  readonly message: string;
}

export type Path = readonly PropertyKey[];

export interface Source {
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** The line of the value at a path, or of the nearest thing around it. */
  line(path: Path): number;
}

/** Never throws: whatever is wrong with the file is among its problems. */
export function readSource(file: string): Source {
  const broken = (rule: string, message: string, line = 1) => ({ file, line, rule, message });
  const nothing = (problems: Problem[]): Source => ({ value: undefined, problems, line: () => 1 });
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    return nothing([broken('readable', `The file cannot be read: ${(thrown as Error).message}.`)]);
  }
  const { source, problems } = parseYaml(file, text);
  const told = problems.map(({ line, message }) => broken('yaml', `This is not YAML: ${message}.`, line));
  if (told.length > 0) return nothing(told);
  try {
    const value = source.document.toJS({ maxAliasCount: 100 });
    return { value, problems: [], line: (path) => lineOf(source, path) };
  } catch (thrown) {
    return nothing([broken('yaml', `This is not YAML: ${(thrown as Error).message}.`)]);
  }
}
