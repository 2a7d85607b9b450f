export interface SampleForm {
  readonly kind: 'unsigned' | 'signed' | 'float';
  /** Bytes of one sample, 1 to 8. */
  readonly bytes: number;
  /** Significant bits, at most those of its bytes. */
  readonly bits: number;
  readonly isBigEndian: boolean;
  /** The factor that brings each sample within full scale at ±1. */
  readonly scale: number;
}

type ReadSample = (view: DataView, at: number) => number;

/** Returns a function that reads one sample, full scale at ±1, without the form's own scale. */
function sampleReader({ kind, bytes, isBigEndian }: SampleForm): ReadSample {
  const little = !isBigEndian;
  if (kind === 'unsigned') return (view, at) => (view.getUint8(at) - 128) / 128;
  if (kind === 'float') {
    return bytes === 8
      ? (view, at) => view.getFloat64(at, little)
      : (view, at) => view.getFloat32(at, little);
  }
  if (bytes === 2) return (view, at) => view.getInt16(at, little) / 0x8000;
  if (bytes === 4) return (view, at) => view.getInt32(at, little) / 0x8000_0000;
  const [high, low] = little ? [2, 0] : [0, 1];
  return (view, at) =>
    ((view.getInt8(at + high) << 16) | view.getUint16(at + low, little)) / 0x80_0000;
}

/**
 * Decodes interleaved samples, full scale at ±1.
 *
 * @param bytes whole frames; a remainder is ignored
 */
export function decodeSamples(
  bytes: Uint8Array,
  form: SampleForm,
  channels: number,
): Float32Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = sampleReader(form);
  const frames = Math.floor(bytes.length / (form.bytes * channels));
  const planes = Array.from({ length: channels }, () => new Float32Array(frames));
  let at = 0;
  for (let frame = 0; frame < frames; frame++) {
    for (const plane of planes) {
      plane[frame] = read(view, at) * form.scale;
      at += form.bytes;
    }
  }
  return planes;
}

export interface Survey {
  seen: number;
  peak: number;
  /** The index of the first sample that is not a finite number; undefined if all are. */
  notNumber: number | undefined;
  /** The index of the first sample too large for a 32-bit float, the format of playback. */
  tooLarge: number | undefined;
  /** Whether a sample uses bits beyond the significant ones. */
  usesPadding: boolean;
}

export const newSurvey = (): Survey => ({
  seen: 0,
  peak: 0,
  notNumber: undefined,
  tooLarge: undefined,
  usesPadding: false,
});

export function surveySamples(survey: Survey, bytes: Uint8Array, form: SampleForm): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = sampleReader(form);
  // A sample that uses no padding bits is a whole number of steps.
  const steps = form.kind === 'float' ? 0 : 2 ** (form.bits - 1);
  const end = bytes.length - (bytes.length % form.bytes);
  for (let at = 0; at < end; at += form.bytes) {
    const sample = read(view, at);
    if (!Number.isFinite(sample)) survey.notNumber ??= survey.seen;
    else if (!Number.isFinite(Math.fround(sample))) survey.tooLarge ??= survey.seen;
    survey.peak = Math.max(survey.peak, Math.abs(sample));
    if (!Number.isInteger(sample * steps)) survey.usesPadding = true;
    survey.seen += 1;
  }
}

export function scaledForm(form: SampleForm, { peak, usesPadding }: Survey): SampleForm {
  if (form.kind === 'float') return { ...form, scale: peak > 1 ? 1 / peak : 1 };
  // Some programs put the significant bits at the low end, where they are nearly silent.
  const high = 2 ** (form.bytes * 8 - form.bits);
  return { ...form, scale: usesPadding && peak * high <= 1 ? high : 1 };
}
