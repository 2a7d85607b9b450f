import { type PortalPath, portalPaths } from '@datchain/shared/domain/portal-paths.ts';
import { lazy, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { NotFound } from './app/not-found.tsx';

const LoginScreen = lazy(() => import('./features/login/login-screen.tsx'));
const NewPasswordScreen = lazy(() => import('./features/login/new-password-screen.tsx'));
const LogoutScreen = lazy(() => import('./features/logout/logout-screen.tsx'));
const BlockScreen = lazy(() => import('./features/block/block-screen.tsx'));
const OrderScreen = lazy(() => import('./features/order/order-screen.tsx'));
const EditionOrder = lazy(() => import('./features/buy-edition/edition-order.tsx'));
const BuyScreen = lazy(() => import('./features/buy-edition/buy-screen.tsx'));
const WalletScreen = lazy(() => import('./features/wallet/wallet-screen.tsx'));
const EarningsScreen = lazy(() => import('./features/earnings/earnings-screen.tsx'));
const HistoryScreen = lazy(() => import('./features/history/history-screen.tsx'));
const ReceiptScreen = lazy(() => import('./features/receipt/receipt-screen.tsx'));
const ProofScreen = lazy(() => import('./features/proof/proof-screen.tsx'));
const CashoutScreen = lazy(() => import('./features/cashout/cashout-screen.tsx'));
const AccountScreen = lazy(() => import('./features/account/account-screen.tsx'));
const OwnPageScreen = lazy(() => import('./features/account/own-page-screen.tsx'));
const NotificationsScreen = lazy(() => import('./features/notifications/notifications-screen.tsx'));
const WishScreen = lazy(() => import('./features/wish/wish-screen.tsx'));
const FollowScreen = lazy(() => import('./features/follow/follow-screen.tsx'));
const DeskScreen = lazy(() => import('./features/desk/desk-screen.tsx'));
const ApplyScreen = lazy(() => import('./features/apply/apply-screen.tsx'));
const OperatorScreen = lazy(() => import('./features/operator/operator-screen.tsx'));
const ReportScreen = lazy(() => import('./features/report/report-screen.tsx'));
const OwnedDatScreen = lazy(() => import('./features/owned-dat/owned-dat-screen.tsx'));
const ReleaseScreen = lazy(() => import('./features/release/form/release-screen.tsx'));
const ReviewScreen = lazy(() => import('./features/release/review/review-screen.tsx'));
const SignupScreen = lazy(() => import('./features/signup/signup-screen.tsx'));

const screens: Readonly<Record<PortalPath, ReactElement>> = {
  '/login': <LoginScreen />,
  '/login/new-password': <NewPasswordScreen />,
  '/logout': <LogoutScreen />,
  '/tdc/block/:blockId': <BlockScreen />,
  '/orders/:orderId': <OrderScreen ofEdition={EditionOrder} />,
  '/buy/:datId/:number': <BuyScreen />,
  '/wallet': <WalletScreen />,
  '/wallet/earnings': <EarningsScreen />,
  '/wallet/history': <HistoryScreen />,
  '/wallet/receipt/:entryId': <ReceiptScreen />,
  '/wallet/proof': <ProofScreen />,
  '/wallet/dat/:datId': <OwnedDatScreen />,
  '/signup': <SignupScreen />,
  '/account': <AccountScreen />,
  '/account/page': <OwnPageScreen />,
  '/notifications': <NotificationsScreen />,
  '/tell/:datId': <WishScreen />,
  '/follow/:username': <FollowScreen />,
  '/desk': <DeskScreen />,
  '/desk/apply': <ApplyScreen />,
  '/operator': <OperatorScreen />,
  '/report/:datId': <ReportScreen />,
  '/cashout': <CashoutScreen />,
  '/release': <ReleaseScreen />,
  '/view-dat-submission': <ReviewScreen />,
};

export function Screens() {
  return (
    <Routes>
      {portalPaths.map((path) => (
        <Route key={path} path={path} element={screens[path]} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
