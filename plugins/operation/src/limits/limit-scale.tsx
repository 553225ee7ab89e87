import { eatDay, formatMoney, useText } from '@kituo/sdk';
import { loanLimit } from '@kituo/sdk/contracts';
import {
  Answered,
  BatchAction,
  fieldsOf,
  useBatch,
  useDetail,
  useFormValues,
  type BatchScope,
  type CodesOf,
  type List,
  type OptionSource,
} from '@kituo/sdk/page';
import type { LimitRow } from './limit-fields.ts';

type Part = CodesOf<typeof loanLimit.scaledPart>;
interface Values extends Record<string, unknown> {
  readonly percent: number | null;
  readonly scaledParts: Part[];
  readonly effectiveFrom: string;
  readonly reason: string;
}
const { Date: Day, MultiSelect, Number: Count, Text } = fieldsOf<Values>();
const PARTS = loanLimit.scaledPart.options;
const partOptions = (t: ReturnType<typeof useText>): OptionSource => ({
  kind: 'remote',
  // Kept by language: the labels are words of the page.
  name: `loanLimit.scaledParts ${t('field.scaledParts')}`,
  load: async () => await Promise.resolve(PARTS.map((part) => ({ value: part, label: t(`field.${part}`) }))),
});

/** The limits of several merchants by a percentage. */
export function useLimitScale(list: List<LimitRow>) {
  return useBatch({
    name: 'limitScale',
    endpoint: loanLimit.scaleMany,
    jobKind: 'loanLimits.scale',
    list,
    request: ({ ids }, { percent, scaledParts, effectiveFrom, reason }: Values) => ({
      subjectNos: [...(ids ?? [])],
      percent: percent ?? Number.NaN,
      scaledParts,
      effectiveFrom,
      reason,
    }),
  });
}

/** Its form, with what it does to each limit, and the job that comes of it. */
export function LimitScale(props: {
  readonly batch: ReturnType<typeof useLimitScale>;
  readonly nameOf: (subjectNo: string) => string | null;
}) {
  return (
    <BatchAction
      batch={props.batch}
      nameOf={props.nameOf}
      defaults={(): Values => ({
        percent: null,
        scaledParts: ['dailyAmountLimitCents', 'dailyOrderLimit'],
        effectiveFrom: eatDay(),
        reason: '',
      })}
    >
      {(scope) => <Fields scope={scope} />}
    </BatchAction>
  );
}

function Fields({ scope }: { readonly scope: BatchScope }) {
  const t = useText();
  const { percent, scaledParts } = useFormValues();
  const wanted = loanLimit.scalePreview.request.safeParse({ subjectNos: [...(scope.ids ?? [])], percent, scaledParts });
  const preview = useDetail(loanLimit.scalePreview, wanted.success ? wanted.data : null);
  return (
    <>
      <Count name="percent" unit="%" hint={t('limit.percentHint')} />
      <MultiSelect name="scaledParts" source={partOptions(t)} />
      <section aria-live="polite" aria-label={t('limit.preview')}>
        {wanted.success && (
          <Answered detail={preview}>
            {(rows) => (
              <ul className="kp-facts">
                {rows.map(
                  ({ subjectNo, merchantName, loanType, before, after, asksApproval, fault, usedTodayCents }) => (
                    <li key={subjectNo}>
                      {merchantName}, {t(`LOAN_TYPE.${loanType}`)}
                      {before &&
                        after &&
                        wanted.data.scaledParts.map((part) => (
                          <div key={part} className="kp-muted">
                            {t(`field.${part}`)}: {said(t, part, before[part])} → {said(t, part, after[part])}
                          </div>
                        ))}
                      {after && after.dailyAmountLimitCents >= 0 && after.dailyAmountLimitCents < usedTodayCents && (
                        <div className="kp-muted">{t('limit.below', { used: formatMoney(usedTodayCents) })}</div>
                      )}
                      <div className="kp-muted">{fault ?? t(asksApproval ? 'limit.awaits' : 'limit.applies')}</div>
                    </li>
                  ),
                )}
              </ul>
            )}
          </Answered>
        )}
      </section>
      <Day name="effectiveFrom" min={eatDay()} />
      <Text name="reason" isLong maxLength={200} />
    </>
  );
}

function said(t: ReturnType<typeof useText>, part: Part, value: number): string {
  if (value === loanLimit.UNLIMITED) return t('limit.unlimited');
  return part === 'dailyOrderLimit' ? String(value) : formatMoney(value);
}
