import type { DraftField } from '@datchain/shared/domain/release/draft.ts';

/** The id of the control that a problem of the draft is about. */
export const fieldId = (field: DraftField): string => `release-${field}`;
