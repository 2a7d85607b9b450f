import { docs } from '@datchain/shared/contracts/paths.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import { anasOffer, play, type Steps, tokenMarket } from '@datchain/testing/server/token-market.ts';
import { describe, expect, test } from 'vitest';
import { holdPayoutEntry } from './entries/payouts.ts';
import { claimEntry } from './entries/rewards.ts';
import { issueTokensEntry } from './entries/tokens.ts';

describe('listing and cancelling', () => {
  test('[N-MON-02] at any price, any number of times, changes no figure of the wallet', async () => {
    const m = await tokenMarket();
    await m.buy('o1', 'ana', '36', 70);
    await m.buy('o2', 'ana', '50', 20);
    const before = m.shown('ana');
    for (const [round, [cents, qty]] of [
      [79, 70],
      [1, 75],
      [50, 90],
      [36, 3],
    ].entries()) {
      await m.list(`l${round}`, 'ana', cents ?? 0, qty ?? 0);
      expect(m.shown('ana')).not.toEqual(before);
      await m.cancel(`l${round}`);
      expect(m.shown('ana')).toEqual(before);
    }
    await m.list('early', 'ana', 79, 70);
    await m.list('late', 'ana', 79, 20);
    await m.cancel('early');
    await m.cancel('late');
    expect(m.shown('ana')).toEqual(before);
  });

  play(
    '[N-MON-01] tokens of an order that ends unpaid after the listing was cancelled return to their lots too',
    async (m) => {
      await m.buy('o1', 'ana', '36', 70);
      await m.buy('o2', 'ana', '50', 20);
      await m.list('l', 'ana', 79, 90);
      await m.reserve('open', 'bo', '79', 80);
      await m.cancel('l');
      await m.lapse('open');
    },
  );
});

describe('an order and its buyer’s own listings', () => {
  play(
    '[N-MON-17] is refused with a sentence that says so when nothing else is left',
    anasOffer,
    (m) => m.reserve('own', 'ana', '98', 50),
  );

  play(
    '[N-MON-17] takes the tokens of other sellers in their order, and counts only those',
    anasOffer,
    async (m) => {
      await m.buy('of-bo', 'bo', '36', 40);
      await m.list('offer-bo', 'bo', 98, 40);
      await m.buy('of-cy', 'cy', '36', 30);
      await m.list('offer-cy', 'cy', 98, 30);
      await m.reserve('much', 'ana', '98', 71);
      await m.buy('others', 'ana', '98', 50);
      await m.buy('hers', 'di', '98', 100);
    },
  );

  play(
    '[N-MON-17] a late payment is not settled from the buyer’s own listing either',
    async (m) => {
      await m.commit(issueTokensEntry('c', '98', 98, 20));
      await m.reserve('late', 'ana', '98', 20);
      await m.lapse('late');
      await m.buy('quicker', 'bo', '98', 20);
      await anasOffer(m);
      await m.settle('late');
    },
  );
});

describe('a refund takes back what the order delivered', () => {
  play(
    '[M-65] [N-MON-03] tokens that were bought, listed, cancelled and refunded all go back, and nothing is owed',
    async (m) => {
      await m.buy('o1', 'ana', '36', 70);
      await m.list('l', 'ana', 79, 70);
      await m.cancel('l');
      await m.refund('o1', 70 * 36);
    },
  );

  // Takes 20 from the wallet, then the newest listing, then 15 from the other one.
  play(
    '[N-MON-03] [N-MON-06] listings of its tokens shrink or end, and the queue keeps its order',
    async (m) => {
      await m.buy('o0', 'cy', '36', 28);
      await m.buy('o1', 'ana', '36', 70);
      await m.list('first', 'ana', 79, 30);
      await m.list('of-cy', 'cy', 79, 10);
      await m.list('second', 'ana', 79, 20);
      await m.refund('o1', 55 * 36);
      await m.refund('o1', 15 * 36, 're_rest');
    },
  );

  play(
    '[N-MON-03] [N-MON-06] tokens that were sold are a debt to the cent, and the seller keeps the earnings',
    async (m) => {
      await m.buy('o1', 'ana', '36', 70);
      await m.list('l', 'ana', 79, 70);
      await m.buy('o2', 'bo', '79', 30);
      await m.refund('o1', 70 * 36);
    },
  );

  // 20 of the 70 tokens remain; the other lot covers $10 of the $18 that were spent.
  play(
    '[N-MON-03] spent tokens are replaced from other lots at their face, and only the rest is a debt',
    async (m) => {
      await m.buy('o1', 'ana', '36', 70);
      await m.buy('o2', 'ana', '50', 20);
      await m.spend('ana', 1_800);
      await m.dispute('o1', 70 * 36);
      await m.win('o1', 70 * 36);
    },
  );

  test('[N-MON-03] a refund, a cancellation and a purchase at once leave correct books in any order', async () => {
    const ends = [];
    for (const turns of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ]) {
      const m = await tokenMarket();
      await m.buy('o1', 'ana', '36', 70);
      await m.list('l', 'ana', 79, 70);
      await m.reserve('o2', 'bo', '79', 30);
      const all = [() => m.refund('o1', 70 * 36), () => m.cancel('l'), () => m.settle('o2')];
      await Promise.all(turns.map((turn) => all[turn]?.()));
      expect(m.findings()).toEqual([]);
      ends.push(m.lines());
    }
    expect(ends).toMatchSnapshot();
  });
});

