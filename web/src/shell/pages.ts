/// <reference types="vite/client" />
/**
 * The pages beside the chat. A room registers its own in `<room>/pages.ts`; the shell finds them and knows none by name.
 * The build reads the same files, so that the server knows which addresses are the app's (web/build.ts).
 */
import type { ComponentType } from 'react';
import type { PatientEntry } from '../api.ts';

export interface PageSpec {
  /** The first part of its address. */
  readonly id: string;
  readonly title: string;
  /** What it is for, in a few words. */
  readonly about: string;
  /** Where the shell lists it: among the first things, or under Tools. */
  readonly place: 'main' | 'tools';
  readonly order: number;
  /** What a token must allow for the page to be of use; without it the page is not listed. */
  readonly scope?: string;
  /** The team whose page it is: not listed where that team is not there. */
  readonly team?: string;
  readonly load: () => Promise<{ default: ComponentType<PageProps> }>;
}

/** Goes to a page, and to what of it. */
export type Go = (id: string, ...rest: string[]) => void;

export interface PageProps {
  readonly rest: readonly string[];
  readonly go: Go;
  readonly patient: PatientEntry | undefined;
  readonly onChat: (session: string) => void;
  /** Puts a question to a team, in a chat of its own. */
  readonly onAsk: (text: string, team?: string) => void;
  readonly onEntry: (uuid: string) => void;
}

/** Where a person is: a page and what of it. */
export interface Page {
  readonly id: string;
  readonly rest: readonly string[];
}

const rooms = import.meta.glob<{ pages: readonly PageSpec[] }>('../*/pages.ts', { eager: true });

export const PAGES: readonly PageSpec[] = Object.values(rooms)
  .flatMap(({ pages }) => pages ?? [])
  .toSorted((one, other) => one.order - other.order || one.title.localeCompare(other.title));

export function findPage(id: string): PageSpec | undefined {
  return PAGES.find((page) => page.id === id);
}

export function pageAt(path: string): Page | undefined {
  const [id = '', ...rest] = path.split('/').filter(Boolean).map(decode);
  return findPage(id) && { id, rest };
}

export function pathTo(id: string, ...rest: readonly string[]): string {
  return `/${[id, ...rest].map(encodeURIComponent).join('/')}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
