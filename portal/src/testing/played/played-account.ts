import type { BrowserContext } from '@playwright/test';
import type { Answer, PlayedServices } from './played-services.ts';

export interface PlayedAccount {
  readonly uid: string;
  readonly email: string;
}

const HOUR_SECONDS = 3600;

const tokens = ({ uid, email }: PlayedAccount) => ({
  localId: uid,
  email,
  idToken: `token of ${uid}`,
  refreshToken: `refresh of ${uid}`,
  expiresIn: String(HOUR_SECONDS),
});

export const refusal = (message: string): Answer => ({
  status: 400,
  json: { error: { code: 400, message } },
});

export function playAccount(
  services: PlayedServices,
  account: PlayedAccount,
  { mayRelease = false } = {},
): void {
  const { uid, email } = account;
  const users = mayRelease ? [{ stringValue: uid }] : [];
  services.play('accounts:signInWithPassword', { json: tokens(account) });
  services.play('accounts:lookup', {
    json: { users: [{ localId: uid, email, emailVerified: true, providerUserInfo: [] }] },
  });
  services.play('/portalAllowedUsers/allowedUsers', {
    json: { fields: { users: { arrayValue: { values: users } } } },
  });
}

export async function rememberSession(
  context: BrowserContext,
  { uid, email }: PlayedAccount,
): Promise<void> {
  const { idToken, refreshToken } = tokens({ uid, email });
  const user = {
    uid,
    email,
    emailVerified: true,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: {
      accessToken: idToken,
      refreshToken,
      expirationTime: Date.now() + HOUR_SECONDS * 1000,
    },
    apiKey: 'key',
    appName: '[DEFAULT]',
  };
  await context.addInitScript((stored) => {
    // The initial blank page has no storage.
    if (origin !== 'null') localStorage.setItem('firebase:authUser:key:[DEFAULT]', stored);
  }, JSON.stringify(user));
}
