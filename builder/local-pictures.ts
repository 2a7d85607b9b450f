import { join } from 'node:path';
import { root } from './root.ts';

// Drawn from a fixed seed, so every stack of this machine can show the same files.
export const picturesDir = join(root, 'node_modules/.cache/datchain/pictures');

/** The demo world's pictures, as folders to be served beside the site. */
export const pictureMounts = ['artwork', 'avatars'].map((name) => ({
  path: `/${name}`,
  dir: `${picturesDir}/${name}`,
}));
