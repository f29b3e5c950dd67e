/** What somebody typed off from a paper, between marks: "the letter says 'AKI on CKD'". */
const MARKED = /["“”„«]([^"“”„«»]{4,400})["“”»]|(?<![\p{L}\d])['‘]([^'‘’]{4,400}(?:['’]\p{L}[^'‘’]*)*)['’](?!\p{L})/u;
const LEAST_WORDS = 2;

/** Where it stands, with its marks. */
export function quotedSpan(text: string): { start: number; end: number } | undefined {
  const found = quotedIn(text) === undefined ? null : MARKED.exec(text);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

export function quotedIn(text: string): string | undefined {
  const [, doubled, single] = MARKED.exec(text) ?? [];
  const said = (doubled ?? single)?.trim();
  return said !== undefined && said.split(/\s+/).length >= LEAST_WORDS ? said : undefined;
}
