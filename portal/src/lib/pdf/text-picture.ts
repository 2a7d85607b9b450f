/** Dots for each point: sharp in print. */
const DOTS_PER_POINT = 4;

/** The height of a line and the offset of its baseline, as multiples of the font size. */
export const LINE = { height: 1.36, baseline: 1.03 } as const;

const rightToLeft =
  /^[^\p{L}]*[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u;

/** Sets up the font: resizing a canvas resets it. */
function prepare(context: CanvasRenderingContext2D, text: string, size: number): void {
  context.font = `500 ${size * DOTS_PER_POINT}px Besley, Georgia, serif`;
  context.direction = rightToLeft.test(text) ? 'rtl' : 'ltr';
  context.textAlign = 'left';
}

function newContext(): CanvasRenderingContext2D {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('This browser does not draw pictures.');
  return context;
}

let ruler: CanvasRenderingContext2D | undefined;

function measureDots(text: string, size: number): number {
  ruler ??= newContext();
  prepare(ruler, text, size);
  return ruler.measureText(text).width;
}

/** Returns the width of a text as the browser draws it, in points. */
export const pictureWidth = (text: string, size: number): number =>
  measureDots(text, size) / DOTS_PER_POINT;

/** Draws one line of text with any typeface of the device; sizes in points. */
export function drawPicture(text: string, size: number, color: string) {
  const context = newContext();
  const { canvas } = context;
  canvas.width = Math.ceil(measureDots(text, size)) + DOTS_PER_POINT;
  canvas.height = Math.ceil(size * LINE.height * DOTS_PER_POINT);
  prepare(context, text, size);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = color;
  context.fillText(text, 0, size * LINE.baseline * DOTS_PER_POINT);
  return {
    // A JPEG is embedded unchanged; a PNG would need a worker, which the site's policy forbids.
    src: canvas.toDataURL('image/jpeg', 0.95),
    width: canvas.width / DOTS_PER_POINT,
    height: canvas.height / DOTS_PER_POINT,
  };
}
