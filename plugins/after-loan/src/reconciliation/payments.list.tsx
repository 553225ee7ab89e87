import { useText } from '@kituo/sdk';
import { change, flow } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  fieldsOf,
  FormDialog,
  ListScreen,
  useAction,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { FlowDetail } from '../flows/flow-detail.tsx';
import { flowColumns, paymentFilters } from '../flows/flow-fields.ts';
import type { FlowRow } from '../flows/flow-fields.ts';

interface Stated extends Record<string, unknown> {
  readonly reason: string;
}
interface Adjusted extends Stated {
  readonly statementCents: number | null;
}
const { Money: Amount, Text } = fieldsOf<Adjusted>();

/** Payments as we booked them: one that the channel should take back, took back, or states otherwise. */
export function PaymentList() {
  const t = useText();
  const screen = useListPage<FlowRow>({
    load: flow.page,
    idOf: (row) => row.flowNo,
    columns: flowColumns,
    filters: paymentFilters,
    defaultSort: '-repayTime',
    file: { endpoint: flow.exportList, jobKind: 'flows.export' },
  });
  useRefreshOn('change', screen.list.refresh);
  const list = { refresh: screen.list.refresh };
  const facts = ({ paymentCode }: FlowRow) => ({ name: paymentCode });
  const stated = ({ flowNo }: FlowRow, { reason }: Stated) => ({ flowNo, reason });
  const requestReversal = useAction({
    name: 'requestReversal',
    endpoint: flow.requestReversal,
    request: stated,
    list,
    waitsIn: change.changeFamilies.flow,
    facts,
    isDangerous: true,
  });
  const waitsIn = change.changeFamilies.reconDifference;
  const reverse = useAction({
    name: 'flowReverse',
    endpoint: flow.reverse,
    request: stated,
    list,
    waitsIn,
    facts,
    isDangerous: true,
  });
  const adjust = useAction({
    name: 'flowAdjust',
    endpoint: flow.adjust,
    request: ({ flowNo }: FlowRow, { statementCents, reason }: Adjusted) => ({
      flowNo,
      statementCents: statementCents ?? Number.NaN,
      reason,
    }),
    list,
    waitsIn,
    facts,
  });
  return (
    <ListScreen
      of={screen}
      title={t('recon.payments')}
      nameOf={(row) => row.paymentCode}
      rowActions={[
        allowedAs(requestReversal, 'requestReversal'),
        allowedAs(reverse, 'reverse'),
        allowedAs(adjust, 'adjust'),
      ]}
      detail={(row) => <FlowDetail row={row} />}
    >
      <AskReason action={requestReversal}>
        <p>{t('recon.reversalText')}</p>
      </AskReason>
      <AskReason action={reverse}>
        <p>{t('recon.reverseText')}</p>
      </AskReason>
      <FormDialog action={adjust} defaults={(row): Adjusted => ({ statementCents: row.flowAmountCents, reason: '' })}>
        <Amount name="statementCents" hint={t('recon.adjustHint')} />
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
    </ListScreen>
  );
}
