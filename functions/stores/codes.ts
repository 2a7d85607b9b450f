/**
 * gRPC codes with which Firestore says that a condition did not hold: NOT_FOUND, ALREADY_EXISTS,
 * FAILED_PRECONDITION, ABORTED. Nothing was written.
 */
const conflicts = new Set<unknown>([5, 6, 9, 10]);

/**
 * gRPC codes after which the same write may be tried again, as the service was at fault: CANCELLED,
 * UNKNOWN, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, INTERNAL, UNAVAILABLE. It may have been written.
 */
const passing = new Set<unknown>([1, 2, 4, 8, 13, 14]);

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined | null)?.code;

export const isConflict = (error: unknown): boolean => conflicts.has(codeOf(error));

export const isPassing = (error: unknown): boolean => passing.has(codeOf(error));
