import { useText } from '@kituo/sdk';
import { RollbacksScreen } from '@kituo/sdk/recoveries';

/** Undoes write-offs on orders in collection. */
export function RollbackFlowPage() {
  const t = useText();
  return <RollbacksScreen scope="ORDER" title={t('rollbackFlow.title')} />;
}
