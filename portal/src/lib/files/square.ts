/** Twice as large as the largest place for one. */
const SIDE = 512;

/** For a picture that `squareOf` cannot draw. */
export const notShown = 'This browser cannot show the picture. Choose a smaller one.';

/**
 * The middle square of a picture, drawn again: where it was taken, and all else that a file says
 * besides, stays on the device. Undefined when the browser cannot show the file.
 */
export async function squareOf(file: File): Promise<File | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const { width, height } = picture;
  const cut = Math.min(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  canvas
    .getContext('2d')
    ?.drawImage(picture, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, SIDE, SIDE);
  picture.close();
  const blob = await new Promise<Blob | null>((drawn) => canvas.toBlob(drawn, 'image/png'));
  return blob ? new File([blob], 'picture.png', { type: 'image/png' }) : undefined;
}
