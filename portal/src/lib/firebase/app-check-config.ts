import { parseAppCheckKey } from '@datchain/shared/contracts/app-check-key.ts';
import type { InitConfig } from '@datchain/shared/contracts/init-config.ts';

/** The key that this build was made with; undefined without one. */
export const recaptcha = () => parseAppCheckKey(String(import.meta.env.APP_CHECK_SITE_KEY ?? ''));

/** Whether calls carry a token of App Check. */
export const usesAppCheck = ({ local }: InitConfig): boolean =>
  local ? local.appCheck !== undefined : recaptcha() !== undefined;
