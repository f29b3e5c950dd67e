/** Which event is which object of which calendar on a server, and how both were when they were last the same. One file a person. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { placeBelow, sealAbove } from '../../storage/index.ts';

const linkSchema = z.object({
  url: z.string(),
  etag: z.string(),
  hash: z.string(),
  /** It went there with nearly everything else: nobody has said that it should go here. */
  kept: z.literal(true).optional(),
});
const fileSchema = z.object({ calendar: z.string(), links: z.record(z.string(), linkSchema) });

export type Link = z.infer<typeof linkSchema>;

export interface Links {
  /** Those of this calendar: what is not in another one was never deleted there. */
  read(user: string, calendar: string): ReadonlyMap<string, Link>;
  write(user: string, calendar: string, links: ReadonlyMap<string, Link>): void;
}

/** A file that is lost or broken costs nothing: what is the same on both sides is found to be so. */
export function openLinks(dir: string): Links {
  const seal = sealAbove(dir);
  const fileOf = (user: string) => placeBelow(dir, [`${Buffer.from(user).toString('base64url')}.json`]);
  const textIn = (file: string) => {
    const bytes = readFileSync(file);
    return (seal?.open(bytes, file) ?? bytes).toString('utf8');
  };
  return {
    read: (user, calendar) => {
      try {
        const kept = fileSchema.parse(JSON.parse(textIn(fileOf(user))));
        return new Map(kept.calendar === calendar ? Object.entries(kept.links) : []);
      } catch {
        return new Map();
      }
    },
    write: (user, calendar, links) => {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      const file = fileOf(user);
      const text = JSON.stringify({ calendar, links: Object.fromEntries(links) });
      writeFileSync(`${file}.new`, seal?.close(Buffer.from(text), file) ?? text, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
