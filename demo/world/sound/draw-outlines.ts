import { writeFileSync } from 'node:fs';
import { demoWorld } from '../world.ts';
import { drawnPeaks, outlinesFile } from './demo-preview.ts';

/* Writes the outlines of all demo songs again: when the world has other songs, or they sound different. */
const { dats } = demoWorld(new Date());
const outlines = Object.fromEntries(dats.map((dat) => [dat.id, drawnPeaks(dat)]));
writeFileSync(outlinesFile, `${JSON.stringify(outlines, undefined, 2)}\n`);
console.log(`${dats.length} outlines written.`);
