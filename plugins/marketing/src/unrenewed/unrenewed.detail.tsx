import { formatMoney, useText } from '@kituo/sdk';
import { unrenewedLoanSms } from '@kituo/sdk/contracts';
import {
  Answered,
  defineColumns,
  count,
  day,
  DescriptionList,
  DetailOf,
  History,
  money,
  text,
  useDetail,
} from '@kituo/sdk/page';
import { unrenewedColumns, type UnrenewedRow } from './unrenewed-fields.ts';

type StepShown = unrenewedLoanSms.StepResult & {
  readonly templateName: string;
  readonly coupon: string | null;
  readonly significance: string;
};
const stepColumns = defineColumns<StepShown>([
  text('templateName', { width: 180 }),
  text('coupon', { width: 160 }),
  count('sent', { width: 80 }),
  count('delivered', { width: 80 }),
  count('renewed', { width: 80 }),
  count('heldOut', { width: 80 }),
  count('heldOutRenewed', { width: 80 }),
  money('costCents', { width: 110 }),
  text('significance', { width: 180 }),
]);
const sampleColumns = defineColumns<{
  readonly customerName: string;
  readonly phone: string;
  readonly settledOn: string;
}>([
  text('customerName', { mask: 'text', width: 160 }),
  text('phone', { mask: 'phone', width: 140 }),
  day('settledOn', { width: 120 }),
]);

/** A strategy: its steps against the hold-out, whom they reach today, and its runs. */
export function UnrenewedDetail({ configNo }: { readonly configNo: string }) {
  const t = useText();
  const said = ({ pValue }: unrenewedLoanSms.StepResult) => {
    if (pValue === null) return t('task.noFigure');
    return t(pValue < 0.05 ? 'task.isSignificant' : 'task.notSignificant', { p: pValue.toFixed(4) });
  };
  return (
    <DetailOf endpoint={unrenewedLoanSms.detail} request={{ configNo }}>
      {({ row, steps, runs, skips, history }) => (
        <>
          <DescriptionList of={row} columns={unrenewedColumns} />
          {steps.map((one, at) => (
            <section key={one.stepNo}>
              <h3 className="kp-section-title">{stepTitle(t, row, at)}</h3>
              <DescriptionList
                of={{
                  ...one,
                  templateName: row.steps[at]?.templateName ?? '',
                  coupon: row.steps[at]?.couponContent ?? null,
                  significance: said(one),
                }}
                columns={stepColumns}
              />
            </section>
          ))}
          <Today configNo={configNo} />
          <Facts
            title={t('unrenewed.skips')}
            of={skips.map(({ reason, people }) =>
              t('unrenewed.skip', { reason: t(`UNRENEWED_SKIP.${reason}`), count: people }),
            )}
          />
          <Facts title={t('unrenewed.runs')} of={runs.map((one) => runText(t, one))} />
          <History isTitled entries={history} titleOf={({ action }) => t(`history.${action}`)} />
        </>
      )}
    </DetailOf>
  );
}

type Translate = ReturnType<typeof useText>;

function stepTitle(t: Translate, { steps }: UnrenewedRow, at: number): string {
  const step = steps[at];
  return t('unrenewed.stepTitle', { place: at + 1, days: step?.daysSinceSettled ?? 0, time: step?.sendTime ?? '' });
}

function runText(t: Translate, run: unrenewedLoanSms.NudgeRun): string {
  const { businessDate, stepNo, status, due, sent, skipped, heldOut, reason } = run;
  const outcome = t(`unrenewed.run.${status}`);
  const counted = t('unrenewed.runCount', { due, sent, skipped, heldOut });
  const base = t('unrenewed.runOf', { date: businessDate, place: stepNo, outcome });
  return [base, due > 0 ? counted : null, reason].filter((one) => one !== null).join(' · ');
}

function Facts({ title, of }: { readonly title: string; readonly of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <section>
      <h3 className="kp-section-title">{title}</h3>
      <ul className="kp-facts">
        {of.map((line, index) => (
          <li key={`${index} ${line}`}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function Today({ configNo }: { readonly configNo: string }) {
  const t = useText();
  const today = useDetail(unrenewedLoanSms.preview, { configNo });
  return (
    <section>
      <h3 className="kp-section-title">{t('unrenewed.today')}</h3>
      <Answered detail={today}>
        {(data) => (
          <>
            <ul className="kp-facts">
              {data.steps.map((one) => (
                <li key={one.stepNo}>
                  {t('unrenewed.todayStep', {
                    place: one.stepNo,
                    count: one.messages,
                    skipped: one.skipped,
                    heldOut: one.heldOut,
                    cost: formatMoney(one.costCents),
                  })}
                </li>
              ))}
            </ul>
            {data.sample.map((one) => (
              <DescriptionList
                key={`${one.stepNo} ${one.phone} ${one.customerName}`}
                of={one}
                columns={sampleColumns}
              />
            ))}
          </>
        )}
      </Answered>
    </section>
  );
}
