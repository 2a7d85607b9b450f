import type { Sound } from '../recording.ts';

/** A chunk of notes; `isUnpadded` leaves out the padding that makes chunks begin at even offsets. */
export interface Notes {
  readonly id: string;
  readonly bytes: number;
  readonly isUnpadded?: boolean;
}

interface WavForm {
  readonly kind?: 'RIFF' | 'RIFX' | 'RF64' | 'BW64';
  readonly bits?: number;
  readonly isWhole?: boolean;
  readonly sampleBytes?: number;
  readonly isLow?: boolean;
  /** Whether the format chunk is the extensible one, which names the significant bits. */
  readonly isExtensible?: boolean;
  /** The size of the sound that the header claims, or the 64-bit size in front of it. */
  readonly claimedBytes?: number;
  readonly riffBytes?: number;
  readonly before?: readonly Notes[];
  readonly between?: readonly Notes[];
  readonly after?: Uint8Array;
  readonly formatTag?: number;
}

const clamped = (sample: number, most: number): number =>
  Math.max(-most - 1, Math.min(most, Math.round(sample * most)));

export function wavFile({ sampleRate, channels }: Sound, form: WavForm = {}): Buffer {
  const { kind = 'RIFF', bits = 16, isLow = false, isExtensible = false } = form;
  const { isWhole = bits < 32, sampleBytes = Math.ceil(bits / 8) } = form;
  const [count, frames] = [channels.length, channels[0]?.length ?? 0];
  const little = kind !== 'RIFX';
  const isLarge = kind === 'RF64' || kind === 'BW64';
  const chunk = (id: string, body: Uint8Array, size = body.length, isPadded = true): Buffer => {
    const head = Buffer.alloc(8);
    head.write(id, 'latin1');
    if (little) head.writeUInt32LE(size, 4);
    else head.writeUInt32BE(size, 4);
    return Buffer.concat([head, body, Buffer.alloc(isPadded ? body.length % 2 : 0)]);
  };
  const notes = (all: readonly Notes[] = []) =>
    all.map(({ id, bytes, isUnpadded }) => chunk(id, Buffer.alloc(bytes, 'n'), bytes, !isUnpadded));

  const data = Buffer.alloc(frames * count * sampleBytes);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const write = sampleWriter(view, { bits, isWhole, sampleBytes, isLow, little });
  let at = 0;
  for (let frame = 0; frame < frames; frame++) {
    for (const samples of channels) {
      write(at, samples[frame] as number);
      at += sampleBytes;
    }
  }

  const format = Buffer.alloc(isExtensible ? 40 : 16);
  const fields = new DataView(format.buffer, format.byteOffset, format.length);
  const tag = form.formatTag ?? (isWhole ? 1 : 3);
  fields.setUint16(0, isExtensible ? 0xfffe : tag, little);
  fields.setUint16(2, count, little);
  fields.setUint32(4, sampleRate, little);
  fields.setUint32(8, sampleRate * count * sampleBytes, little);
  fields.setUint16(12, count * sampleBytes, little);
  fields.setUint16(14, isExtensible ? sampleBytes * 8 : bits, little);
  if (isExtensible) {
    fields.setUint16(16, 22, little);
    fields.setUint16(18, bits, little);
    fields.setUint16(24, tag, little);
    Buffer.from('000000001000800000aa00389b71', 'hex').copy(format, 26);
  }

  const claimed = form.claimedBytes ?? data.length;
  const large = Buffer.alloc(28);
  large.writeBigUInt64LE(BigInt(claimed), 8);
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    ...(isLarge ? [chunk('ds64', large)] : []),
    ...notes(form.before),
    chunk('fmt ', format),
    ...notes(form.between),
    chunk('data', data, isLarge ? 0xffff_ffff : claimed),
    form.after ?? Buffer.alloc(0),
  ]);
  const riffBytes = form.riffBytes ?? (isLarge ? 0xffff_ffff : body.length);
  return chunk(kind, body, riffBytes, false);
}

interface Written {
  readonly bits: number;
  readonly isWhole: boolean;
  readonly sampleBytes: number;
  readonly isLow: boolean;
  readonly little: boolean;
}

function sampleWriter(view: DataView, { bits, isWhole, sampleBytes, isLow, little }: Written) {
  if (!isWhole) {
    return (at: number, sample: number) =>
      bits === 64 ? view.setFloat64(at, sample, little) : view.setFloat32(at, sample, little);
  }
  const [most, step] = [2 ** (bits - 1) - 1, isLow ? 1 : 2 ** (sampleBytes * 8 - bits)];
  return (at: number, sample: number) => {
    const value = clamped(sample, most) * step;
    if (sampleBytes === 1) view.setUint8(at, value + 128);
    else if (sampleBytes === 2) view.setInt16(at, value, little);
    else if (sampleBytes === 4) view.setInt32(at, value, little);
    else {
      view.setInt8(at + (little ? 2 : 0), value >> 16);
      view.setUint16(at + (little ? 0 : 1), value & 0xffff, little);
    }
  };
}
