/** What kind of request a long message is, read where it keeps nobody waiting: in a thread, where a server keeps some. */
import { callAside } from '../threads/index.ts';
import { kindOfRequest, type RequestKind } from './asking.ts';

export const works = { kindOfRequest };

const LONG = 250;

export async function readKind(message: string): Promise<RequestKind> {
  if (message.length < LONG) return kindOfRequest(message);
  return callAside(import.meta.url, works, 'kindOfRequest', [message], { long: true });
}
