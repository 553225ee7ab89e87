import { useText } from '@kituo/sdk';
import { SettlementsScreen } from '@kituo/sdk/recoveries';

/** Puts received payments on orders in collection. */
export function CancelAfterVerificationManagementPage() {
  const t = useText();
  return <SettlementsScreen scope="ORDER" title={t('cancelAfterVerificationManagement.title')} />;
}
