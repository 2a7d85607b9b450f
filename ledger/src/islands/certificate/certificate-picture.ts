import { certificateAsked } from '../../views/certificate/certificate-asked.ts';
import { saveFile } from '../log/save-file.ts';

/** As wide and high as the pictures that pages are shared with. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;
const ART = HEIGHT - 2 * MARGIN;
const LEFT = MARGIN + ART + 56;

const textOf = (selector: string): string =>
  document.querySelector(selector)?.textContent?.trim() ?? '';

const picture = (source: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    // A picture from Storage may be drawn only when it was asked for like this.
    image.crossOrigin = 'anonymous';
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error(`${source} cannot be read`));
    image.src = source;
  });

interface Line {
  readonly text: string;
  readonly y: number;
  readonly size: number;
  readonly weight?: number;
  readonly colour?: string;
}

function write(canvas: CanvasRenderingContext2D, line: Line): void {
  const { text, y, weight = 400, colour = '#141414' } = line;
  let { size } = line;
  const maxWidth = WIDTH - MARGIN - LEFT;
  const set = () => {
    canvas.font = `${weight} ${size}px "Besley", "Besley Fallback", serif`;
  };
  set();
  while (canvas.measureText(text).width > maxWidth && size > 14) {
    size -= 1;
    set();
  }
  canvas.fillStyle = colour;
  canvas.fillText(text, LEFT, y, maxWidth);
}

function frame(canvas: CanvasRenderingContext2D): void {
  canvas.fillStyle = '#fdfcf8';
  canvas.fillRect(0, 0, WIDTH, HEIGHT);
  canvas.strokeStyle = '#141414';
  for (const inset of [20.5, 25.5]) {
    canvas.strokeRect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset);
  }
}

async function drawArt(canvas: CanvasRenderingContext2D): Promise<void> {
  canvas.fillStyle = '#f4f4f2';
  canvas.fillRect(MARGIN, MARGIN, ART, ART);
  const source = document.querySelector<HTMLImageElement>('img.certificate-art')?.currentSrc;
  if (!source) return;
  try {
    canvas.drawImage(await picture(source), MARGIN, MARGIN, ART, ART);
  } catch (error) {
    console.warn('The picture has no artwork', error);
  }
}

async function draw(): Promise<Blob | null> {
  const element = document.createElement('canvas');
  element.width = WIDTH;
  element.height = HEIGHT;
  const canvas = element.getContext('2d');
  if (!canvas) return null;
  await document.fonts.ready;
  frame(canvas);
  await drawArt(canvas);
  const [holder = '', since = ''] = [...document.querySelectorAll('.certificate-facts dd')].map(
    (fact) => fact.textContent ?? '',
  );
  write(canvas, { text: 'Edition certificate', y: 100, size: 20 });
  write(canvas, { text: textOf('.certificate-number'), y: 240, size: 120, weight: 600 });
  write(canvas, { text: textOf('.certificate-title'), y: 360, size: 40, weight: 600 });
  write(canvas, { text: textOf('.certificate-artist'), y: 402, size: 26 });
  write(canvas, { text: `Held by ${holder}`, y: 480, size: 22 });
  write(canvas, { text: `Since ${since}`, y: 514, size: 22, colour: '#5a5a57' });
  write(canvas, { text: location.host, y: 556, size: 18, colour: '#2138d4' });
  return new Promise((resolve) => element.toBlob(resolve, 'image/png'));
}

export async function saveCertificate(): Promise<void> {
  const blob = await draw();
  if (!blob) return;
  const { datId, edition } = certificateAsked(location);
  saveFile(`certificate-${datId}-${edition}.png`, blob);
}
