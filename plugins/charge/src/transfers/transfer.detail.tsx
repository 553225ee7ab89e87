import { EatTime, Money, useCan, useText } from '@kituo/sdk';
import { transfer } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, FileList, History } from '@kituo/sdk/page';
import { PayoutAttempts, PostedJournals } from '@kituo/sdk/payments';
import { Part } from '../parts/part.tsx';
import { detailColumns, type TransferRow } from './transfer-fields.ts';

/** One transfer: the request, what it holds, its attempts, journals and trail. */
export function TransferDetail({ row }: { readonly row: TransferRow }) {
  const seesPayee = useCan('charge:transfer:detail');
  const submits = useCan('charge:transfer:submit');
  const audits = useCan('charge:transfer:audit');
  const isWhole = seesPayee || submits || audits;
  return isWhole ? <Whole row={row} /> : <DescriptionList of={row} columns={detailColumns} />;
}

function Whole({ row: { transferNo } }: { readonly row: TransferRow }) {
  const t = useText();
  return (
    <DetailOf endpoint={transfer.detail} request={{ transferNo }}>
      {({ row, flow, vouchers, journals, history }) => (
        <>
          <DescriptionList of={row} columns={detailColumns} />
          {flow !== null && (
            <Part title={t('transfer.hold')}>
              <p>
                {flow.paymentCode} · <Money cents={flow.amountCents} /> · <EatTime at={flow.repayTime} />
              </p>
              <p>
                {t('field.heldCents')}: <Money cents={flow.heldCents} /> · {t('field.writableCents')}:{' '}
                <Money cents={flow.writableCents} />
              </p>
            </Part>
          )}
          <Part title={t('voucher.title')}>
            <FileList files={vouchers} none={t('voucher.none')} />
          </Part>
          <Part title={t('detail.attempts')}>
            <PayoutAttempts subjectType="TRANSFER" subjectNo={row.transferNo} />
          </Part>
          <Part title={t('detail.journals')}>
            <PostedJournals journals={journals} />
          </Part>
          <Part title={t('tab.history')}>
            <History
              entries={history}
              titleOf={({ action }) => t(`history.${action}`)}
              textOf={({ reason }) => reason ?? undefined}
            />
          </Part>
        </>
      )}
    </DetailOf>
  );
}
