import { codes } from '../../contract.ts';
import { askGoogle, type Outcome } from '../../testing/google.ts';
import { claimsOf, type Question, type World, type Write } from './questions.ts';

/** Google's emulator, for one project of it. */
export interface Oracle {
  readonly port: number;
  readonly project: string;
}

/** Exchanges the rules of the project. @throws what Google's has against them */
export async function loadRules({ port, project }: Oracle, content: string): Promise<void> {
  const response = await fetch(
    `http://127.0.0.1:${port}/emulator/v1/projects/${project}:securityRules`,
    { method: 'PUT', body: JSON.stringify({ rules: { files: [{ name: 'rules', content }] } }) },
  );
  if (!response.ok) throw new Error(await response.text());
}

/** Makes these the only documents of the project. */
export async function loadWorld(oracle: Oracle, world: World): Promise<void> {
  const { port, project } = oracle;
  const url = `http://127.0.0.1:${port}/emulator/v1/projects/${project}/databases/(default)/documents`;
  const cleared = await fetch(url, { method: 'DELETE' });
  if (!cleared.ok) throw new Error(await cleared.text());
  const writes = Object.entries(world).map(([set, fields]) => ({ set, fields }));
  const outcome = await askGoogle(port, 'Commit', commitOf(oracle, writes));
  if ('refused' in outcome) throw new Error(outcome.refused.message);
}

/** A document that every test of writes lets everyone write, so that no commit changes a thing. */
export const stopper = 'stopper/one';
export const allowStopper = `match /${stopper} { allow write; }`;

/**
 * Whether Google's rules allow what someone wants; undefined where it refuses the request itself.
 * Commits are asked with a condition that never holds, and change nothing.
 */
export async function allowsTheirs(
  oracle: Oracle,
  question: Question,
  uid: string | null,
): Promise<boolean | undefined> {
  const outcome = await ask(oracle, question, uid === null ? '' : tokenOf(oracle.project, uid));
  if (!('refused' in outcome)) return true;
  const { code, message } = outcome.refused;
  if (code === codes.PERMISSION_DENIED) return false;
  if (code === codes.NOT_FOUND && 'get' in question) return true;
  if (/stored version/.test(message) && 'commit' in question) return true;
  if (code === codes.INVALID_ARGUMENT || code === codes.FAILED_PRECONDITION) return undefined;
  throw new Error(message);
}

function ask(oracle: Oracle, question: Question, bearer: string): Promise<Outcome> {
  const { port } = oracle;
  if ('get' in question) {
    return askGoogle(port, 'GetDocument', { name: nameOf(oracle, question.get) }, bearer);
  }
  if ('list' in question) {
    const parent = nameOf(oracle, question.parent);
    return askGoogle(port, 'RunQuery', { parent, structuredQuery: question.list }, bearer);
  }
  const { database, writes } = commitOf(oracle, question.commit);
  const stop = {
    update: { name: nameOf(oracle, stopper), fields: {} },
    currentDocument: { updateTime: '2001-01-01T00:00:00Z' },
  };
  return askGoogle(port, 'Commit', { database, writes: [...writes, stop] }, bearer);
}

const nameOf = ({ project }: Oracle, path: string): string =>
  `projects/${project}/databases/(default)/documents${path && `/${path}`}`;

function commitOf(oracle: Oracle, writes: readonly Write[]) {
  return {
    database: `projects/${oracle.project}/databases/(default)`,
    writes: writes.map((write) => {
      if ('delete' in write) return { delete: nameOf(oracle, write.delete) };
      const update = { name: nameOf(oracle, write.set), fields: write.fields };
      const { isMerge = false, stamp } = write;
      return {
        update,
        ...(isMerge ? { updateMask: { fieldPaths: Object.keys(write.fields) } } : {}),
        ...(stamp === undefined
          ? {}
          : { updateTransforms: [{ fieldPath: stamp, setToServerValue: 'REQUEST_TIME' }] }),
      };
    }),
  };
}

function tokenOf(project: string, uid: string): string {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
  const claims = { ...claimsOf(uid), aud: project, user_id: uid, iat: 0, exp: 9_999_999_999 };
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}
