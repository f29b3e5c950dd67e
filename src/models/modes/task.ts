/** What is asked of a preset, and what comes back. */
import type { Step } from '../../kernel/context.ts';
import type { Usage } from '../../kernel/event.ts';

export interface Task {
  /** The instruction: what the answer has to be. */
  readonly system: string;
  /** The case. Text that came from documents is quoted in it as data. */
  readonly prompt: string;
  /** JSON schema of the answer; absent: the answer is text. */
  readonly schema?: Record<string, unknown> | undefined;
  readonly maxOutputTokens?: number | undefined;
  /** What is wrong with a reply, for its one repair. */
  check?(text: string): string | undefined;
}

export interface ModeDesk {
  readonly signal: AbortSignal;
  readonly step: Step;
}

export interface ModeStep {
  readonly role: string;
  /** The model that the preset names. */
  readonly model: string;
  /** Who really spoke for it. */
  readonly speaker: string;
  readonly usage: Usage;
  readonly ms: number;
}

export interface ModeResult {
  readonly text: string;
  readonly steps: ModeStep[];
  readonly usage: Usage & { modelCalls: number };
  readonly speakers: string[];
  /** Who failed and what was done about it; empty where all went as the mode has it. */
  readonly warnings: string[];
  /** 0 to 1, where several answers were compared. */
  readonly agreement?: number | undefined;
}
