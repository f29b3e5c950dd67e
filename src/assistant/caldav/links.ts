/** Which event is which object on the server, and how both were when they were last the same. One file a person. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const linkSchema = z.object({ url: z.string(), etag: z.string(), hash: z.string() });
const fileSchema = z.record(z.string(), linkSchema);

export type Link = z.infer<typeof linkSchema>;

export interface Links {
  read(user: string): ReadonlyMap<string, Link>;
  write(user: string, links: ReadonlyMap<string, Link>): void;
}

/** A file that is lost or broken costs nothing: what is the same on both sides is found to be so. */
export function openLinks(dir: string): Links {
  const fileOf = (user: string) => join(dir, `${Buffer.from(user).toString('base64url')}.json`);
  return {
    read: (user) => {
      try {
        return new Map(Object.entries(fileSchema.parse(JSON.parse(readFileSync(fileOf(user), 'utf8')))));
      } catch {
        return new Map();
      }
    },
    write: (user, links) => {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      const file = fileOf(user);
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(links)), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
