import { useText } from '@kituo/sdk';
import { refund } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, FileList, History } from '@kituo/sdk/page';
import { PayoutAttempts, PostedJournals } from '@kituo/sdk/payments';
import { Part } from '../parts/part.tsx';
import { RefundEvidence } from './refund-evidence.tsx';
import { refundFacts } from './refund-fields.ts';

/** One refund: what a decision rests on, its attempts, journals and the trail of its three states. */
export function RefundDetail({ refundNo }: { readonly refundNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={refund.detail} request={{ refundNo }}>
      {(info) => (
        <>
          <DescriptionList of={info} columns={refundFacts} />
          <RefundEvidence info={info} />
          <Part title={t('voucher.title')}>
            <FileList files={info.vouchers} none={t('voucher.none')} />
          </Part>
          <Part title={t('detail.attempts')}>
            <PayoutAttempts subjectType="REFUND" subjectNo={refundNo} />
          </Part>
          <Part title={t('detail.journals')}>
            <PostedJournals journals={info.journals} />
          </Part>
          <Part title={t('tab.history')}>
            <History
              entries={info.history}
              titleOf={({ action }) => t(`history.${action}`)}
              textOf={({ after, reason }) => (
                <>
                  {[
                    stateOf(after, 'refundStatus', (code) => t(`refundState.${code}`)),
                    stateOf(after, 'verifyStatus', (code) => t(`REFUND_VERIFY_STATUS.${code}`)),
                    reason,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </>
              )}
            />
          </Part>
        </>
      )}
    </DetailOf>
  );
}

function stateOf(
  after: Readonly<Record<string, unknown>> | null,
  field: string,
  wordOf: (code: string) => string,
): string | null {
  const code = after?.[field];
  return typeof code === 'string' ? wordOf(code) : null;
}
