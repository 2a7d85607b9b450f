import { writeFileSync } from 'node:fs';
import { demoWorld } from '../world.ts';
import { drawnPeaks, outlinesFile } from './demo-preview.ts';

/* Rewrites the outlines of all demo songs. Run it when the songs or their sound change. */
const { dats } = demoWorld(new Date());
const outlines = Object.fromEntries(dats.map((dat) => [dat.id, drawnPeaks(dat)]));
writeFileSync(outlinesFile, `${JSON.stringify(outlines, undefined, 2)}\n`);
console.log(`${dats.length} outlines written.`);
