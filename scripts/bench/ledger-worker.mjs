// Builds a ledger with the code of a checkout, and prints its measurements:  <checkout> <folder>
// <DATS>
// The checkout may be of another commit, whose own code does the measuring.
const [checkout, folder, dats] = process.argv.slice(2);
const { buildLedger } = await import(`${checkout}/scripts/bench/ledger-run.ts`);
const CHANGES = 5;
const { measured, change, close } = await buildLedger(folder, Number(dats));
const changes = [];
for (let count = 0; count < CHANGES; count += 1) changes.push(await change());
await close();
console.log(JSON.stringify({ ...measured, changes }));
