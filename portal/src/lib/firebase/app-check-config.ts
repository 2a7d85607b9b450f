import { parseAppCheckKey } from '@datchain/shared/contracts/app-check-key.ts';
import type { InitConfig } from '@datchain/shared/contracts/init-config.ts';

export const recaptcha = () => parseAppCheckKey(String(import.meta.env.APP_CHECK_SITE_KEY ?? ''));

export const usesAppCheck = ({ local }: InitConfig): boolean =>
  local ? local.appCheck !== undefined : recaptcha() !== undefined;
