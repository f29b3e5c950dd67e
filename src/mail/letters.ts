/** Letters as they are kept: each once, in its thread, and who has been approved as a correspondent. */
export type { Letters } from '../storage/index.ts';

export interface Letter {
  readonly id: string;
  readonly key: string;
  readonly messageId: string;
  /** The id of the letter that began it. */
  readonly thread: string;
  readonly direction: 'out' | 'in';
  readonly state: 'sending' | 'sent' | 'failed' | 'uncertain' | 'received';
  readonly owner: string;
  readonly agent: string;
  readonly correspondent: string;
  readonly subject: string;
  readonly body: string;
  readonly at: number;
  readonly replyTo?: string | undefined;
}
