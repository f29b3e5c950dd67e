/** The small language of `data/lay.yml` and `data/speech.yml`: words, <lists>, (alternatives/with slashes), optional parts. */
export type Lists = Map<string, string>;

/** `name: word, word` lines, each as one alternative. */
export function readLists(block = ''): Lists {
  const lists: Lists = new Map();
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at < 1) continue;
    const words = line
      .slice(at + 1)
      .split(',')
      .map((word) => word.trim());
    lists.set(line.slice(0, at), `(?:${words.filter(Boolean).join('|')})`);
  }
  return lists;
}

/** A pattern as a regular expression: whole words, any case, straight or curly apostrophes. */
export function compileWording(words: string, lists: Lists): RegExp {
  const source = words
    .replace(/(?<!\?)<(\w+)>/g, (_, name: string) => lists.get(name) ?? `(?:<${name}>)`)
    .replace(/(?<!\\)\//g, '|')
    .replace(/(?<!\\)\((?!\?)/g, '(?:')
    .replace(/\? /g, '?\\s*')
    .replace(/ (?=\(\?:[^()]*'s\))/g, "(?:\\s+|(?='s))")
    .replace(/(?<!\[[^\]]*) /g, '\\s+')
    .replace(/(?<!\[[^\]]*)'/g, "['’]")
    .replace(/…\\s\+/g, "(?:[\\p{L}\\d'’-]+\\s+){0,3}?");
  return new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}])`, 'giu');
}
