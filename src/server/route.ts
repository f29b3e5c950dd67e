/** What a room of the gateway is: its routes as rows, and the handlers that answer them. */
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import type { App } from '../app/index.ts';
import type { Tokens } from '../storage/index.ts';
import type { Rule } from './access.ts';
import type { Metrics } from './metrics.ts';
import type { RunningTurns } from './turns.ts';

/** A route as a row: what it takes, by the very schemas that it parses with, and what it gives. */
export interface Route extends Rule {
  readonly method: 'get' | 'post' | 'delete';
  /** Under which it stands in the description: the name of its room. */
  readonly tag: string;
  readonly summary: string;
  readonly answer: string;
  /** The shape of the answer, where it is JSON. */
  readonly shape?: z.ZodType;
  /** Of an answer that says only that something began. */
  readonly accepted?: z.ZodType;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  /** What a parameter of the path may be; any text where nothing is said. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** Media types, where they are not JSON. */
  readonly takes?: readonly string[];
  readonly gives?: readonly string[];
  /** Takes the header Idempotency-Key. */
  readonly once?: true;
}

export interface Room {
  readonly routes: readonly Route[];
  /** Routes that the description leaves out: what is run is in the path, or in the request. */
  readonly rules?: readonly Rule[];
  /** Where its handlers stand: below /v1 unless a standard says otherwise. */
  readonly at?: '/';
  /** The handlers, by their paths there. */
  mount(house: GatewayHouse): Hono;
}

/** What rooms are given to work with. */
export interface GatewayHouse {
  readonly app: App;
  readonly turns: RunningTurns;
  readonly metrics: Metrics;
  /** Before a handler: the same Idempotency-Key is done once. */
  readonly once: Middleware;
  /** Folders that may be indexed over HTTP. */
  readonly indexRoots: readonly string[];
  /** Absent where nobody is asked for a token. */
  readonly tokens: Tokens | undefined;
}

export type Middleware = (context: Context, next: () => Promise<void>) => Promise<Response | undefined>;

export const JSON_TYPE = 'application/json';
export const EVENTS = 'text/event-stream';
