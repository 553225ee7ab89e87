import { call, Failed, formatMoney, Money, useCan, useText } from '@kituo/sdk';
import type { Translate } from '@kituo/sdk';
import { collection } from '@kituo/sdk/contracts';
import { fieldsOf, useDetail, useFormValues } from '@kituo/sdk/page';
import type { OptionSource } from '@kituo/sdk/page';
import { useEffect } from 'react';
import { deskOf } from './case-system.ts';
import type { CaseRow, DeskScope } from './case-system.ts';
import { CASE_ALLOT_MODE, ONE_CASE_MODE } from './case-words.ts';
import { CASES_TEXTS } from './cases-texts.ts';
import { GoAlong } from './go-along.tsx';
import type { Allotting } from './use-allot-actions.ts';

const { Segmented, TreeSelect, MultiSelect, Switch, Text, Select } = fieldsOf<Allotting>();

/** Collectors by department with what they have, who cannot take any more last. */
export function collectorOptions(scope: DeskScope, t: Translate): OptionSource {
  const { userTree } = deskOf(scope);
  return {
    kind: 'remote',
    name: `${userTree.name}:load`,
    load: async (signal) => {
      const groups = await call(userTree, {}, { signal, showLoading: false, quiet: true });
      return groups.map(({ deptName, collectionUsers }, index) => ({
        value: `group:${index}`,
        label: deptName,
        isDisabled: true,
        children: collectionUsers.map((one) => ({
          value: one.collectionUserNo,
          label: one.collectionUserName,
          isDisabled: !one.onShift || one.givenToday >= one.dailyCap,
          hint: t(`cases.${one.onShift ? 'load' : 'loadOff'}${scope === 'BOTH' ? 'Points' : ''}`, {
            points: one.loadPoints,
            category: t(`EMPLOYEE_CATEGORY.${one.employeeCategory}`),
            open: one.openCases,
            money: formatMoney(one.loanAmount),
            given: one.givenToday,
            cap: one.dailyCap,
          }),
        })),
      }));
    },
  };
}

/**
 * Who gets cases: one collector, whoever has room, or several with what each would get.
 *
 * @example <AllotPicker scope={scope} caseIds={ids} onPlan={actions.onPlan} isDivisible />
 */
export function AllotPicker(props: {
  readonly scope: DeskScope;
  readonly caseIds: readonly string[];
  /** True for many cases: they can be divided. */
  readonly isDivisible: boolean;
  readonly takesReason: boolean;
  /** The one case that is given: what goes along is named. */
  readonly row?: CaseRow;
  readonly onPlan: (plan: collection.AllotPreview['plan'] | null) => void;
}) {
  const { scope, isDivisible, takesReason, row } = props;
  const t = useText(CASES_TEXTS);
  const values = useFormValues();
  const source = collectorOptions(scope, t);
  const isHand = values['mode'] === 'HAND';
  const maySplit = useCan('collectionStage:case:split');
  const isDivided = !isHand && values['mode'] !== 'AUTO';
  return (
    <>
      {isDivisible ? (
        <Select name="mode" options={CASE_ALLOT_MODE[scope === 'BOTH' && takesReason ? 'AGAIN' : scope]} />
      ) : (
        !takesReason && <Segmented name="mode" options={ONE_CASE_MODE} />
      )}
      {isHand && <TreeSelect name="collectionUserNo" source={source} />}
      {isDivided && <MultiSelect name="collectionUserNos" source={source} />}
      {(scope === 'BOTH' || (scope === 'BILL' && maySplit)) && (
        <Switch name="takeSiblings" hint={t(scope === 'BILL' ? 'cases.siblingsHint' : 'cases.borrowerHint')} />
      )}
      {isHand && row !== undefined && <GoAlong scope={scope} row={row} source={source} />}
      {scope === 'BILL' && values['takeSiblings'] === false && <Text name="splitReason" maxLength={200} />}
      {takesReason && <Text name="reason" isLong maxLength={200} />}
      {isDivided && <Preview {...props} />}
    </>
  );
}

function Preview(props: {
  readonly scope: DeskScope;
  readonly caseIds: readonly string[];
  readonly onPlan: (plan: collection.AllotPreview['plan'] | null) => void;
}) {
  const { scope, caseIds, onPlan } = props;
  const t = useText(CASES_TEXTS);
  const { mode, collectionUserNos, takeSiblings } = useFormValues();
  const asked = collection.allotPreviewForm.safeParse({
    caseIds,
    mode,
    collectionUserNos,
    ...(scope === 'BILL' && { takeSiblings }),
    ...(scope === 'BOTH' && { sameBorrower: takeSiblings }),
  });
  const preview = useDetail(deskOf(scope).allotPreview, asked.success ? asked.data : null);
  const { data } = preview;
  useEffect(() => {
    onPlan(data === null || data.plan.length === 0 ? null : data.plan);
    return () => {
      onPlan(null);
    };
  }, [data, onPlan]);
  if (!asked.success) return <p className="kp-muted">{t('cases.chooseFirst')}</p>;
  if (preview.error !== null) return <Failed error={preview.error} onRetry={preview.refresh} />;
  if (data === null) return <p className="kp-muted">{t('cases.dividing')}</p>;
  return (
    <div aria-live="polite">
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
            {scope !== 'ORDER' && (
              <th scope="col" className="cases-right">
                {t('cases.borrowers')}
              </th>
            )}
            <th scope="col" className="cases-right">
              {t('cases.openThen')}
            </th>
            {scope === 'BOTH' && (
              <th scope="col" className="cases-right">
                {t('cases.pointsThen')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {data.people.map((one) => (
            <tr key={one.userNo}>
              <td>
                {one.realName}
                {one.refusal !== null && <div className="kp-muted">{one.refusal}</div>}
                {one.spoken > 0 && <div className="kp-muted">{t('cases.spoken', { count: one.spoken })}</div>}
                {one.unspoken > 0 && <div className="kp-muted">{t('cases.unspoken', { count: one.unspoken })}</div>}
              </td>
              <td className="cases-right">{one.cases}</td>
              <td>{one.levels.map(({ caseLevel, cases }) => `${caseLevel} ${cases}`).join(', ')}</td>
              <td className="cases-right">
                <Money cents={one.amountCents} />
              </td>
              {scope !== 'ORDER' && <td className="cases-right">{one.borrowers}</td>}
              <td className="cases-right">{one.openCases + one.cases}</td>
              {scope === 'BOTH' && (
                <td className="cases-right">
                  {one.loadPoints} → {one.loadPointsThen}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {data.siblings > 0 && <p className="kp-muted">{t('cases.siblings', { count: data.siblings })}</p>}
      {data.left.length > 0 && (
        <>
          <b>{t('cases.left', { count: data.left.length })}</b>
          <ul className="kp-facts">
            {data.left.slice(0, 5).map((one) => (
              <li key={one.caseId}>
                {one.caseId}: {one.refusal}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
