import type {} from './facts.ts';
export function triage(_t: string): object {
  return {};
}
