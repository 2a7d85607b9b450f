import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Market, play, type Steps } from '@datchain/testing/server/token-market.ts';
import { describe, expect } from 'vitest';
import { reinstateEntry } from './entries/clawbacks.ts';
import { refundedEntry } from './entries/close-order.ts';
import { closeGuardEntry } from './entries/rest.ts';

describe('after an account was closed', () => {
  const close = (m: Market) => m.commit(closeGuardEntry('bo', '1'));
  const notificationsOf = ({ store }: Market): string[] =>
    [...store.all().keys()].filter(
      (path) => path.startsWith('users/bo/') || /^mails\/.*:bo$/.test(path),
    );

  function afterClosing(title: string, earlier: Steps, later: Steps): void {
    play(title, earlier, close, async (m) => {
      const before = notificationsOf(m);
      await later(m);
      expect(notificationsOf(m)).toEqual(before);
      expect(m.store.get(docs.debt('bo'))).toBeUndefined();
    });
  }

  const late: Steps = async (m) => {
    await m.reserve('late', 'bo', '50', 40);
    await m.lapse('late');
  };

  afterClosing(
    '[N-MON-22] a dispute is a loss of the platform until it is won; the account gets nothing',
    async (m) => {
      await m.buy('o1', 'bo', '50', 40);
      await m.spend('bo', 2_000);
    },
    async (m) => {
      await m.dispute('o1', 2_000);
      await m.win('o1', 2_000);
    },
  );

  afterClosing(
    '[N-MON-22] the money of a dispute that took tokens back before the closing goes to the platform when it is won',
    async (m) => {
      await m.buy('o1', 'bo', '50', 40);
      await m.dispute('o1', 2_000);
    },
    (m) => m.win('o1', 2_000),
  );

  afterClosing('[N-MON-22] a payment that comes too late is returned', late, async (m) => {
    await m.settle('late');
    await m.commit(refundedEntry('late', 'pi'));
  });

  // The books never held this payment, so the platform gains nothing when its refund fails.
  afterClosing(
    '[N-MON-22] a dispute of a payment that was returned is a loss until it is won',
    async (m) => {
      await late(m);
      await m.commit(refundedEntry('late', 'pi'));
    },
    async (m) => {
      await m.refund('late', 2_000);
      await m.dispute('late', 2_000);
      await m.win('late', 2_000);
      const failed = { id: 're_late', kind: 'refund' as const, cents: 2_000 };
      await m.commit(reinstateEntry(m.order('late'), failed));
    },
  );

  play(
    '[N-MON-22] an account is not closed in the books while it has an open order, tokens, tokens at a checkout or a debt',
    async (m) => {
      await m.reserve('o1', 'bo', '36', 40);
      await close(m);
      await m.lapse('o1');
      await m.buy('o2', 'bo', '50', 40);
      await close(m);
      await m.list('l', 'bo', 79, 40);
      await m.reserve('o3', 'cy', '79', 40);
      await m.cancel('l');
      await close(m);
      await m.refund('o2', 2_000);
      await close(m);
    },
  );
});
