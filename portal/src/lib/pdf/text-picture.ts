/** Dots for each point: sharp in print. */
const DOTS = 4;

/** A line of text in the size of its letters: how high it is, and where they stand from its top. */
export const LINE = { height: 1.36, baseline: 1.03 } as const;

const rightToLeft =
  /^[^\p{L}]*[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u;

/** Sets how a text is written: a canvas forgets it with its size. */
function prepare(context: CanvasRenderingContext2D, text: string, size: number): void {
  context.font = `500 ${size * DOTS}px Besley, Georgia, serif`;
  context.direction = rightToLeft.test(text) ? 'rtl' : 'ltr';
  context.textAlign = 'left';
}

function newContext(): CanvasRenderingContext2D {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('This browser does not draw pictures.');
  return context;
}

let ruler: CanvasRenderingContext2D | undefined;

function dotsOf(text: string, size: number): number {
  ruler ??= newContext();
  prepare(ruler, text, size);
  return ruler.measureText(text).width;
}

/** The width of a text as the browser writes it, in points. */
export const pictureWidth = (text: string, size: number): number => dotsOf(text, size) / DOTS;

/** One line of text as the browser writes it, with any typeface of the device; sizes in points. */
export function pictureOf(text: string, size: number, color: string) {
  const context = newContext();
  const { canvas } = context;
  canvas.width = Math.ceil(dotsOf(text, size)) + DOTS;
  canvas.height = Math.ceil(size * LINE.height * DOTS);
  prepare(context, text, size);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = color;
  context.fillText(text, 0, size * LINE.baseline * DOTS);
  return {
    // Embedded as it is: a PNG would be unpacked in a worker, which the site's policy refuses.
    src: canvas.toDataURL('image/jpeg', 0.95),
    width: canvas.width / DOTS,
    height: canvas.height / DOTS,
  };
}
