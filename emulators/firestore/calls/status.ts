import { Refusal } from '../contract.ts';
import type { Json } from './answers.ts';

/** A google.rpc.Status of what went wrong. @throws what is not a refusal: it is a defect of ours */
export function statusOf(error: unknown): Json {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  throw error;
}
