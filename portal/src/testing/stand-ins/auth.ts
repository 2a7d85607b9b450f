import type { Auth, User } from 'firebase/auth';
import { currentWorld, follow, type World } from '../world.ts';

type AuthModule = typeof import('../../lib/session/auth.ts');

function makeUser({ user }: Pick<World, 'user'>): User | null {
  if (user === null) return null;
  const { isUnconfirmed, ...named } = user;
  const known: Pick<User, 'uid' | 'email' | 'emailVerified' | 'getIdToken'> = {
    ...named,
    emailVerified: !isUnconfirmed,
    getIdToken: async () => `token of ${user.uid}`,
  };
  return known as User;
}

const notGiven = () => Promise.reject(new Error('Tests with given data have no accounts.'));

/* Stand-ins for lib/session/auth.ts. */

export const currentUser: AuthModule['currentUser'] = async () => makeUser(currentWorld());

export const watchUser: AuthModule['watchUser'] = async (onChange) => {
  follow(
    ({ user }) => user,
    () => onChange(makeUser(currentWorld())),
  );
};

export const getAuthClient: AuthModule['getAuthClient'] = async () => {
  const client: Pick<Auth, 'signOut'> = {
    signOut: async () => window.changeWorld({ user: null }),
  };
  return client as Auth;
};

export const askWhetherConfirmed: AuthModule['askWhetherConfirmed'] = async () =>
  makeUser(currentWorld())?.emailVerified ?? false;

export const signInWithPassword: AuthModule['signInWithPassword'] = notGiven;

export const addressOfCode: AuthModule['addressOfCode'] = notGiven;

export const setPassword: AuthModule['setPassword'] = notGiven;
