/** A message in clauses, and which of them ask. */

export interface Clause {
  text: string;
  start: number;
  end: number;
  asks: boolean;
}

const BREAK =
  /(?<=[.!?])\s+|\n+|[,;]\s+(?=(?:and\s+|but\s+|so\s+)?(?:what|why|how|is|are|should|can|could|do|does|did|will|would|when|which|who)\b)|\s+(?=and (?:what|why|how|is|should|can|could|do|does|will)\b)/gi;
const QUESTION =
  /\?|^\W*(?:(?:and|but|so|also|ok|okay|hi|hello|hey|please)\W+)*(?:what|why|how|when|which|who|where|is|are|am|was|were|can|could|do|does|did|should|will|would|has|have|may|tell me|explain|show|compare|summari[sz]e|check|look|find|give me)\b|\b(?:please (?:check|explain|tell)|wonder(?:ing)? (?:if|whether|why|what|how))\b/i;

export function clausesOf(message: string): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (const match of [...message.matchAll(BREAK), undefined]) {
    const end = match?.index ?? message.length;
    const text = message.slice(start, end);
    if (text.trim() !== '') clauses.push({ text, start, end, asks: QUESTION.test(text) });
    start = end;
  }
  return clauses;
}

export function asks(message: string): boolean {
  return clausesOf(message).some((clause) => clause.asks);
}

/** What a message asks, without what it tells; all of it where the question points back ("is that too high?"). */
export function questionIn(message: string): string {
  const asked = clausesOf(message).filter((clause) => clause.asks);
  if (asked.length === 0 || asked.every(({ text }) => /\b(it|that|this|these|those|them)\b/i.test(text)))
    return message;
  return asked
    .map(({ text }) => text)
    .join(' ')
    .trim();
}
