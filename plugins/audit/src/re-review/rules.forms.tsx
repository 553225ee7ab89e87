import { eatDay, Failed, useText } from '@kituo/sdk';
import { reReview } from '@kituo/sdk/contracts';
import { BatchAction, fieldsOf, FormDrawer, merchantOptions, useDetail, useFormValues } from '@kituo/sdk/page';
import type { Action, Batch } from '@kituo/sdk/page';
import type { RulesRow } from './re-review-fields.ts';
import { RuleFields, valuesOf } from './rule-fields.tsx';
import type { RulesValues } from './rule-fields.tsx';

export interface CopyValues extends Record<string, unknown> {
  readonly fromMerchantNo: string | null;
  readonly effectiveFrom: string | null;
  readonly reason: string;
}
const copyFields = fieldsOf<CopyValues>();

/** One merchant's rules, what they would let in, and from when. */
export function RulesForm({ action }: { readonly action: Action<RulesRow, RulesValues> }) {
  const t = useText();
  return (
    <FormDrawer action={action} defaults={({ rules }) => valuesOf(rules)}>
      {(row) => (
        <RuleFields limitHint={t('reReview.usedToday', { count: row.usedToday })} dayHint={t('reReview.fromHint')}>
          <Admits merchantNo={row.merchantNo} />
        </RuleFields>
      )}
    </FormDrawer>
  );
}

/** How many of the last 30 days' refusals what is typed would let in. */
function Admits({ merchantNo }: { readonly merchantNo: string }) {
  const t = useText();
  const asked = reReview.configTry.request.safeParse({ merchantNo, rules: pick(useFormValues()) });
  const tried = useDetail(reReview.configTry, asked.success ? asked.data : null);
  if (!asked.success) return null;
  if (tried.error !== null) return <Failed error={tried.error} onRetry={tried.refresh} />;
  if (tried.data === null) return <p className="kp-muted">{t('reReview.looking')}</p>;
  return (
    <p className="kp-muted" aria-live="polite">
      {t('reReview.admits', { ...tried.data })}
    </p>
  );
}

function pick(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { enabled, dailySubmitLimit, perPersonLimit, sources, refuseCodes } = values;
  const { minDays, maxDays, targetStatus } = values;
  return { enabled, dailySubmitLimit, perPersonLimit, sources, refuseCodes, minDays, maxDays, targetStatus };
}

/** One merchant's rules at the selected ones; each awaits approval. */
export function CopyForm(props: {
  readonly batch: Batch<CopyValues>;
  readonly nameOf: (merchantNo: string) => string | null;
}) {
  const t = useText();
  const defaults = (): CopyValues => ({
    fromMerchantNo: null,
    effectiveFrom: eatDay(new Date()),
    reason: '',
  });
  return (
    <BatchAction batch={props.batch} nameOf={props.nameOf} defaults={defaults}>
      {({ count }) => (
        <>
          <p>{t('reReview.copyText', { count })}</p>
          <copyFields.Select name="fromMerchantNo" options={merchantOptions} />
          <copyFields.Date name="effectiveFrom" />
          <copyFields.Text name="reason" isLong maxLength={200} />
        </>
      )}
    </BatchAction>
  );
}
