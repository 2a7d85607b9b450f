import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { codes, invalid, notCovered, Refusal } from '../contract.ts';
import type { Backend } from './backend.ts';
import { answerJson, decodePath, notFound, readJsonBody } from './http.ts';

/**
 * Answers emulator-only requests below `/emulator/v1/`, which need no token.
 * @throws Refusal
 */
export async function answerEmulatorCall(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  // Web pages must not reach these paths, because they need no token.
  if (request.headers.origin) throw new Refusal(codes.PERMISSION_DENIED, 'Not for web pages.');
  const path = decodePath(url.pathname.slice('/emulator/v1/'.length));
  const documents = /^projects\/([^/]+)\/databases\/([^/]+)\/documents$/.exec(path);
  if (documents && request.method === 'DELETE') {
    await backend.clear({ project: documents[1]!, database: documents[2]! });
    return answerJson(response, 200, {});
  }
  const [, project, action] = /^projects\/([^/:]+):([\w.]+)$/.exec(path) ?? [];
  if (project === undefined || action === undefined) return notFound(response);
  if (action === 'securityRules' && request.method === 'PUT') {
    backend.setRules(project, readRules(await readJsonBody(request)));
    return answerJson(response, 200, {});
  }
  if (action === 'ruleCoverage' && request.method === 'GET') {
    return answerJson(response, 200, backend.coverage(project));
  }
  throw notCovered(`:${action}`);
}

const rulesSchema = v.strictObject({
  rules: v.strictObject({
    files: v.strictTuple([v.strictObject({ name: v.optional(v.string()), content: v.string() })]),
  }),
  ignore_errors: v.optional(v.literal(false)),
});

function readRules(body: unknown): string {
  const read = v.safeParse(rulesSchema, body);
  if (!read.success) {
    throw invalid('Send {"rules": {"files": [{"name": …, "content": …}]}} with one file');
  }
  return read.output.rules.files[0].content;
}
