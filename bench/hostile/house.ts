/** What an attack is given to work with. */
export interface House {
  readonly url: string;
  /** The attackers'. */
  readonly token: string;
  readonly patient: string;
  /** A folder that may be indexed. */
  readonly folder: string;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string): Promise<Response>;
  /** Puts a file into the folder. */
  file(name: string, content: string | Uint8Array): string;
}

export type Attack = readonly [name: string, run: (house: House) => Promise<unknown>];
