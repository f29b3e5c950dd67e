/** What somebody typed off from a paper, between marks: "the letter says 'AKI on CKD'". */
const MARKED = /["“”„«]([^"“”„«»]{4,400})["“”»]|(?<![\p{L}\d])['‘]([^'‘’]{4,400}(?:['’]\p{L}[^'‘’]*)*)['’](?!\p{L})/u;
const LEAST_WORDS = 2;

export function quotedIn(text: string): string | undefined {
  const [, doubled, single] = MARKED.exec(text) ?? [];
  const said = (doubled ?? single)?.trim();
  return said !== undefined && said.split(/\s+/).length >= LEAST_WORDS ? said : undefined;
}
