import { ConsiliumError } from 'consilium/kernel';
import type { OfflinePolicy, OfflineStep } from 'consilium/models';
import { URL_FALLBACK } from '../TriageAgent/replies.ts';

/** Opens the page, lets `reader` read it, and repeats what it said. */
export function pagePolicy(reader: string): OfflinePolicy {
  return ({ message, results }): OfflineStep => {
    const last = results.at(-1);
    // What fails is thrown: whoever called knows the sentence for it, and its status says that it failed.
    if (last?.error) throw new ConsiliumError('URL_FAILED', last.error.message);
    if (last?.tool === reader) return { say: String(last.output) };
    if (last !== undefined) return { call: reader, input: { request: message } };
    const url = /https?:\/\/[^\s<>"')\]]+/i.exec(message)?.[0].replace(/[.,;!?]+$/, '');
    if (url === undefined) return { say: URL_FALLBACK };
    return { call: 'open_page', input: { url } };
  };
}

export default pagePolicy('UrlHandlerAgentInner');
