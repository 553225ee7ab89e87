import { Callout, EatTime, formatMoney, Money, useText } from '@kituo/sdk';
import { prepaid, type ReplyOf } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, FileList, History } from '@kituo/sdk/page';
import { PostedJournals } from '@kituo/sdk/payments';
import { Part } from '../parts/part.tsx';
import { rechargeColumns } from './recharge-fields.ts';

type Recharge = ReplyOf<typeof prepaid.recharge>;

/** The certificate beside the payment that came in under the same serial number. */
function Evidence({ recharge: { row, flow, vouchers } }: { readonly recharge: Recharge }) {
  const t = useText();
  return (
    <>
      <Part title={t('recharge.vouchers')}>
        <FileList files={vouchers} none={t('voucher.none')} />
      </Part>
      <Part title={t('recharge.flow')}>
        {flow === null ? (
          <p className="kp-muted">{t('recharge.noFlow')}</p>
        ) : (
          <p>
            {flow.flowNo} · <Money cents={flow.amountCents} /> · <EatTime at={flow.repayTime} />
          </p>
        )}
        {flow !== null && row.rechargeStatus === 'PENDING' && flow.amountCents === row.amountCents && (
          <p className="kp-muted">{t('recharge.takesPayment')}</p>
        )}
        {flow !== null && flow.amountCents !== row.amountCents && (
          <Callout intent="warning" icon={null}>
            {t('recharge.differs', {
              flow: formatMoney(flow.amountCents),
              recharge: formatMoney(row.amountCents),
            })}
          </Callout>
        )}
      </Part>
    </>
  );
}

/** What a person decides on: the recharge, its certificate and the payment of its serial number. */
export function RechargeEvidence({ rechargeNo }: { readonly rechargeNo: string }) {
  return (
    <DetailOf endpoint={prepaid.recharge} request={{ rechargeNo }}>
      {(recharge) => (
        <>
          <DescriptionList of={recharge.row} columns={rechargeColumns} />
          <Evidence recharge={recharge} />
        </>
      )}
    </DetailOf>
  );
}

/** A recharge with evidence, journals and trail. */
export function RechargeDetail({ rechargeNo }: { readonly rechargeNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={prepaid.recharge} request={{ rechargeNo }}>
      {(recharge) => (
        <>
          <DescriptionList of={recharge.row} columns={rechargeColumns} />
          <Evidence recharge={recharge} />
          <Part title={t('detail.journals')}>
            <PostedJournals journals={recharge.journals} />
          </Part>
          <Part title={t('detail.history')}>
            <History
              entries={recharge.history}
              titleOf={({ action }) => t(`history.${action}`)}
              textOf={({ reason }) => reason ?? undefined}
            />
          </Part>
        </>
      )}
    </DetailOf>
  );
}
