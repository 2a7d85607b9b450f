import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { InvalidRules } from '../../rules/invalid-rules.ts';
import { badRequest } from '../refusal.ts';
import type { AccessRules } from '../rules/access.ts';
import { answerJson } from './answer.ts';
import { readText } from './request.ts';

const bodySchema = v.object({
  rules: v.object({ files: v.tuple([v.object({ name: v.string(), content: v.string() })]) }),
});

/** Production accepts rules of up to 256 KiB; as JSON they are a little longer. */
const MAX_BYTES = 512 * 1024;

/**
 * Handles `PUT /internal/setRules`: new rules for every bucket, as @firebase/rules-unit-testing
 * sends them.
 */
export async function answerRules(
  rules: AccessRules,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'PUT') throw badRequest('Rules are set with PUT');
  const body = await readText(request, MAX_BYTES);
  const [{ content }] = parseBody(body).rules.files;
  try {
    rules.set(content);
  } catch (error) {
    throw error instanceof InvalidRules ? badRequest(error.message) : error;
  }
  answerJson(response, 200, { message: 'Rules updated successfully' });
}

function parseBody(text: string): v.InferOutput<typeof bodySchema> {
  try {
    return v.parse(bodySchema, JSON.parse(text));
  } catch {
    throw badRequest('Send {"rules": {"files": [{"name": …, "content": …}]}} with one file');
  }
}
