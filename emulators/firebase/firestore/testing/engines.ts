import { type Caller, codes, Refusal } from '../contract.ts';
import { compileFirestoreRules } from '../rules/compile.ts';
import { readJson } from '../wire/messages/read-json.ts';
import { methods } from '../wire/messages/shapes.ts';
import { World } from '../world.ts';
import { askGoogle } from './google.ts';
import type { Json, Outcome, Question } from './question.ts';

export interface Place {
  readonly database: string;
  ask(question: Question): Promise<Outcome>;
}

export type Engine = (rules?: string) => Promise<Place>;

const project = 'demo-recorded';

export const localEngine: Engine = async (text) => {
  const rules = text === undefined ? undefined : compileFirestoreRules(text);
  const name = { project, database: '(default)' };
  const calls = new World({ now: Date.now, rulesOf: () => rules }).calls(name);
  return {
    database: `projects/${project}/databases/(default)`,
    async ask({ method, request, as }) {
      const caller: Caller =
        as === undefined
          ? { isAdmin: true, auth: null }
          : { isAdmin: false, auth: as === null ? null : { uid: as, token: claimsOf(as) } };
      try {
        const shape = methods.get(method)!;
        const message = readJson(shape.request, request);
        return shape.kind === 'many'
          ? { answers: await calls.many(method, message, caller) }
          : { answer: await calls.one(method, message, caller) };
      } catch (error) {
        if (error instanceof Refusal) return { refused: error.code };
        throw error;
      }
    },
  };
};

let opened = 0;

export const googleEngine =
  (port: number): Engine =>
  async (rules) => {
    opened += 1;
    const own = `demo-${process.pid}-${Date.now()}-${opened}`;
    if (rules !== undefined) {
      const url = `http://127.0.0.1:${port}/emulator/v1/projects/${own}:securityRules`;
      const body = JSON.stringify({ rules: { files: [{ name: 'rules', content: rules }] } });
      const response = await fetch(url, { method: 'PUT', body });
      if (!response.ok) throw new Error(await response.text());
    }
    return {
      database: `projects/${own}/databases/(default)`,
      ask: ({ method, request, as }) =>
        askGoogle(port, { method, request }, as === undefined ? 'owner' : tokenOf(own, as)),
    };
  };

const claimsOf = (uid: string): Json => ({
  sub: uid,
  email: `${uid}@dats.test`,
  facts: { number: 7, fraction: 7.5, nothing: null, list: ['a', 'b'] },
});

function tokenOf(audience: string, uid: string | null): string {
  if (uid === null) return '';
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
  const claims = { ...claimsOf(uid), aud: audience, user_id: uid, iat: 0, exp: 9_999_999_999 };
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}

/**
 * Whether the rules allowed a call, whatever its result. @throws when it was refused for another
 * reason
 */
export function isAllowed(outcome: Outcome): boolean {
  if (!('refused' in outcome) || outcome.refused === codes.NOT_FOUND) return true;
  if (outcome.refused === codes.PERMISSION_DENIED) return false;
  throw new Error(`Refused with ${outcome.refused}`);
}
