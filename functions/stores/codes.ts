/**
 * gRPC codes of a failed condition: NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED. Nothing was
 * written.
 */
const conflicts = new Set<unknown>([5, 6, 9, 10]);

/**
 * gRPC codes of a failing service, after which a write may be retried: CANCELLED, UNKNOWN, DEADLINE_EXCEEDED,
 * RESOURCE_EXHAUSTED, INTERNAL, UNAVAILABLE. The write may have happened.
 */
const passing = new Set<unknown>([1, 2, 4, 8, 13, 14]);

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined | null)?.code;

export const isConflict = (error: unknown): boolean => conflicts.has(codeOf(error));

export const isPassing = (error: unknown): boolean => passing.has(codeOf(error));
