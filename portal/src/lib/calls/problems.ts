import * as v from 'valibot';

/**
 * What is wrong with each field of a form, in the words of the call that will judge it; empty where
 * nothing is.
 */
export function problemsIn(schema: v.GenericSchema, typed: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of v.safeParse(schema, typed).issues ?? []) {
    found[String(path?.[0].key)] ??= message;
  }
  return found;
}
