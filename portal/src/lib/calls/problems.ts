import * as v from 'valibot';

export function problemsIn(schema: v.GenericSchema, typed: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of v.safeParse(schema, typed).issues ?? []) {
    found[String(path?.[0].key)] ??= message;
  }
  return found;
}
