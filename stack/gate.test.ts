import { describe, expect, it } from 'vitest';
import { Gate } from './gate.ts';

describe('the gate that holds calls while the stores are saved', () => {
  it('waits for running calls and holds new ones', async () => {
    const gate = new Gate();
    const order: string[] = [];
    let finish = () => {};
    const underWay = gate.pass(async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      order.push('under way');
    });
    const closing = gate.close(60_000);
    const late = gate.pass(async () => {
      order.push('late');
    });
    finish();
    expect(await closing).toBe(true);
    order.push('saved');
    gate.open();
    await Promise.all([underWay, late]);
    expect(order).toEqual(['under way', 'saved', 'late']);
    expect(gate.passed).toBe(2);
  });

  it('gives up on a call that takes too long', async () => {
    const gate = new Gate();
    void gate.pass(() => new Promise(() => {}));
    expect(await gate.close(1)).toBe(false);
  });

  it('does not wait for a call that has failed', async () => {
    const gate = new Gate();
    await expect(gate.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await gate.close(60_000)).toBe(true);
  });
});
