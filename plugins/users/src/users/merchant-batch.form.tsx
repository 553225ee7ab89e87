import { formatCount, useText } from '@kituo/sdk';
import { user } from '@kituo/sdk/contracts';
import { BatchAction, fieldsOf, MERCHANT_MODE, useDetail, useFormValues, useOptions } from '@kituo/sdk/page';
import type { Batch } from '@kituo/sdk/page';
import { merchants } from './user-fields.ts';
import type { MerchantBatch } from './use-user-actions.ts';

const { Segmented, MultiSelect, Text } = fieldsOf<Record<'mode' | 'merchantNos' | 'reason', unknown>>();
/** Lines of the preview; the counts above them cover everyone. */
const PREVIEW_LINES = 8;

/** Adds, removes or replaces merchants of many people, with what that does to each before it is sent. */
export function MerchantBatchForm(props: {
  readonly batch: Batch<MerchantBatch>;
  readonly nameOf: (userNo: string) => string | null;
}) {
  const t = useText();
  return (
    <BatchAction
      batch={props.batch}
      nameOf={props.nameOf}
      defaults={(): MerchantBatch => ({ mode: 'ADD', merchantNos: [], reason: '' })}
    >
      {({ ids }) => (
        <>
          <Segmented name="mode" options={MERCHANT_MODE} />
          <MultiSelect name="merchantNos" source={merchants} />
          <Preview userNos={ids ?? []} />
          <Text name="reason" isOptional maxLength={200} hint={t('form.askedForHint')} />
        </>
      )}
    </BatchAction>
  );
}

function Preview(props: { readonly userNos: readonly string[] }) {
  const t = useText();
  const namesOf = useMerchantNames();
  const values = useFormValues();
  const asked = user.batchUpdateMerchantNoPreview.request.safeParse({
    mode: values['mode'],
    merchantNos: values['merchantNos'],
    userNos: props.userNos,
  });
  const isComplete = asked.success && (asked.data.merchantNos.length > 0 || asked.data.mode === 'REPLACE');
  const preview = useDetail(user.batchUpdateMerchantNoPreview, isComplete && asked.success ? asked.data : null);
  if (!isComplete) return <p className="kp-muted">{t('batch.chooseFirst')}</p>;
  if (preview.error !== null) return <p role="alert">{preview.error.msg}</p>;
  if (preview.data === null) return <p className="kp-muted">{t('batch.looking')}</p>;
  const { succeeded, unchanged, failed } = preview.data;
  const items = preview.data.items.slice(0, PREVIEW_LINES);
  const others = succeeded + unchanged + failed - items.length;
  return (
    <div aria-live="polite">
      <p>
        {t('batch.preview', {
          succeeded: formatCount(succeeded),
          unchanged: formatCount(unchanged),
          failed: formatCount(failed),
        })}
      </p>
      <ul className="kp-facts">
        {items.map((item) => (
          <li key={item.userNo}>
            <b>{item.realName ?? item.userNo}</b>{' '}
            {item.result === 'FAILED'
              ? item.reason
              : t('batch.change', {
                  before: namesOf(item.before) || t('batch.none'),
                  after: namesOf(item.after) || t('batch.none'),
                })}
          </li>
        ))}
      </ul>
      {others > 0 && <p className="kp-muted">{t('batch.more', { count: others })}</p>}
    </div>
  );
}

/** Merchants by name; one that the reader does not see keeps its number. */
function useMerchantNames(): (merchantNos: readonly string[]) => string {
  const { options } = useOptions(merchants);
  const all = options.flatMap(({ children = [] }) => children);
  const names = new Map(all.map(({ value, label }) => [value, label]));
  return (merchantNos) => merchantNos.map((no) => names.get(no) ?? no).join(', ');
}
