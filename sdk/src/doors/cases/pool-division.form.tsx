import { Money, useText } from '@kituo/sdk';
import { poolDivision } from '@kituo/sdk/contracts';
import {
  ActionButton,
  fieldsOf,
  FormDialog,
  merchantOptions,
  useAction,
  useDetail,
  useFormValues,
} from '@kituo/sdk/page';
import { CASES_TEXTS } from './cases-texts.ts';
import type { CaseScope } from './case-system.ts';

interface Values extends Record<string, unknown> {
  readonly merchantNo: string | null;
}
const { Select } = fieldsOf<Values>();
const ENDPOINTS = { ORDER: poolDivision.byOrder, BILL: poolDivision.byBill } as const;

/**
 * Divides a merchant's pool by its policies, with who would get what and why before.
 *
 * @example <PoolDivision scope="ORDER" onDone={list.refresh} />
 */
export function PoolDivision({ scope, onDone }: { readonly scope: CaseScope; readonly onDone: () => void }) {
  const t = useText(CASES_TEXTS);
  const of = ENDPOINTS[scope];
  const action = useAction({
    name: 'casePool',
    words: t,
    endpoint: of.divide,
    request: (_nothing: null, { merchantNo }: Values) => ({ merchantNo: merchantNo ?? '' }),
    list: { refresh: onDone },
  });
  return (
    <>
      <ActionButton action={action} subject={null} />
      <FormDialog action={action} defaults={(): Values => ({ merchantNo: null })}>
        <Select name="merchantNo" options={merchantOptions} />
        <Preview of={of} />
      </FormDialog>
    </>
  );
}

function Preview({ of }: { readonly of: poolDivision.PoolEndpoints }) {
  const t = useText(CASES_TEXTS);
  const { merchantNo } = useFormValues();
  const { data } = useDetail(of.preview, typeof merchantNo === 'string' ? { merchantNo } : null);
  if (data === null) return typeof merchantNo === 'string' ? <p className="kp-muted">{t('cases.dividing')}</p> : null;
  const list = (counts: readonly { readonly why: string; readonly cases: number }[], key: string) =>
    counts.map(({ why, cases }) => `${t(`${key}.${why}`)} ${cases}`).join(', ');
  return (
    <div aria-live="polite">
      <p>{t('cases.pool', { count: data.cases, given: data.given })}</p>
      {data.people.length > 0 && (
        <table className="cases-table">
          <thead>
            <tr>
              <th scope="col">{t('field.collectorName')}</th>
              <th scope="col" className="cases-right">
                {t('cases.gets')}
              </th>
              <th scope="col">{t('field.caseLevel')}</th>
              <th scope="col" className="cases-right">
                {t('field.dueCents')}
              </th>
              <th scope="col">{t('cases.why')}</th>
              <th scope="col" className="cases-right">
                {t('cases.openThen')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.people.map((one) => (
              <tr key={one.userNo}>
                <td>
                  {one.realName}
                  <div className="kp-muted">
                    {t('cases.today', { given: one.givenToday + one.cases, cap: one.dailyCap })}
                  </div>
                </td>
                <td className="cases-right">{one.cases}</td>
                <td>{one.levels.map(({ caseLevel, cases }) => `${caseLevel} ${cases}`).join(', ')}</td>
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
      {data.rules.length > 0 && (
        <p className="kp-muted">
          {t('cases.byRules', {
            rules: data.rules.map(({ ruleName, cases }) => `${ruleName ?? t('cases.noRule')} ${cases}`).join(', '),
          })}
        </p>
      )}
      {data.left.length > 0 && <p>{t('cases.staysInPool', { reasons: list(data.left, 'CASE_LEFT_WHY') })}</p>}
    </div>
  );
}
