/** Lines of MCP as they come in on a pipe: what is none is answered as such, and everything after it is heard. */
import { Transform, type Writable } from 'node:stream';

/** As much as a body may have over HTTP. */
const LONGEST = 16 * 1024 * 1024;

/** Passes on whole lines of JSON. Of others, and of a line that has no end, whoever wrote it is told. */
export function readLines(answers: Writable): Transform {
  let pieces: Buffer[] = [];
  let size = 0;
  /** Inside a line that is too long: its end is waited for, and nothing of it kept. */
  let isSkipping = false;
  const refuse = (message: string) =>
    answers.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_700, message } })}\n`);
  const keep = (piece: Buffer) => {
    size += piece.length;
    if (size <= LONGEST) return void (isSkipping || pieces.push(piece));
    if (!isSkipping) refuse(`A line has at most ${LONGEST} bytes.`);
    isSkipping = true;
    pieces = [];
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        keep(chunk.subarray(from, end));
        const line = Buffer.concat(pieces).toString().trim();
        if (!isSkipping && line !== '') {
          if (isMessage(line)) this.push(`${line}\n`);
          else refuse('This line is no message of JSON-RPC: one JSON object a line.');
        }
        [pieces, size, isSkipping, from] = [[], 0, false, end + 1];
      }
      keep(chunk.subarray(from));
      done();
    },
  });
}

const NEWLINE = 0x0a;

function isMessage(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
