/**
 * Somebody else's words as they may be shown on a terminal: without what would move its cursor, colour or retitle it, and
 * without the marks that turn the reading order round. Lines and tabs stay.
 */
export function showable(text: string): string {
  if (!UNSAFE.test(text)) return text;
  return text.replace(SEQUENCES, '').replace(/\r\n?/g, '\n').replace(ALL_UNSAFE, '');
}

/** The same of every text in a value, names of fields too. What has none of it comes back as it is. */
export function showableValue<T>(value: T): T {
  if (typeof value === 'string') return showable(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(showableValue);
    return (items.some((item, at) => item !== value[at]) ? items : value) as T;
  }
  const fields = Object.entries(value);
  const shown = fields.map(([key, each]) => [showable(key), showableValue(each)] as const);
  const isSame = shown.every(([key, each], at) => key === fields[at]![0] && each === fields[at]![1]);
  return isSame ? value : (Object.fromEntries(shown) as T);
}

/** JSON with those characters written as escapes: the same value to whoever reads it, and safe to look at. */
export function showableJson(json: string): string {
  return json.replace(IN_JSON, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Whole commands first, so that nothing of them is left as words: to the terminal, with a text of its own, the rest. */
const SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]{0,4096}(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g;
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const ALL_UNSAFE = new RegExp(UNSAFE, 'g');
const IN_JSON = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
