import type { Asked } from './flac-powers.worker.ts';

/** Columns of an outline, and the height that the loudest has. */
const COLUMNS = 106;
const HEIGHT = 48;

/** What of a column is looked at: a file of 200 MB is not read for a picture. */
const LOOKS = 4;
const FRAMES_A_LOOK = 1_024;

interface Wav {
  readonly dataFrom: number;
  readonly dataBytes: number;
  readonly frameBytes: number;
  readonly bits: number;
  readonly isFloat: boolean;
}

const bytesOf = async (part: Blob): Promise<DataView> => new DataView(await part.arrayBuffer());

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

/** Where the sound of a WAV lies, and how; undefined for any other file. */
async function readWav(file: Blob): Promise<Wav | undefined> {
  let format: Pick<Wav, 'frameBytes' | 'bits' | 'isFloat'> | undefined;
  for (let at = 12; at + 8 <= file.size; ) {
    const head = await bytesOf(file.slice(at, at + 8 + 40));
    const [name, size] = [nameAt(head, 0), head.getUint32(4, true)];
    if (name === 'fmt ') {
      const kind = head.getUint16(8, true);
      // The extensible form says what it is in its last part.
      const own = kind === 0xfffe ? head.getUint16(32, true) : kind;
      format = {
        frameBytes: head.getUint16(20, true),
        bits: head.getUint16(22, true),
        isFloat: own === 3,
      };
    }
    if (name === 'data') {
      return (
        format && { ...format, dataFrom: at + 8, dataBytes: Math.min(size, file.size - at - 8) }
      );
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/** The sample at a place, full scale at ±1. */
function sampleAt(view: DataView, at: number, { bits, isFloat }: Wav): number {
  if (isFloat) return bits === 64 ? view.getFloat64(at, true) : view.getFloat32(at, true);
  if (bits === 8) return (view.getUint8(at) - 128) / 128;
  if (bits === 16) return view.getInt16(at, true) / 32_768;
  if (bits === 24) return ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608;
  return view.getInt32(at, true) / 2_147_483_648;
}

async function powerOf(file: Blob, wav: Wav, column: number): Promise<number> {
  const frames = Math.floor(wav.dataBytes / wav.frameBytes);
  let [sum, count] = [0, 0];
  for (let look = 0; look < LOOKS; look++) {
    const frame = Math.floor(((column + look / LOOKS) / COLUMNS) * frames);
    const from = wav.dataFrom + frame * wav.frameBytes;
    const part = await bytesOf(file.slice(from, from + FRAMES_A_LOOK * wav.frameBytes));
    for (let at = 0; at + wav.frameBytes <= part.byteLength; at += wav.frameBytes) {
      sum += sampleAt(part, at, wav) ** 2;
      count += 1;
    }
  }
  return count > 0 ? Math.sqrt(sum / count) : 0;
}

/** How loud a WAV is in each column. Only some of the file is read. */
async function wavPowers(file: Blob): Promise<number[] | undefined> {
  const wav = await readWav(file);
  if (!wav || wav.frameBytes === 0) return undefined;
  const powers: number[] = [];
  for (let column = 0; column < COLUMNS; column++) powers.push(await powerOf(file, wav, column));
  return powers;
}

/** The same of a FLAC, where the browser can decode one; a worker brings what reads it. */
async function flacPowers(file: Blob): Promise<number[] | undefined> {
  if (!('AudioDecoder' in globalThis)) return undefined;
  const worker = new Worker(new URL('./flac-powers.worker.ts', import.meta.url), {
    type: 'module',
  });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<number[] | undefined>) =>
        resolve(data),
      );
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.postMessage({ file, columns: COLUMNS, looks: LOOKS } satisfies Asked);
    });
  } finally {
    worker.terminate();
  }
}

/**
 * The outline of a recording as a path for a box of 106 × 48.
 *
 * @returns undefined where it cannot be drawn: a file that is not sound, or a FLAC in a browser
 * that
 *   does not decode it
 */
export async function outlineOf(file: Blob): Promise<string | undefined> {
  const kind = nameAt(await bytesOf(file.slice(0, 4)), 0);
  const powers =
    kind === 'RIFF' ? await wavPowers(file) : kind === 'fLaC' ? await flacPowers(file) : undefined;
  if (!powers) return undefined;
  const most = Math.max(...powers) || 1;
  return powers
    .map((power, column) => {
      const half = Math.max(0.5, (power / most) * (HEIGHT / 2));
      return `M${column + 0.5} ${(HEIGHT / 2 - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
    })
    .join('');
}
