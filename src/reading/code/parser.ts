/** Trees: tree-sitter's parsers, loaded when first needed. A tree lives as long as the work that is done on it. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Language, type Node, Parser, Query } from 'web-tree-sitter';
import { ConsiliumError } from '../../kernel/errors.ts';
import type { Grammar } from './grammar.ts';

export type { Node } from 'web-tree-sitter';

/** Beyond this a text is no source that somebody wrote. */
const MOST_CHARACTERS = 1_000_000;

let started: Promise<void> | undefined;
const languages = new Map<string, Promise<Language>>();
const queries = new Map<string, Query>();

export interface Tree {
  readonly root: Node;
  readonly grammar: Grammar;
  /** What a query in tree-sitter's own language finds: of each match, the nodes it names. */
  query(source: string): ReadonlyMap<string, Node>[];
}

export async function withTree<T>(text: string, grammar: Grammar, work: (tree: Tree) => T): Promise<T> {
  if (text.length > MOST_CHARACTERS)
    throw new ConsiliumError(
      'CODE_TOO_LONG',
      `The code has ${text.length} characters; at most ${MOST_CHARACTERS} are parsed.`,
    );
  const language = await loadLanguage(grammar);
  const parser = new Parser();
  try {
    parser.setLanguage(language);
    const tree = parser.parse(text);
    if (tree === null) throw new ConsiliumError('PARSE_FAILED', `The code could not be parsed as ${grammar.name}.`);
    try {
      return work({
        root: tree.rootNode,
        grammar,
        query: (source) => runQuery(language, grammar, source, tree.rootNode),
      });
    } finally {
      tree.delete();
    }
  } finally {
    parser.delete();
  }
}

function loadLanguage({ grammar = '' }: Grammar): Promise<Language> {
  let language = languages.get(grammar);
  if (language === undefined) {
    started ??= Parser.init();
    language = started.then(() => Language.load(join(grammarFolder(), `tree-sitter-${grammar}.wasm`)));
    languages.set(grammar, language);
    language.catch(() => languages.delete(grammar));
  }
  return language;
}

function grammarFolder(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm');
}

function runQuery(language: Language, { grammar }: Grammar, source: string, root: Node): ReadonlyMap<string, Node>[] {
  const key = `${grammar}\0${source}`;
  let query = queries.get(key);
  if (query === undefined) {
    query = new Query(language, source);
    queries.set(key, query);
  }
  return query
    .matches(root, { matchLimit: 10_000 })
    .map(({ captures }) => new Map(captures.map((one) => [one.name, one.node])));
}
