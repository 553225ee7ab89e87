import { Callout, useCan, useText } from '@kituo/sdk';
import { change } from '@kituo/sdk/contracts';
import { useDetail, useRefreshOn } from '@kituo/sdk/page';
import { PayoutChangeCard } from './payout-change.card.tsx';

/** On an order whose pass waits: the change of the account, with the buttons of whoever may decide it. */
export function PayoutChangeNotice(props: { readonly orderNo: string; readonly onDecided: () => void }) {
  const { orderNo } = props;
  const t = useText();
  const isShown = useCan(['audit:payoutChange:approve', 'audit:order:audit']);
  const detail = useDetail(
    change.changeFamilies.payoutChange.page,
    isShown
      ? {
          filters: { subjectNo: orderNo, changeState: 'PENDING' },
          page: 1,
          pageSize: 20,
          sort: null,
        }
      : null,
  );
  // Another person may have decided it meanwhile.
  useRefreshOn('change', detail.refresh);
  const [waiting] = detail.data?.rows ?? [];
  if (waiting === undefined) return null;
  return (
    <Callout intent="warning" icon={null} className="of-change">
      <h2>{t('change.waits')}</h2>
      <PayoutChangeCard
        row={waiting}
        onDecided={() => {
          detail.refresh();
          props.onDecided();
        }}
      />
    </Callout>
  );
}