describe('a payment from which a seller was paid', () => {
  const sold: Steps = async (m) => {
    await anasOffer(m);
    await m.buy('second', 'bo', '98', 100);
  };

  // Ana and Bo together paid $36 and got $93.10; the difference is gone, and nobody owes it.
  play('[N-MON-20] is a loss of the platform after a refund', sold, (m) =>
    m.refund('second', 9_800),
  );

  play(
    '[N-MON-20] is a loss of the platform after a dispute, until the dispute is won',
    sold,
    async (m) => {
      await m.dispute('second', 9_800);
      await m.win('second', 9_800);
    },
  );

  play(
    '[N-MON-20] is no loss if the buyer has spent the tokens: then the buyer owes all of it',
    sold,
    async (m) => {
      await m.spend('bo', 3_600);
      await m.refund('second', 9_800);
    },
  );
});

describe('a refund takes the face that its order delivered', () => {
  const twoOrders: Steps = async (m) => {
    await anasOffer(m);
    await m.buy('of-ana', 'bo', '98', 100);
    await m.commit(issueTokensEntry('c', '98', 98, 1_000));
    await m.buy('of-platform', 'bo', '98', 100);
  };

  play('[N-MON-18] tokens of another order in the same block stay', twoOrders, async (m) => {
    await m.refund('of-platform', 9_800);
  });

  play(
    '[N-MON-18] partial refunds each take their part, and together all of it',
    twoOrders,
    async (m) => {
      for (const [index, cents] of [1, 3_333, 49, 6_417].entries()) {
        await m.refund('of-ana', cents, `re_${index}`);
      }
    },
  );

  test.each([
    ['nothing is spent', 0],
    ['some is spent', 20],
    ['more than the older order is spent', 60],
  ])('[N-MON-18] two refunds take the same in either order where %s', async (_, dollars) => {
    const end = async (orders: readonly string[]) => {
      const m = await tokenMarket();
      await twoOrders(m);
      if (dollars > 0) await m.spend('bo', dollars * 100);
      for (const orderId of orders) await m.refund(orderId, 9_800);
      return ['bo', 'lost'].map((name) => m.lines().get(name));
    };
    const first = await end(['of-ana', 'of-platform']);
    expect(first).toMatchSnapshot();
    expect(await end(['of-platform', 'of-ana'])).toEqual(first);
  });

  test('[N-MON-18] the wallet shows the tokens of two orders in one block as one line', async () => {
    const m = await tokenMarket();
    await twoOrders(m);
    const { live } = m.shown('bo');
    expect(Object.values(live)).toContainEqual({ 98: { price: 0.98, qty: 200 } });
  });
});

