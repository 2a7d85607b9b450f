// Measures the ledger of a checkout, perhaps of another commit:  <checkout> <folder> <DATS>
const [checkout, folder, dats] = process.argv.slice(2);
const { buildLedger } = await import(`${checkout}/scripts/bench/ledger-run.ts`);
const CHANGES = 5;
const { measured, change, close } = await buildLedger(folder, Number(dats));
const changes = [];
for (let count = 0; count < CHANGES; count += 1) changes.push(await change());
await close();
console.log(JSON.stringify({ ...measured, changes }));
