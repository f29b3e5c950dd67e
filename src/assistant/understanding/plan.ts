/** A plan whose steps were said. */
import { stepsIn } from './brief.ts';
import { type Message, readClause } from './clause.ts';
import { type Request, toRequest } from './request.ts';
import { rank } from './segments.ts';
import { cutsOf } from './split.ts';

/** It is a brief, and none of its steps is done before somebody says so. */
export function planIn(message: Message): readonly Request[] | undefined {
  // "…; then carry it out" is no step of it.
  const last = cutsOf(message).findLast(({ cost }) => cost < 1);
  const [after] = last === undefined ? [] : rank(readClause(message, last.at, message.tokens.length));
  const carried = after?.tool.tool === 'execute_brief' ? after : undefined;
  const end = carried === undefined ? message.tokens.length : last!.at;
  const plan = { ...message, tokens: message.tokens.slice(0, end) };
  const found = stepsIn(plan);
  const reading = found && rank(readClause(plan, 0, found.at)).find(({ tool }) => tool.tool === 'write_brief');
  if (found === undefined || reading === undefined) return undefined;
  const request = toRequest(reading);
  const brief = {
    ...request,
    input: { ...request.input, steps: withContent(found.steps, message) },
    text: message.text,
  };
  return carried === undefined ? [brief] : [brief, toRequest(carried)];
}

/** "…, write a file saying keys, tell the landlord": what was cut off as the text of a file is of the last step, and the steps go on. */
function withContent(steps: readonly string[], { said, text, content }: Message): readonly string[] {
  if (content === undefined) return steps;
  const [own = '', ...more] = said.slice(text.length).split(/\s*[,;\n]\s*(?:and\s+|then\s+)*/);
  return [...steps.slice(0, -1), `${steps.at(-1)}${own.trimEnd()}`, ...more.filter(Boolean)];
}
