import '../file/order-file.css';
import '../decision/decision.css';
import {
  ApiError,
  call,
  Callout,
  Failed,
  mayChange,
  serverEvents$,
  session$,
  useCan,
  useNavigate,
  usePluginScope,
  useSearchParams,
  useSubscription,
  useText,
  useValue,
} from '@kituo/sdk';
import { change, orderDetail } from '@kituo/sdk/contracts';
import type { orderAudit, orderFile } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import type { Detail } from '@kituo/sdk/page';
import { useEffect, useEffectEvent, useState } from 'react';
import { DecisionPanel } from '../decision/decision-panel.tsx';
import { PayoutChanges } from '../decision/payout-changes.tsx';
import { useReview } from '../decision/use-review.ts';
import type { Review } from '../decision/use-review.ts';
import { Below } from '../file/below.tsx';
import { FindInFile } from '../file/find-in-file.tsx';
import { OrderHead } from '../file/order-head.tsx';
import { MY_REVIEWS, reviewAddress } from '../file/order-link.ts';
import { OrderTabs } from '../file/order-tabs.tsx';
import { useOrderActions } from '../file/use-order-actions.tsx';
import { OrderDetailPage } from './order-detail.page.tsx';

/** Deciding: left the order's file, right the decision. Without an order: the account changes that wait. */
export function OrderAuditPage() {
  const [query] = useSearchParams();
  const orderNo = query.get('orderNo') ?? '';
  const isReviewer = useCan('audit:order:audit');
  if (orderNo === '') return <PayoutChanges />;
  if (!isReviewer) return <OrderDetailPage />;
  return <ReviewOf key={orderNo} orderNo={orderNo} source={query.get('source') ?? 'OrderAudit'} />;
}

/**
 * Takes in what others do with the order while it is open: taken back or given to somebody else, the change of
 * its account decided. Reading the file renews no lease; only an order that moved is opened again, which says who.
 */
function useOthersMoves(detail: Detail<orderFile.OrderEntry>, review: Review, isOpen: boolean): void {
  const { user } = useValue(session$);
  const waitingChangeNo = review.panel?.waitingChangeNo ?? null;
  useSubscription(serverEvents$, (event) => {
    if (mayChange(event, 'orders')) detail.refresh();
    if (event.type === 'change' && event.changeNo === waitingChangeNo) review.renew();
    if (event.type === 'missed' && waitingChangeNo !== null) review.renew();
  });
  const header = detail.data?.header;
  const isGone =
    header !== undefined &&
    user !== null &&
    (header.orderStatus !== 'PENDING_REVIEW' || header.auditorUserNo !== user.userNo);
  const isNews = isOpen && isGone && review.panel !== null && review.lost === null && !review.isSending;
  const ask = useEffectEvent(() => {
    review.renew();
  });
  useEffect(() => {
    if (isNews) ask();
  }, [isNews]);
}

/** How long a pass that waits can be taken back from its toast, in milliseconds. */
const TAKE_BACK_MS = 10_000;

function ReviewOf(props: { readonly orderNo: string; readonly source: string }) {
  const { orderNo, source } = props;
  const t = useText();
  const scope = usePluginScope();
  const navigate = useNavigate();
  const [isDecided, setDecided] = useState(false);
  const detail = useDetail(orderDetail.entry, { orderNo });
  const review = useReview(orderNo, (done) => {
    const outcome = done.waitsFor ?? (done.isSent ? 'SENT' : done.auditResult);
    scope.toast.success(t(`review.done.${outcome}`, { order: orderNo }), {
      ...(done.changeNo !== undefined && {
        durationMs: TAKE_BACK_MS,
        action: { text: t('review.takeBack'), onClick: () => void takeBack(done) },
      }),
    });
    // What others hear of this decision is no news to whoever took it.
    setDecided(true);
    void navigate(done.nextOrderNo === null ? MY_REVIEWS : reviewAddress(done.nextOrderNo, source));
  });
  /** The pass that awaits approval is withdrawn: the order is the reviewer’s again. */
  const takeBack = async ({ changeNo = '', nextOrderNo }: orderAudit.Decided): Promise<void> => {
    try {
      await call(change.changeFamilies.payoutChange.withdraw, { changeNo });
    } catch (cause) {
      // `call` has said why not: somebody was faster.
      if (cause instanceof ApiError) return;
      throw cause;
    }
    scope.toast.info(t('review.takenBack', { order: orderNo }));
    // Whoever has gone on to another order is left there.
    if (nextOrderNo === null) void navigate(reviewAddress(orderNo, source));
  };
  const actions = useOrderActions(detail.data, detail.refresh);
  useOthersMoves(detail, review, !isDecided);
  if (review.refusal !== null) {
    return (
      <>
        {/* The file below says automatically that there is no such order. */}
        {review.refusal.error !== 'ORDER_NOT_FOUND' && (
          <Callout intent="warning" icon={null} role="alert" className="of-refusal">
            {review.refusal.msg}
          </Callout>
        )}
        <OrderDetailPage />
      </>
    );
  }
  const { panel, values } = review;
  return (
    <div className="of-review">
      <section className="of-page" aria-label={t('review.title')}>
        {detail.data !== null ? (
          <>
            <OrderHead
              file={detail.data}
              source={source}
              isReview
              actions={
                <>
                  <FindInFile />
                  {actions.followUpButton}
                </>
              }
            />
            <OrderTabs file={detail.data} actions={actions} />
            <Below orderNo={orderNo} />
            {actions.dialogs}
          </>
        ) : (
          <>
            <h1>{orderNo}</h1>
            {detail.error === null ? (
              <div className="of-skeleton" aria-busy="true" aria-label={t('file.reading')} />
            ) : (
              <Failed error={detail.error} onRetry={detail.refresh} />
            )}
          </>
        )}
      </section>
      {panel !== null && values !== null ? (
        <DecisionPanel review={review} panel={panel} values={values} />
      ) : (
        <aside className="of-decision" aria-busy="true" aria-label={t('review.decision')} />
      )}
    </div>
  );
}
