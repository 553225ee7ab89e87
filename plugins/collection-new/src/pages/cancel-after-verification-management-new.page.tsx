import { useText } from '@kituo/sdk';
import { SettlementsScreen } from '@kituo/sdk/recoveries';

/** Puts received payments on bills in collection. */
export function CancelAfterVerificationManagementNewPage() {
  const t = useText();
  return <SettlementsScreen scope="BILL" title={t('cancelAfterVerificationManagementNew.title')} />;
}
