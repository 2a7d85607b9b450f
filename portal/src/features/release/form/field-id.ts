import type { DraftField } from '@datchain/shared/domain/release/draft.ts';

/** Returns the id of the control to which a problem of the draft belongs. */
export const fieldId = (field: DraftField): string => `release-${field}`;
