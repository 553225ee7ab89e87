import { Callout, EatTime, Link, Money, useText } from '@kituo/sdk';
import { type ReplyOf, transfer } from '@kituo/sdk/contracts';
import { type Detail, useDetail } from '@kituo/sdk/page';
import { useSettled } from '../parts/use-settled.ts';

/** Shorter numbers are still being typed. */
const WHOLE = 8;

/** Looks a payment up as its number is typed. */
export function useReturnedFlow(typed: string): Detail<ReplyOf<typeof transfer.preview>> {
  const flowNo = useSettled(typed.trim());
  return useDetail(transfer.preview, flowNo.length < WHOLE ? null : { transferType: 'RETURN_TO_PAYER', flowNo });
}

/** The payment that would go back: its payer, who is the payee, and what is left of it. */
export function ReturnedFlow({ detail }: { readonly detail: Detail<ReplyOf<typeof transfer.preview>> }) {
  const t = useText();
  if (detail.error !== null) return <p className="kp-note kp-note-wrong">{detail.error.msg}</p>;
  const flow = detail.data?.flow ?? null;
  if (flow === null) return null;
  return (
    <>
      <dl className="kp-description">
        <div>
          <dt>{t('field.payeeName')}</dt>
          <dd>{[flow.payeeName, flow.payeeAccount].filter(Boolean).join(' · ') || '-'}</dd>
        </div>
        <div>
          <dt>{t('transfer.payment')}</dt>
          <dd>
            {flow.paymentCode} · {flow.merchantName} · <EatTime at={flow.repayTime} />
          </dd>
        </div>
        <div>
          <dt>{t('field.writableCents')}</dt>
          <dd>
            <Money cents={flow.writableCents} />
          </dd>
        </div>
      </dl>
      {flow.orderNos.length > 0 && (
        <Callout intent="warning" icon={null}>
          {t('transfer.wrongBill', { orders: flow.orderNos.join(', ') })}{' '}
          <Link to={`/AdminContent/CollectionSystem/RollbackFlow?paymentCode=${encodeURIComponent(flow.paymentCode)}`}>
            {t('transfer.rollback')}
          </Link>
        </Callout>
      )}
    </>
  );
}
