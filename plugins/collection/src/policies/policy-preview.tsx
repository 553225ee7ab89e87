import { Button, formatDate, Money, useText } from '@kituo/sdk';
import { CASES_TEXTS } from '@kituo/sdk/cases';
import type { aiAllocation, casePolicy, policyPreview } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import { useState } from 'react';

type Endpoint = typeof casePolicy.levelSimulate | typeof casePolicy.reminderSimulate | typeof aiAllocation.simulate;

/** What the policy in the form would do with tomorrow's cases, before it is submitted. Sits at the end of its form. */
export function PolicyPreview(props: {
  readonly endpoint: Endpoint;
  /** Of a policy that is changed. */
  readonly ruleId: string | undefined;
  /** What of the form is the policy. */
  readonly valueOf: (values: Readonly<Record<string, unknown>>) => unknown;
}) {
  const t = useText();
  const { merchantNo, effectiveFrom: _from, reason: _reason, ...values } = useFormValues();
  const typed = props.endpoint.request.safeParse({
    merchantNo,
    value: props.valueOf(values),
    ...(props.ruleId !== undefined && { ruleId: props.ruleId }),
  });
  const [asked, setAsked] = useState<string | null>(null);
  const now = typed.success ? JSON.stringify(typed.data) : null;
  const isShown = asked !== null && asked === now;
  const detail = useDetail(props.endpoint, isShown && typed.success ? typed.data : null);
  return (
    <section aria-label={t('policyPreview.title')} aria-live="polite">
      <Button
        text={t('policyPreview.title')}
        disabled={now === null || isShown}
        onClick={() => {
          setAsked(now);
        }}
      />
      {now === null && <p className="kp-muted">{t('policyPreview.incomplete')}</p>}
      {isShown && <Answered detail={detail}>{(found) => <Found of={found} />}</Answered>}
    </section>
  );
}

function Found({ of }: { readonly of: policyPreview.PolicyPreview }) {
  const t = useText();
  const cases = useText(CASES_TEXTS);
  const list = (counts: readonly { readonly why: string; readonly cases: number }[], key: string) =>
    counts.map(({ why, cases: count }) => `${cases(`${key}.${why}`)} ${count}`).join(', ');
  return (
    <>
      <p>
        {t('policyPreview.cases', { day: formatDate(of.day), count: of.cases })} <Money cents={of.amountCents} />
      </p>
      {of.steps.length > 0 && (
        <p>{of.steps.map((one) => `${t(`REMINDER_STEP.${one.step}`)} ${one.cases}`).join(', ')}</p>
      )}
      {of.people.length > 0 && (
        <table className="cases-table">
          <thead>
            <tr>
              <th scope="col">{cases('field.collectorName')}</th>
              <th scope="col" className="cases-right">
                {cases('cases.gets')}
              </th>
              <th scope="col" className="cases-right">
                {cases('field.dueCents')}
              </th>
              <th scope="col">{cases('cases.why')}</th>
              <th scope="col" className="cases-right">
                {cases('cases.openThen')}
              </th>
            </tr>
          </thead>
          <tbody>
            {of.people.map((one) => (
              <tr key={one.userNo}>
                <td>
                  {one.realName}
                  <div className="kp-muted">
                    {t(one.isAiEmployee ? 'policyPreview.ai' : `policyPreview.${one.employeeCategory}`)}
                  </div>
                </td>
                <td className="cases-right">{one.cases}</td>
                <td className="cases-right">
                  <Money cents={one.amountCents} />
                </td>
                <td>{list(one.reasons, 'CASE_GIVEN_WHY')}</td>
                <td className="cases-right">{one.openCases + one.cases}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {of.fairness !== null && <p>{t('policyPreview.fairness', { percent: of.fairness })}</p>}
      {of.left.length > 0 && <p>{t('policyPreview.left', { reasons: list(of.left, 'CASE_LEFT_WHY') })}</p>}
    </>
  );
}
