// Loaded before everything else, in plain JavaScript: an older Node could not even read the rest.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18) || (major === 23 && minor < 6)) {
  console.error(`This needs Node 22.18 or newer, but ${process.execPath} is ${process.versions.node}.
On 64-bit Linux "npm ci" brings the right one: run the commands through npm ("npm start").
Elsewhere install a current Node from https://nodejs.org first.`);
  process.exit(1);
}
