import type { RulesTestContext, RulesTestEnvironment } from '@firebase/rules-unit-testing';

const tokens = {
  visitor: null,
  stranger: { uid: 'stranger', claims: { email: 'stranger@dats.test' } },
  owner: { uid: 'owner', claims: { email: 'owner@dats.test' } },
  allowListed: { uid: 'operator', claims: { email: 'operator@dats.test' } },
  withoutEmail: { uid: 'anonymous', claims: {} },
} as const;

export type Role = keyof typeof tokens;

export const roles = Object.keys(tokens) as Role[];

export const roleName: Readonly<Record<Role, string>> = {
  visitor: 'a visitor who is signed out',
  stranger: 'another signed-in user',
  owner: 'the owner',
  allowListed: 'a user on the allow-list',
  withoutEmail: 'a signed-in user without e-mail',
};

const contexts = new WeakMap<RulesTestEnvironment, Map<Role, RulesTestContext>>();

/** Returns the connection of a role; one per role, because each opens its own channel. */
export function connectAs(env: RulesTestEnvironment, role: Role): RulesTestContext {
  const known = contexts.get(env) ?? new Map<Role, RulesTestContext>();
  contexts.set(env, known);
  const token = tokens[role];
  const context =
    known.get(role) ??
    (token ? env.authenticatedContext(token.uid, token.claims) : env.unauthenticatedContext());
  known.set(role, context);
  return context;
}
