import type { ApplicationInput } from '@datchain/shared/contracts/calls/application.ts';

export const ownerNames: Readonly<Record<ApplicationInput['owns'], string>> = {
  artist: 'I do',
  label: 'A label',
  shared: 'Shared',
};
