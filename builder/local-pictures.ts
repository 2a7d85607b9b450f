import { join } from 'node:path';
import { root } from './root.ts';

/** The demo world's pictures, as folders to be served beside the site. */
export const pictureMounts = ['artwork', 'avatars'].map((name) => ({
  path: `/${name}`,
  dir: join(root, 'scripts/demo-world/pictures', name),
}));
