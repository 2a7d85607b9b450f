import { parentPort, workerData } from 'node:worker_threads';
import { CopyFile } from './copy-file.ts';
import { readStreamsHere, type StreamsToRead } from './public-streams.ts';

// The thread that public-streams.ts starts: says the streams of a copy as JSON, and ends.

const { path, now } = workerData as StreamsToRead;
const file = CopyFile.read(path);
parentPort?.postMessage(JSON.stringify(readStreamsHere(file, now)));
file.close();
