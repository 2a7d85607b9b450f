import { describe, expect, test } from 'vitest';
import type { AccountState } from '../stores/auth-users.ts';
import { sessionCheck } from './sessions.ts';

const good: AccountState = { isDisabled: false, sessionsSince: 1_000 };

function server(patienceMillis?: number) {
  const auth = { says: async (): Promise<AccountState | undefined> => good, asked: 0, now: 0 };
  const check = sessionCheck({
    state: () => {
      auth.asked += 1;
      return auth.says();
    },
    now: () => auth.now,
    ...(patienceMillis ? { patienceMillis } : {}),
  });
  return { auth, check: (signedInAt = 2_000) => check('fan', signedInAt) };
}

describe('[N-MON-09] the check of a session', () => {
  test.each<[string, AccountState | undefined]>([
    ['its account was deleted', undefined],
    ['its account was disabled', { ...good, isDisabled: true }],
    ['it was ended everywhere', { ...good, sessionsSince: 2_001 }],
  ])('a session ends at most half a minute after %s', async (_what, state) => {
    const { auth, check } = server();
    expect(await check()).toBe('open');
    auth.says = async () => state;
    auth.now = 29_999;
    expect(await check()).toBe('open');
    auth.now = 30_000;
    expect(await check()).toBe('ended');
  });

  test('a session that began in the second in which all others were ended stays open', async () => {
    const { auth, check } = server();
    auth.says = async () => ({ ...good, sessionsSince: 2_000 });
    expect(await check(1_999)).toBe('ended');
    expect(await check(2_000)).toBe('open');
    expect(auth.asked).toBe(1);
  });

  test('all calls of half a minute, even concurrent ones, share one request to Auth', async () => {
    const { auth, check } = server();
    await Promise.all([check(), check(), check()]);
    auth.now = 29_999;
    await check();
    expect(auth.asked).toBe(1);
  });
});

describe('[N-MON-09] no one is let in while Auth cannot be reached', () => {
  test('Auth is asked again after five seconds', async () => {
    const { auth, check } = server();
    auth.says = () => Promise.reject(new Error('unreachable'));
    expect(await check()).toBe('unknown');
    auth.says = async () => good;
    auth.now = 4_999;
    expect(await check()).toBe('unknown');
    auth.now = 5_000;
    expect(await check()).toBe('open');
    expect(auth.asked).toBe(2);
  });

  test('a user who was let in half a minute ago is not let in again', async () => {
    const { auth, check } = server();
    expect(await check()).toBe('open');
    auth.says = () => Promise.reject(new Error('unreachable'));
    auth.now = 30_000;
    expect(await check()).toBe('unknown');
  });

  test('no call waits for Auth forever', async () => {
    const { auth, check } = server(1);
    auth.says = () => new Promise(() => {});
    expect(await check()).toBe('unknown');
  });
});
