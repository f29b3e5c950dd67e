/** How another team of the house is asked, and what of its answer is heard. */
import type { Place, Principal } from '../kernel/index.ts';

export type AskTeam = (
  team: string,
  request: {
    message: string;
    principal: Principal;
    session: string;
    /** The session that asks. */
    outer: string;
    key: string;
    /** Asked in passing: nothing of the talk is kept. */
    passing?: boolean | undefined;
    /** Whose record it is about, where the conversation says so. */
    patient?: string | undefined;
    /** Where the person is. */
    place?: Place | undefined;
    signal?: AbortSignal | undefined;
  },
) => Promise<{
  text: string;
  outcome: string;
  route: readonly string[];
  /** What the answer cites, as the person sees it under the answer. */
  citations?: readonly { readonly label?: string; readonly title?: string; readonly date?: string }[];
  /** What speaks against what was asked about, worst first. */
  cautions?: readonly Caution[];
  /** The team did not say whether anything speaks against it: one on another machine, say, of which only words are heard. */
  unweighed?: boolean | undefined;
  /** Something was written into the record. */
  noted?: boolean | undefined;
  /** The name of whose record it was about. */
  whose?: string | undefined;
}>;

/** `critical`: it is forbidden; `important`: somebody is to be asked first. `taken`: it is taken already. */
export interface Caution {
  readonly severity: 'critical' | 'important';
  readonly say: string;
  readonly taken?: boolean;
}