describe('tokens at somebody’s checkout', () => {
  const held: Steps = async (m) => {
    await m.buy('o1', 'ana', '36', 70);
    await m.list('l', 'ana', 79, 30);
    await m.reserve('o2', 'bo', '79', 30);
  };

  play(
    '[N-MON-19] go to the refund that missed them when they come back: the debt ends, and nobody else can reserve them',
    held,
    async (m) => {
      await m.refund('o1', 2_520);
      await m.lapse('o2');
      await m.reserve('o3', 'cy', '79', 30);
    },
  );

  play(
    '[N-MON-19] go to the refund also if the listing was cancelled before it',
    held,
    async (m) => {
      await m.cancel('l');
      await m.refund('o1', 2_520);
      await m.lapse('o2');
    },
  );

  play(
    '[N-MON-19] go to the refund also if the listing was cancelled after it',
    held,
    async (m) => {
      await m.refund('o1', 2_520);
      await m.cancel('l');
      await m.lapse('o2');
    },
  );

  play(
    '[N-MON-19] leave the debt if they are sold after all, and their price settles it',
    held,
    async (m) => {
      await m.refund('o1', 2_520);
      await m.settle('o2');
    },
  );

  play('[N-MON-19] give back the earnings that had paid a part of the debt', held, async (m) => {
    await m.refund('o1', 2_520);
    await m.commit(openingEarningsEntry('ana', 'a', { days: { '2026-11-01': 4_000_000 } }));
    await m.lapse('o2');
  });

  play(
    '[N-MON-19] give back the other tokens that the refund had taken in their place',
    held,
    async (m) => {
      await m.buy('other', 'ana', '50', 40);
      await m.refund('o1', 2_520);
      await m.lapse('o2');
    },
  );

  play(
    '[N-MON-19] go to the refund only as far as it missed them; the rest keeps its place in the queue',
    held,
    async (m) => {
      await m.refund('o1', 50 * 36);
      await m.lapse('o2');
    },
  );

  for (const cents of [1, 35, 36, 500, 1_079, 1_080]) {
    play(`[N-MON-19] make up for ${cents} missing cents to the micro`, async (m) => {
      await m.buy('o1', 'ana', '36', 30);
      await m.list('l', 'ana', 79, 30);
      await m.reserve('o2', 'bo', '79', 30);
      await m.refund('o1', cents);
      await m.lapse('o2');
    });
  }

  play(
    '[N-MON-19] leave the rest of a token’s face with its seller when a refund missed less',
    async (m) => {
      await m.buy('o1', 'ana', '36', 30);
      await m.list('first', 'ana', 78, 29);
      await m.list('l', 'ana', 79, 1);
      await m.buy('sold', 'cy', '78', 29);
      await m.buy('others', 'di', '36', 30);
      await m.list('of-di', 'di', 79, 30);
      await m.reserve('o2', 'bo', '79', 30);
      await m.refund('o1', 1);
      await m.lapse('o2');
    },
  );

  play(
    '[N-MON-19] a token taken for one cent does not come back without face when a later dispute is won',
    async (m) => {
      await m.buy('o1', 'ana', '36', 30);
      await m.list('l', 'ana', 79, 30);
      await m.reserve('o2', 'bo', '79', 30);
      await m.refund('o1', 1);
      await m.lapse('o2');
      await m.buy('sold', 'bo', '79', 29);
      await m.dispute('o1', 500);
      await m.win('o1', 500);
    },
  );

  play(
    '[N-MON-19] stay in the queue when they come back after the dispute was won',
    held,
    async (m) => {
      await m.dispute('o1', 2_520);
      await m.win('o1', 2_520);
      await m.lapse('o2');
    },
  );
});

describe('reward tokens that a returned payment had earned', () => {
  const rewarded: Steps = async ({ store, buy, commit }) => {
    store.set(docs.supplyGuard, { ...store.get(docs.supplyGuard), circulating: 1_000 });
    await buy('o1', 'ana', '36', 900);
    await commit(claimEntry('ana', 0));
  };

  play(
    '[N-MON-20] are taken back with it, and can be earned and claimed again',
    rewarded,
    async (m) => {
      await m.refund('o1', 32_400);
      await m.buy('o2', 'ana', '36', 900);
      await m.commit(claimEntry('ana', 1));
    },
  );

  play('[N-MON-20] stay if the remaining spend still earns them', rewarded, async (m) => {
    await m.refund('o1', 7_400);
    await m.refund('o1', 1, 're_2');
  });

  // The pool gives up its tenth of the $324, and gets back the $30.
  play(
    '[N-MON-20] are owed if they were cashed out, and the pool gets back what it paid',
    rewarded,
    async (m) => {
      const asked = { payoutId: 'p', source: 'tokens' as const, amountUsd: 30, accountId: 'acct' };
      await m.commit(holdPayoutEntry('ana', asked, 40));
      await m.refund('o1', 32_400);
    },
  );
});
