import { callPath } from '@datchain/shared/contracts/call-path.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import type { StackHandle } from '@datchain/stack/control.ts';
import type { Account } from './accounts.ts';

export type Answer = { status: number; body: unknown };

/** Posts JSON and reads the answer, whatever its status. */
export async function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
}

export type Login = { localId: string; email: string; idToken: string; refreshToken: string };

export async function authLogin(
  { addresses }: StackHandle,
  { email, password }: Account,
): Promise<Login> {
  const url = `${addresses.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo`;
  const { status, body } = await postJson(url, { email, password, returnSecureToken: true });
  if (status !== 200) throw new Error(`${email} cannot log in: ${JSON.stringify(body)}`);
  return body as Login;
}

export async function callAs(
  stack: StackHandle,
  account: Account,
  name: string,
  data: unknown,
): Promise<Answer> {
  const url = `${stack.addresses.functions}/${stack.projectId}/${functionsRegion}/${callPath(name)}`;
  const { idToken } = await authLogin(stack, account);
  return postJson(url, { data }, { authorization: `Bearer ${idToken}` });
}

export async function callDone<Result = unknown>(
  stack: StackHandle,
  account: Account,
  name: string,
  data: unknown,
): Promise<Result> {
  const { status, body } = await callAs(stack, account, name, data);
  if (status !== 200) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`);
  return (body as { result: Result }).result;
}
