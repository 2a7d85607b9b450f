import type { ApplicationInput } from '@datchain/shared/contracts/calls/application.ts';

/** Who owns the recordings, as an applicant says it. */
export const ownerNames: Readonly<Record<ApplicationInput['owns'], string>> = {
  artist: 'I do',
  label: 'A label',
  shared: 'Shared',
};
