/** "Read evidence/table.md", "what is in ../other/notes.md?": a file is asked for by its path, and nothing is to be looked up. */
const PATH =
  /(?<![\w:/@.-])(?:\.{0,2}\/)?(?:[\w-]+(?:\.[\w-]+)*\/|\.\.\/)+[\w-]+(?:\.[\w-]+)*\.(?:md|json|txt|csv|html)\b/;
const READS = /\b(?:read|open|show|print|display|see|quote|tell|what(?:'s| is| are| stands| does))\b/i;

export function fileAsked(message: string): string | undefined {
  return READS.test(message) ? PATH.exec(message)?.[0] : undefined;
}
