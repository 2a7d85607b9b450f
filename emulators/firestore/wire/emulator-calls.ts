import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { codes, Refusal } from '../contract.ts';
import type { Backend, RulesText } from './backend.ts';
import { answerJson, decodePath, notFound, readJsonBody } from './http.ts';
import { invalid } from './messages/plain.ts';
import { notCovered } from './refused.ts';

/**
 * Answers what tools ask of an emulator alone, below `/emulator/v1/`: no one is asked for a token.
 * Throws Refusal.
 */
export async function answerEmulatorCall(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  // A page in the browser must not get behind here.
  if (request.headers.origin) throw new Refusal(codes.PERMISSION_DENIED, 'Not for web pages.');
  const path = decodePath(url.pathname.slice('/emulator/v1/'.length));
  const documents = /^projects\/([^/]+)\/databases\/([^/]+)\/documents(\/.*)?$/.exec(path);
  if (documents && request.method === 'DELETE') {
    if (documents[3]) throw notCovered('Clearing a part of a database');
    await backend.clear({ project: documents[1]!, database: documents[2]! });
    return answerJson(response, 200, {});
  }
  const [, project, action] = /^projects\/([^/:]+):(\w+(?:\.html)?)$/.exec(path) ?? [];
  if (project === undefined || action === undefined) return notFound(response);
  if (action === 'securityRules' && request.method === 'PUT') {
    backend.setRules(project, readRules(await readJsonBody(request)));
    return answerJson(response, 200, {});
  }
  if (action === 'ruleCoverage' && request.method === 'GET') {
    return answerJson(response, 200, backend.coverage(project));
  }
  if (['ruleCoverage.html', 'export', 'import'].includes(action)) throw notCovered(`:${action}`);
  notFound(response);
}

const rulesSchema = v.strictObject({
  rules: v.strictObject({
    files: v.strictTuple([v.strictObject({ name: v.optional(v.string()), content: v.string() })]),
  }),
  ignore_errors: v.optional(v.literal(false)),
});

function readRules(body: unknown): RulesText {
  const read = v.safeParse(rulesSchema, body);
  if (!read.success) {
    throw invalid('Send {"rules": {"files": [{"name": …, "content": …}]}} with one file');
  }
  const { name = 'firestore.rules', content } = read.output.rules.files[0];
  return { name, content };
}
