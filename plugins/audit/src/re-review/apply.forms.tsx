import { Failed, useText } from '@kituo/sdk';
import { reReview } from '@kituo/sdk/contracts';
import { BatchAction, fieldsOf, FormDialog, useDetail } from '@kituo/sdk/page';
import type { Action, AttachedFile, Batch } from '@kituo/sdk/page';
import type { ReReviewRow } from './re-review-fields.ts';

export interface ApplyValues extends Record<string, unknown> {
  readonly applyReason: string;
  readonly file: AttachedFile | null;
}
const { Text, File } = fieldsOf<ApplyValues>();
/** Lines of the preview; the counts above them cover all. */
const SHOWN = 6;

/** One order: why it is worth a second look, and what speaks for it. */
export function ApplyForm(props: { readonly action: Action<ReReviewRow, ApplyValues> }) {
  const t = useText();
  return (
    <FormDialog action={props.action} defaults={(): ApplyValues => ({ applyReason: '', file: null })}>
      {(row) => (
        <>
          <p>
            {row.firstAuditorName === null
              ? t('reReview.byMachine', { code: row.refuseCode ?? '-' })
              : t('reReview.byPerson', { name: row.firstAuditorName, code: row.refuseCode ?? '-' })}
          </p>
          <Text name="applyReason" isLong maxLength={200} />
          <File name="file" isOptional subjectType="order" subjectNo={row.orderNo} hint={t('reReview.fileHint')} />
        </>
      )}
    </FormDialog>
  );
}

type BatchValues = Pick<ApplyValues, 'applyReason'>;

/** Many orders: which fit today, and what remains after that. */
export function ApplyBatchForm(props: { readonly batch: Batch<BatchValues> }) {
  return (
    <BatchAction batch={props.batch} defaults={(): BatchValues => ({ applyReason: '' })}>
      {({ ids }) => (
        <>
          <Preview orderNos={ids ?? []} />
          <Text name="applyReason" isLong maxLength={200} />
        </>
      )}
    </BatchAction>
  );
}

function Preview({ orderNos }: { readonly orderNos: readonly string[] }) {
  const t = useText();
  const check = useDetail(reReview.check, orderNos.length === 0 ? null : { orderNos: [...orderNos] });
  if (check.error !== null) return <Failed error={check.error} onRetry={check.refresh} />;
  if (check.data === null) return <p className="kp-muted">{t('reReview.looking')}</p>;
  const { fitting, remainingAfter, items } = check.data;
  const blocked = items.filter((item) => item.blocked !== null);
  return (
    <div aria-live="polite">
      <p>{t('reReview.submitMany', { count: fitting, left: remainingAfter })}</p>
      <ul className="kp-facts">
        {blocked.slice(0, SHOWN).map((item) => (
          <li key={item.orderNo}>
            <b>{item.orderNo}</b> {item.blocked?.msg}
          </li>
        ))}
      </ul>
      {blocked.length > SHOWN && <p className="kp-muted">{t('reReview.more', { count: blocked.length - SHOWN })}</p>}
    </div>
  );
}
