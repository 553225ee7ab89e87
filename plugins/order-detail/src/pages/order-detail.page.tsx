import '../file/order-file.css';
import { ApiError, Button, Empty, Failed, useSearchParams, useText } from '@kituo/sdk';
import { orderDetail } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import { PayoutChangeNotice } from '../decision/payout-change.notice.tsx';
import { Below } from '../file/below.tsx';
import { FindInFile } from '../file/find-in-file.tsx';
import { OrderHead } from '../file/order-head.tsx';
import { OrderTabs } from '../file/order-tabs.tsx';
import { useOrderActions } from '../file/use-order-actions.tsx';

/** Everything known of one order, for anybody whose data scope holds it. */
export function OrderDetailPage() {
  const t = useText();
  const [query] = useSearchParams();
  const orderNo = query.get('orderNo') ?? '';
  const detail = useDetail(orderDetail.entry, orderNo === '' ? null : { orderNo });
  const file = detail.data;
  const actions = useOrderActions(file, detail.refresh);
  return (
    <section className="of-page" aria-label={t('file.title')}>
      {orderNo === '' ? (
        <Titled title={t('file.title')}>
          <Empty title={t('file.noNumber')} text={t('file.noNumberText')} />
        </Titled>
      ) : file !== null ? (
        <>
          <OrderHead
            file={file}
            source={query.get('source') ?? 'OrderDetail'}
            actions={
              <>
                {file.details !== null && <FindInFile />}
                {actions.followUpButton}
                <Button
                  text={t('file.print')}
                  onClick={() => {
                    window.print();
                  }}
                />
              </>
            }
          />
          <PayoutChangeNotice orderNo={orderNo} onDecided={detail.refresh} />
          <OrderTabs file={file} actions={actions} />
          {file.details !== null && <Below orderNo={orderNo} />}
          {actions.dialogs}
        </>
      ) : detail.error !== null ? (
        <Titled title={orderNo}>
          {detail.error instanceof ApiError && detail.error.error === 'ORDER_NOT_FOUND' ? (
            <Empty title={t('file.notFound')} text={t('file.notFoundText', { order: orderNo })} />
          ) : (
            <Failed error={detail.error} onRetry={detail.refresh} />
          )}
        </Titled>
      ) : (
        <Titled title={orderNo}>
          <div className="of-skeleton" aria-busy="true" aria-label={t('file.reading')} />
        </Titled>
      )}
    </section>
  );
}

function Titled(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <h1>{props.title}</h1>
      {props.children}
    </>
  );
}
