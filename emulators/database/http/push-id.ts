import { randomInt } from 'node:crypto';

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

let lastTime = 0;
let lastRandom: number[] = [];

/**
 * A new key that sorts after every key made before it: eight characters of time, twelve of chance
 * (counted up within one millisecond).
 */
export function createPushId(): string {
  // The real time even when the stack's clock is shifted: keys must never go backwards.
  const time = Math.max(Date.now(), lastTime);
  if (time === lastTime) countUp(lastRandom);
  else lastRandom = Array.from({ length: 12 }, () => randomInt(64));
  lastTime = time;
  let rest = time;
  let prefix = '';
  for (let place = 0; place < 8; place++) {
    prefix = ALPHABET[rest % 64] + prefix;
    rest = Math.floor(rest / 64);
  }
  return prefix + lastRandom.map((digit) => ALPHABET[digit]).join('');
}

function countUp(digits: number[]): void {
  for (let place = digits.length - 1; place >= 0; place--) {
    digits[place] = (digits[place]! + 1) % 64;
    if (digits[place] !== 0) return;
  }
}
