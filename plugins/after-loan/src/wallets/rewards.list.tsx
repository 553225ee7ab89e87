import { lastDays, useText } from '@kituo/sdk';
import { change, wallet } from '@kituo/sdk/contracts';
import { DescriptionList, fieldsOf, FormDrawer, ListScreen, onPage, useAction, useListPage } from '@kituo/sdk/page';
import { useState } from 'react';
import { REWARD_TYPE } from '../parts/codes.ts';
import { rewardColumns, rewardFilters } from './wallet-fields.ts';
import type { RewardRow } from './wallet-fields.ts';
import { WalletStatement } from './wallet-statement.tsx';

interface GrantValues extends Record<string, unknown> {
  readonly customerNo: string;
  readonly rewardType: wallet.RewardRow['rewardType'];
  readonly causeNo: string;
  readonly amountCents: number | null;
  readonly reason: string;
}
const { Text, Select, Money } = fieldsOf<GrantValues>();

/** Rewards that fed wallets; one granted by hand awaits approval. */
export function RewardList() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { grantTime: `${from}..${to}` };
  });
  const screen = useListPage<RewardRow>({
    load: wallet.rewardPage,
    idOf: (row) => row.rewardNo,
    columns: rewardColumns,
    filters: rewardFilters,
    defaultSort: '-grantTime',
    initial,
    file: { endpoint: wallet.rewardExport, jobKind: 'wallets.exportRewards' },
  });
  const grant = useAction({
    name: 'rewardGrant',
    endpoint: wallet.grant,
    request: (_nothing: null, values: GrantValues) => ({ ...values, amountCents: values.amountCents ?? Number.NaN }),
    list: { refresh: screen.list.refresh },
    waitsIn: change.changeFamilies.walletBatch,
  });
  return (
    <ListScreen
      of={screen}
      title={t('wallet.rewards')}
      nameOf={(row) => row.rewardNo}
      pageActions={[onPage(grant, null)]}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={rewardColumns} />
          <WalletStatement customerNo={row.customerNo} />
        </>
      )}
    >
      <FormDrawer
        action={grant}
        defaults={(): GrantValues => ({
          customerNo: '',
          rewardType: 'TASK',
          causeNo: '',
          amountCents: null,
          reason: '',
        })}
      >
        <Text name="customerNo" maxLength={64} />
        <Select name="rewardType" options={REWARD_TYPE} />
        <Text name="causeNo" maxLength={64} hint={t('wallet.causeHint')} />
        <Money name="amountCents" />
        <Text name="reason" isLong maxLength={200} />
      </FormDrawer>
    </ListScreen>
  );
}
