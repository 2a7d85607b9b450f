import { Refusal } from '../contract.ts';
import { invalid } from '../query/json.ts';
import type { Write } from '../store/write.ts';
import type { Json } from './answers.ts';

/** A google.rpc.Status of what went wrong. @throws what is no refusal: it is a defect of ours */
export function statusOf(error: unknown): Json {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  throw error;
}

/** @throws Refusal INVALID_ARGUMENT when two writes name the same document */
export function refuseRepeated(writes: readonly Write[]): void {
  if (new Set(writes.map(({ path }) => path.join('/'))).size === writes.length) return;
  throw invalid('the same document cannot be written more than once in a single request');
}
