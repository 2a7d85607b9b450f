/** Twice the largest size on screen, in pixels. */
const SIDE_PIXELS = 512;

export const notShown = 'This browser cannot show the picture. Choose a smaller one.';

/**
 * Draws the middle square of a picture anew, so that its location and other metadata stay on the
 * device. Undefined when the browser cannot show the file.
 */
export async function cutSquare(file: File): Promise<File | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const { width, height } = picture;
  const cut = Math.min(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PIXELS;
  canvas.height = SIDE_PIXELS;
  canvas
    .getContext('2d')
    ?.drawImage(
      picture,
      (width - cut) / 2,
      (height - cut) / 2,
      cut,
      cut,
      0,
      0,
      SIDE_PIXELS,
      SIDE_PIXELS,
    );
  picture.close();
  const blob = await new Promise<Blob | null>((drawn) => canvas.toBlob(drawn, 'image/png'));
  return blob ? new File([blob], 'picture.png', { type: 'image/png' }) : undefined;
}
