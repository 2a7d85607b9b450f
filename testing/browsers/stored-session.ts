import { readAllowedUsers } from '@datchain/shared/contracts/documents/allowed-users.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { serializeSessionHint, sessionHintKey } from '@datchain/shared/ui/session-hint.ts';
import type { StackHandle } from '@datchain/stack/control.ts';
import type { BrowserContext } from '@playwright/test';
import type { Account } from './accounts.ts';
import type { Admin } from './admin.ts';
import { authLogin } from './calls.ts';

const apiKey = 'demo-api-key';

/** Makes the session in the format of Firebase's SDK in local storage. */
function storedUser({
  localId,
  email,
  idToken,
  refreshToken,
}: Awaited<ReturnType<typeof authLogin>>) {
  const now = Date.now();
  const user = {
    uid: localId,
    email,
    emailVerified: true,
    isAnonymous: false,
    providerData: [
      {
        providerId: 'password',
        uid: email,
        displayName: null,
        email,
        phoneNumber: null,
        photoURL: null,
      },
    ],
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: now + HOUR_MILLIS },
    createdAt: String(now),
    lastLoginAt: String(now),
    apiKey,
    appName: '[DEFAULT]',
  };
  return { name: `firebase:authUser:${apiKey}:[DEFAULT]`, value: JSON.stringify(user) };
}

export type StoredSession = { origin: string; items: readonly { name: string; value: string }[] };

export async function storedSession(
  stack: StackHandle,
  admin: Admin,
  account: Account,
): Promise<StoredSession> {
  const login = await authLogin(stack, account);
  const list = (await admin.firestore.doc(docs.allowedUsers).get()).data();
  const hint = {
    signedIn: true,
    canRelease: readAllowedUsers(list).includes(login.localId),
    isOperator: (await admin.firestore.doc(docs.operator(login.localId)).get()).exists,
  };
  const items = [
    storedUser(login),
    { name: sessionHintKey, value: serializeSessionHint(hint) },
    { name: 'datchain.uid', value: login.localId },
  ];
  return { origin: stack.addresses.hosting, items };
}

export async function keepSession(
  context: BrowserContext,
  { origin, items }: StoredSession,
): Promise<void> {
  const tab = await context.newPage();
  await tab.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await tab.goto(origin);
  await tab.evaluate((all) => {
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, items);
  await tab.close();
}
