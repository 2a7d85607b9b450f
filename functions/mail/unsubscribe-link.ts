import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type MailChoice,
  mailChoices,
} from '@datchain/shared/contracts/documents/notification-settings.ts';
import * as v from 'valibot';

export interface Unsubscribed {
  readonly uid: string;
  readonly choice: MailChoice;
}

const sign = (key: string, { uid, choice }: Unsubscribed): string =>
  createHmac('sha256', Buffer.from(key, 'hex'))
    .update(JSON.stringify(['unsubscribe', uid, choice]))
    .digest('base64url');

/**
 * Returns the link that switches off one kind of e-mail without a login. It never expires and opens
 * nothing else; without the key no one can make one (N-PPL-05).
 *
 * @param key 32 bytes in hex
 */
export function unsubscribeUrl(site: string, key: string, wish: Unsubscribed): string {
  const query = new URLSearchParams({ u: wish.uid, c: wish.choice, s: sign(key, wish) });
  return `${site}/unsubscribe?${query}`;
}

const querySchema = v.object({
  u: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  c: v.picklist(mailChoices),
  s: v.pipe(v.string(), v.maxLength(64)),
});

/** Reads an unsubscribe link; undefined when it is forged, cut or changed. */
export function readUnsubscribe(key: string, query: unknown): Unsubscribed | undefined {
  const parsed = v.safeParse(querySchema, query);
  if (!parsed.success) return undefined;
  const wish = { uid: parsed.output.u, choice: parsed.output.c };
  const [given, right] = [Buffer.from(parsed.output.s), Buffer.from(sign(key, wish))];
  return given.length === right.length && timingSafeEqual(given, right) ? wish : undefined;
}
