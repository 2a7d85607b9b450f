import type { ProjectFile } from '@datchain/shared/contracts/project-file.ts';

export const aProjectFile: ProjectFile = {
  project: 'our-music',
  number: '123456789012',
  domain: 'music.test',
  mailFrom: 'Our Music <hello@music.test>',
  repository: 'us/our-music',
  appCheck: { mode: 'off', siteKey: '' },
  fixedUsers: [],
  witnesses: [],
  processors: 20,
};
