import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';

/** What is taken at POST /emails, as Resend documents it: the fields the product sends. */
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

/** An e-mail that was taken, and would have been delivered. */
export type Kept = v.InferOutput<typeof keptSchema>;

/** How long a repeated key is answered as the first time. */
const KEY_MILLIS = 24 * 3_600_000;

/** What became of an e-mail: taken now or before, or refused because its key was used for another. */
export type Taken = { readonly id: string } | 'key of another';

/** Every e-mail that was taken, the newest last. */
export class Inbox {
  readonly #kept: Kept[];

  /** @param file what `save` has written, to begin with */
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
    const before = this.#kept.findLast((kept) => kept.key === key && now - kept.at < KEY_MILLIS);
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
