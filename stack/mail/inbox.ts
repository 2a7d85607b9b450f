import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';

/** The input of POST /emails, as Resend documents it: the fields the product sends. */
export const emailSchema = v.strictObject({
  from: v.pipe(v.string(), v.minLength(3)),
  to: v.pipe(v.array(v.pipe(v.string(), v.includes('@'))), v.minLength(1), v.maxLength(50)),
  subject: v.pipe(v.string(), v.minLength(1), v.maxLength(998)),
  text: v.string(),
  html: v.string(),
  headers: v.optional(v.record(v.string(), v.string()), {}),
});

export type Email = v.InferOutput<typeof emailSchema>;

const keptSchema = v.object({
  id: v.string(),
  key: v.string(),
  at: v.number(),
  email: emailSchema,
});

export type Kept = v.InferOutput<typeof keptSchema>;

const KEY_LIFETIME_MILLIS = 24 * 3_600_000;

export type Taken = { readonly id: string } | 'key of another';

/** Every accepted e-mail, the newest last. */
export class Inbox {
  readonly #kept: Kept[];

  constructor(file: string | undefined) {
    const isThere = file !== undefined && existsSync(file);
    this.#kept = isThere
      ? v.parse(v.array(keptSchema), JSON.parse(readFileSync(file, 'utf8')))
      : [];
  }

  get all(): readonly Kept[] {
    return this.#kept;
  }

  find = (id: string): Kept | undefined => this.#kept.find((kept) => kept.id === id);

  take(email: Email, key: string, now: number): Taken {
    const before = this.#kept.findLast(
      (kept) => kept.key === key && now - kept.at < KEY_LIFETIME_MILLIS,
    );
    if (before) {
      const isSame = JSON.stringify(before.email) === JSON.stringify(email);
      return isSame ? { id: before.id } : 'key of another';
    }
    const id = `mail-${String(this.#kept.length + 1).padStart(5, '0')}`;
    this.#kept.push({ id, key, at: now, email });
    return { id };
  }

  save = (file: string): void => writeFileSync(file, JSON.stringify(this.#kept));
}
