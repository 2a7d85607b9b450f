import type { setNotifications } from '@datchain/shared/contracts/calls/notifications.ts';
import {
  type NotificationSettings,
  readSettings,
} from '@datchain/shared/contracts/documents/notification-settings.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type * as v from 'valibot';
import type { Services } from '../services.ts';
import { put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Wanted = v.InferOutput<typeof setNotifications.input>;
type Needs = Pick<Services, 'store' | 'clock'>;

export async function loadSettings(
  { store }: Pick<Needs, 'store'>,
  uid: string,
): Promise<NotificationSettings> {
  const path = docs.notificationSettings(uid);
  return readSettings((await store.read([path])).get(path)?.data);
}

/**
 * Changes only the given settings, so that two devices can change different ones at once.
 * `seenUntil` never goes back and never lies in the future.
 */
export async function changeSettings(
  { store, clock }: Needs,
  uid: string,
  { seenUntil = 0, mail = {} }: Wanted,
): Promise<NotificationSettings> {
  const path = docs.notificationSettings(uid);
  return retryOnConflict(alwaysLate('these settings'), async () => {
    const stored = (await store.read([path])).get(path);
    const before = readSettings(stored?.data);
    const chosen = Object.entries(mail).filter(([, isOn]) => isOn !== undefined);
    const after: NotificationSettings = {
      seenUntil: Math.max(before.seenUntil, Math.min(seenUntil, clock.now())),
      mail: { ...before.mail, ...Object.fromEntries(chosen) },
    };
    if (stored && JSON.stringify(after) === JSON.stringify(before)) return after;
    return (await store.write(put(path, after, stored))) === 'conflict' ? 'conflict' : after;
  });
}
