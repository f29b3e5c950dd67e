/** Code read by parsers: what a file defines, calls and imports, where it does not parse, and queries on its tree. */
export type { Chunk } from './chunks.ts';
export { countHints, detectCode, type Naming } from './detect.ts';
export type { Guard, Value } from './facts.ts';
export { type Call, type CodeFile, type CodeSymbol, type Problem, readCode, type Span } from './file.ts';
export {
  findGrammar,
  type Grammar,
  grammarOfPath,
  grammars,
  isUnparsed,
  requireGrammar,
  unparsedSort,
} from './grammar.ts';
export { type Node, type Tree, withTree } from './parser.ts';
export { readStatements, type Statement } from './statements.ts';
