import { formatMoney, useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import {
  AskReason,
  BatchAction,
  BatchConfirm,
  fieldsOf,
  FormDialog,
  ListScreen,
  onPage,
  useListPage,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { useWaiver, WaiverForm } from '@kituo/sdk/waivers';
import { DeductionDetail } from './deduction-detail.tsx';
import { DEDUCTION_ENDPOINTS, DEDUCTION_FIELDS, type DeductionRow } from './deduction-fields.ts';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';
import { type ApproveValues, askedFor, useDeductionActions } from './use-deduction-actions.ts';

const { Money, Text } = fieldsOf<ApproveValues>();
const { Text: Reason } = fieldsOf<{ readonly reason: string }>();

/**
 * Waivers of one system: applied for, decided by another, those that expire first on top.
 *
 * @example <DeductionsScreen scope="ORDER" title={t('deductionAmountManagement.title')} />
 */
export function DeductionsScreen(props: { readonly scope: collection.CaseScope; readonly title: string }) {
  const { scope, title } = props;
  const t = useText(RECOVERIES_TEXTS);
  const { of, exportJob } = DEDUCTION_ENDPOINTS[scope];
  const screen = useListPage<DeductionRow>({
    load: of.page,
    idOf: (row) => row.deductionNo,
    ...DEDUCTION_FIELDS[scope],
    file: { endpoint: of.exportList, jobKind: exportJob },
  });
  // Expired at the end of the day, or used by a payment.
  useRefreshOnRows(screen.list, (row) => [row.deductionNo], ['deduction']);
  const actions = useDeductionActions(scope, screen.list);
  const waiver = useWaiver(scope, screen.list);
  const question = (row: DeductionRow) =>
    t(row.expectedPayCents === null ? 'deduction.askPlain' : 'deduction.ask', {
      money: formatMoney(row.requestedCents),
      what: scope === 'ORDER' ? row.orderNo : row.billNo,
      pay: formatMoney(row.expectedPayCents ?? 0),
    });
  return (
    <ListScreen
      of={screen}
      title={title}
      rowActions={actions.rowActions}
      pageActions={[onPage(waiver.apply, { orderNo: null })]}
      batches={[actions.approveMany, actions.rejectMany]}
      detail={({ deductionNo }) => <DeductionDetail scope={scope} deductionNo={deductionNo} />}
    >
      <FormDialog
        action={actions.approve}
        defaults={(row): ApproveValues => ({
          ...Object.fromEntries(askedFor(row).map(({ component, amountCents }) => [component, amountCents])),
          reason: '',
        })}
      >
        {(row) => (
          <>
            <p>{question(row)}</p>
            {askedFor(row).map(({ component }) => (
              <Money key={component} name={component} />
            ))}
            <Text name="reason" isOptional maxLength={200} />
          </>
        )}
      </FormDialog>
      <AskReason action={actions.reject} />
      <BatchConfirm
        batch={actions.approveMany}
        nameOf={(no) => no}
        describe={() => <p>{t('deduction.manyEffect')}</p>}
      />
      <BatchAction batch={actions.rejectMany} nameOf={(no) => no} defaults={() => ({ reason: '' })}>
        <Reason name="reason" isLong maxLength={200} />
      </BatchAction>
      <WaiverForm of={waiver} />
    </ListScreen>
  );
}
