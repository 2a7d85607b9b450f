import { invalid } from '../../contract.ts';

export interface Form {
  readonly headers: ReadonlyMap<string, string>;
  readonly messages: readonly { readonly number: number; readonly text: string }[];
}

/**
 * Reads a posted form: `headers=…&count=2&ofs=5&req0___data__=…&req1___data__=…`. Messages are
 * numbered from `ofs` throughout the session.
 * @throws Refusal INVALID_ARGUMENT
 */
export function readForm(text: string): Form {
  const form = new URLSearchParams(text);
  const count = wholeNumber(form.get('count') ?? '0', 'count');
  const first = wholeNumber(form.get('ofs') ?? '0', 'ofs');
  const messages = Array.from({ length: count }, (_, index) => {
    const message = form.get(`req${index}___data__`);
    if (message === null) throw invalid(`The form has no message ${index} of ${count}`);
    return { number: first + index, text: message };
  });
  return { headers: readHeaders(form.get('headers') ?? ''), messages };
}

/**
 * Parses lines like `Authorization:Bearer owner`; pages send headers this way to avoid a preflight.
 */
export function readHeaders(lines: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

const MAX_MESSAGES = 1_000;

function wholeNumber(text: string, name: 'count' | 'ofs'): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(number) || (name === 'count' && number > MAX_MESSAGES)) {
    throw invalid(`${name} is not usable: ${text}`);
  }
  return number;
}
