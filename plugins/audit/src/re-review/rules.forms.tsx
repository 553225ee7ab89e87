import { eatDay, useText } from '@kituo/sdk';
import { reReview } from '@kituo/sdk/contracts';
import type { reviewRules } from '@kituo/sdk/contracts';
import {
  BatchAction,
  fieldsOf,
  FormDrawer,
  merchantOptions,
  useDetail,
  useFormValues,
} from '@kituo/sdk/page';
import type { Action, Batch, OptionSource } from '@kituo/sdk/page';
import { codeOptions, RE_REVIEW_TARGET, SOURCE } from './re-review-fields.ts';
import type { RulesRow } from './re-review-fields.ts';

export interface RulesValues extends Record<string, unknown> {
  readonly enabled: boolean;
  readonly dailySubmitLimit: number | null;
  readonly perPersonLimit: number | null;
  readonly sources: string[];
  readonly refuseCodes: string[];
  readonly minDays: number | null;
  readonly maxDays: number | null;
  readonly targetStatus: string;
  readonly effectiveFrom: string | null;
  readonly reason: string;
}
export interface CopyValues extends Record<string, unknown> {
  readonly fromMerchantNo: string | null;
  readonly effectiveFrom: string | null;
  readonly reason: string;
}
const { Text, Number, Switch, Segmented, MultiSelect, Date: Day } = fieldsOf<RulesValues>();
const copyFields = fieldsOf<CopyValues>();
const SOURCES: OptionSource = { kind: 'dictionary', dictionary: SOURCE };

export function valuesOf({ rules }: RulesRow): RulesValues {
  return {
    ...rules,
    sources: [...rules.sources],
    refuseCodes: [...rules.refuseCodes],
    effectiveFrom: eatDay(new Date()),
    reason: '',
  };
}

/** The rules as the form holds them; what is not a number yet is refused by the contract. */
export function rulesOf(values: RulesValues): reviewRules.ReReviewRules {
  return {
    enabled: values.enabled,
    dailySubmitLimit: values.dailySubmitLimit ?? globalThis.Number.NaN,
    perPersonLimit: values.perPersonLimit ?? globalThis.Number.NaN,
    sources: (['MACHINE_REFUSED', 'REFUSED'] as const).filter((one) =>
      values.sources.includes(one),
    ),
    refuseCodes: [...values.refuseCodes],
    minDays: values.minDays ?? globalThis.Number.NaN,
    maxDays: values.maxDays ?? globalThis.Number.NaN,
    targetStatus: values.targetStatus === 'PENDING_REVIEW' ? 'PENDING_REVIEW' : 'TO_ALLOCATE',
  };
}

/** One merchant's rules, what they would let in, and from when. */
export function RulesForm({ action }: { readonly action: Action<RulesRow, RulesValues> }) {
  const t = useText();
  return (
    <FormDrawer action={action} defaults={valuesOf}>
      {(row) => (
        <>
          <Switch name="enabled" />
          <div className="kp-pair">
            <Number
              name="dailySubmitLimit"
              hint={t('reReview.usedToday', { count: row.usedToday })}
            />
            <Number name="perPersonLimit" />
          </div>
          <MultiSelect name="sources" source={SOURCES} />
          <MultiSelect
            name="refuseCodes"
            isOptional
            source={codeOptions}
            hint={t('reReview.codesHint')}
          />
          <div className="kp-pair">
            <Number name="minDays" unit={t('config.days')} />
            <Number name="maxDays" unit={t('config.days')} />
          </div>
          <Segmented name="targetStatus" options={RE_REVIEW_TARGET} />
          <Admits merchantNo={row.merchantNo} />
          <Day name="effectiveFrom" hint={t('reReview.fromHint')} />
          <Text name="reason" isLong maxLength={200} hint={t('config.reasonHint')} />
        </>
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
  return { enabled, dailySubmitLimit, perPersonLimit, sources, refuseCodes, minDays, maxDays, targetStatus }; // prettier-ignore
}

/** One merchant's rules at the selected ones; each waits for a second person. */
export function CopyForm(props: {
  readonly batch: Batch<CopyValues>;
  readonly nameOf: (merchantNo: string) => string | null;
}) {
  const t = useText();
  const defaults = (): CopyValues => ({
    ...{ fromMerchantNo: null, effectiveFrom: eatDay(new Date()), reason: '' },
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
