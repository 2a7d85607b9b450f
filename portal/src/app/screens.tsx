import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { NotFound } from './not-found.tsx';

const LoginScreen = lazy(() => import('../features/login/login-screen.tsx'));
const LogoutScreen = lazy(() => import('../features/logout/logout-screen.tsx'));
const BlockScreen = lazy(() => import('../features/block/block-screen.tsx'));
const OrderScreen = lazy(() => import('../features/order/order-screen.tsx'));
const EditionOrder = lazy(() => import('../features/buy-edition/edition-order.tsx'));
const BuyScreen = lazy(() => import('../features/buy-edition/buy-screen.tsx'));
const WalletScreen = lazy(() => import('../features/wallet/wallet-screen.tsx'));
const EarningsScreen = lazy(() => import('../features/earnings/earnings-screen.tsx'));
const HistoryScreen = lazy(() => import('../features/history/history-screen.tsx'));
const ReceiptScreen = lazy(() => import('../features/receipt/receipt-screen.tsx'));
const ProofScreen = lazy(() => import('../features/proof/proof-screen.tsx'));
const CashoutScreen = lazy(() => import('../features/cashout/cashout-screen.tsx'));
const OwnedDatScreen = lazy(() => import('../features/owned-dat/owned-dat-screen.tsx'));
const ReleaseScreen = lazy(() => import('../features/release/form/release-screen.tsx'));
const ReviewScreen = lazy(() => import('../features/release/review/review-screen.tsx'));
const SignupScreen = lazy(() => import('../features/signup/signup-screen.tsx'));

/** Which screen an address opens; each screen's code loads when it is opened. */
export function Screens() {
  return (
    <Routes>
      <Route path="/login" element={<LoginScreen />} />
      <Route path="/logout" element={<LogoutScreen />} />
      <Route path="/tdc/block/:blockId" element={<BlockScreen />} />
      <Route path="/orders/:orderId" element={<OrderScreen ofEdition={EditionOrder} />} />
      <Route path="/buy/:datId/:number" element={<BuyScreen />} />
      <Route path="/wallet" element={<WalletScreen />} />
      <Route path="/wallet/earnings" element={<EarningsScreen />} />
      <Route path="/wallet/history" element={<HistoryScreen />} />
      <Route path="/wallet/receipt/:entryId" element={<ReceiptScreen />} />
      <Route path="/wallet/proof" element={<ProofScreen />} />
      <Route path="/wallet/dat/:datId" element={<OwnedDatScreen />} />
      <Route path="/signup" element={<SignupScreen />} />
      <Route path="/cashout" element={<CashoutScreen />} />
      <Route path="/release" element={<ReleaseScreen />} />
      <Route path="/view-dat-submission" element={<ReviewScreen />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
