import { Failed, Link, useCan, useText } from '@kituo/sdk';
import { reReview } from '@kituo/sdk/contracts';
import { DescriptionList, DetailDrawer, known, Reveal, useDetail } from '@kituo/sdk/page';
import type { Column } from '@kituo/sdk/page';
import type { ReReviewRow } from './re-review-fields.ts';

/** One order of the list, the phone as it was first submitted, and the way to its file. */
export function ReReviewDetail(props: {
  readonly opened: ReReviewRow | null;
  readonly columns: readonly Column<ReReviewRow>[];
  readonly onClose: () => void;
}) {
  const { opened } = props;
  const t = useText();
  const maySeePhone = useCan('audit:orderReview:originalPhone');
  return (
    <DetailDrawer
      detail={known(opened)}
      isOpen={opened !== null}
      title={opened?.orderNo ?? t('reReview.title')}
      onClose={props.onClose}
    >
      {(row) =>
        row === null ? null : (
          <>
            <DescriptionList of={row} columns={props.columns} />
            {maySeePhone && <OriginalPhone orderNo={row.orderNo} />}
            <p>
              <Link to={`/AdminContent/OrderDetailAudit/OrderDetail?orderNo=${row.orderNo}&source=RejectOrderReview`}>
                {t('reReview.openOrder')}
              </Link>
            </p>
          </>
        )
      }
    </DetailDrawer>
  );
}

function OriginalPhone({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  const phone = useDetail(reReview.originalPhone, { orderNo });
  if (phone.error !== null) return <Failed error={phone.error} onRetry={phone.refresh} />;
  if (phone.data === null) return null;
  return (
    <>
      <h3 className="kp-section-title">{t('reReview.originalPhone')}</h3>
      <p>
        <Reveal
          kind="reReview.originalPhone"
          subjectNo={orderNo}
          masked={phone.data.phone}
          code="audit:orderReview:originalPhone"
        />{' '}
        <span className="kp-muted">{t(phone.data.isCorrected ? 'reReview.corrected' : 'reReview.notCorrected')}</span>
      </p>
    </>
  );
}
