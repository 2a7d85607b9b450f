// Loaded first, in plain JavaScript: an older Node could not even parse the rest.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18) || (major === 23 && minor < 6)) {
  console.error(`This needs Node 22.18 or newer, but ${process.execPath} is ${process.versions.node}.
"npm ci" brings the right one to Linux, macOS and 64-bit Windows: run the commands through npm ("npm
start"). Elsewhere install a current Node from https://nodejs.org first.`);
  process.exit(1);
}

// The compile cache is shared by the many processes started from here.
const compiled = new URL('../../node_modules/.cache/datchain/compiled', import.meta.url);
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(compiled);
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
