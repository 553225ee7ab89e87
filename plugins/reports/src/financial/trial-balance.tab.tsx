import { formatDateTime, Money, useText } from '@kituo/sdk';
import { ledger } from '@kituo/sdk/contracts';
import {
  Answered,
  DataTable,
  defineColumns,
  defineDictionary,
  ListPage,
  money,
  number,
  status,
  text,
  useDetail,
  useLayout,
  useRows,
} from '@kituo/sdk/page';

type Account = (typeof ledger.trialBalance.reply)['_zod']['output']['accounts'][number];

const ACCOUNT_KIND = defineDictionary('ACCOUNT_KIND', {
  ASSET: 'waiting',
  LIABILITY: 'waiting',
  EQUITY: 'waiting',
  INCOME: 'good',
  EXPENSE: 'attention',
  MEMO: 'waiting',
});
const columns = defineColumns<Account>([
  text('accountName', { width: 240, sortable: true }),
  number('accountCode', { width: 200, sortable: true }),
  status('accountKind', ACCOUNT_KIND, { sortable: true }),
  money('debitCents', { sortable: true }),
  money('creditCents', { sortable: true }),
  money('balanceCents', { sortable: true }),
]);

/** Every account with its sides: debits less credits come to 0. */
export function TrialBalanceTab() {
  const t = useText();
  const detail = useDetail(ledger.trialBalance, {});
  return <Answered detail={detail}>{(answer) => <Balance {...answer} title={t('trial.title')} />}</Answered>;
}

function Balance(props: {
  readonly title: string;
  readonly accounts: readonly Account[];
  readonly differenceCents: number;
  readonly driftedBillNos: readonly string[];
}) {
  const t = useText();
  const list = useRows<Account>({
    name: 'reports.trialBalance',
    rows: props.accounts,
    idOf: ({ accountCode }) => accountCode,
    columns,
    defaultSort: 'accountCode',
  });
  const layout = useLayout(list.name, columns);
  const isRight = props.differenceCents === 0 && props.driftedBillNos.length === 0;
  return (
    <ListPage list={list} title={props.title}>
      <p className="rp-as-of kp-muted" role="status">
        {t('figures.asOf', { time: formatDateTime(new Date().toISOString()) })}
        {' · '}
        <b className={isRight ? undefined : 'rp-wrong'}>
          {t('trial.difference')} <Money cents={props.differenceCents} />
          {props.driftedBillNos.length > 0 && ` · ${t('trial.drifted')} ${props.driftedBillNos.join(', ')}`}
        </b>
      </p>
      <DataTable list={list} layout={layout} label={props.title} nameOf={(row) => row.accountName} />
    </ListPage>
  );
}
