import { formatDateTime, formatMoney, Link, useText } from '@kituo/sdk';
import type { ApiError } from '@kituo/sdk';
import type { CommandPreview } from '@kituo/sdk/contracts';
import { PAYMENTS_TEXTS } from './payments-texts.ts';
import type { WriteOffPlan } from './write-off-state.ts';

const WAIVERS = {
  ORDER: '/AdminContent/CollectionSystem/DeductionAmountManagement',
  BILL: '/AdminContent/CollectionSystemNew/DeductionAmountManagementNew',
};
const SUPPLEMENT = '/AdminContent/AfterLoanSystem/FlowRecordSupplement';

/** What a cell of the table is refused for: `rows.<n>.<field>`. */
export function cellFault(error: ApiError | null, row: number, field: string): string | undefined {
  return error?.fields.some((one) => one.field === `rows.${row}.${field}`) === true ? error.msg : undefined;
}

/** Why a write-off cannot go through, and the way on from there. */
export function WriteOffRefusal(props: {
  readonly error: ApiError;
  readonly plan: WriteOffPlan;
  readonly onBill: (billNo: string) => void;
}) {
  const { error, plan, onBill } = props;
  const t = useText(PAYMENTS_TEXTS);
  const { orderNo, billNo, appliedAt, flowNo } = error.facts;
  const open = plan.bills.find(({ billStatus }) => billStatus === 'ACTIVE');
  return (
    <div className="bp6-callout bp6-intent-danger kp-fault" role="alert">
      {error.msg}
      {error.error === 'SERIAL_WRITTEN_OFF' && appliedAt !== undefined && (
        <div>{t('writeOff.usedOn', { on: String(billNo ?? orderNo), at: formatDateTime(String(appliedAt)) })}</div>
      )}
      {(error.error === 'SERIAL_NOT_FOUND' || error.error === 'SERIAL_NOT_CONFIRMED') && (
        <div>
          <Link to={SUPPLEMENT}>{t('writeOff.supplement')}</Link>
        </div>
      )}
      {error.error === 'SERIAL_REPEATED' && flowNo !== undefined && (
        <div>
          <Link to={`${SUPPLEMENT}?tab=flows&flowNo=${String(flowNo)}`}>
            {t('writeOff.heldFlow', { flow: String(flowNo) })}
          </Link>
        </div>
      )}
      {error.error === 'DEDUCTION_NEEDED' && (
        <div>
          {t('writeOff.deductionHint')}{' '}
          <Link to={`${WAIVERS[plan.collectionScope]}?orderNo=${plan.orderNo}`}>{t('writeOff.waivers')}</Link>
        </div>
      )}
      {error.error === 'EARLIER_BILL_OPEN' && open !== undefined && (
        <div>
          <button
            type="button"
            className="ks-link-button"
            onClick={() => {
              onBill(open.billNo);
            }}
          >
            {t('writeOff.earlier', { bill: open.billNo })}
          </button>
        </div>
      )}
    </div>
  );
}

/** What a person has to agree to before a write-off goes through. */
export function WriteOffConfirmations(props: {
  readonly preview: CommandPreview;
  readonly plan: WriteOffPlan;
  readonly billNo: string | null;
  readonly agreed: ReadonlySet<string>;
  readonly onAgree: (confirmation: string, isAgreed: boolean) => void;
}) {
  const { preview, plan, billNo, agreed, onAgree } = props;
  const t = useText(PAYMENTS_TEXTS);
  const outstanding = plan.bills.find((bill) => bill.billNo === billNo)?.outstanding;
  const surplusCents = preview.postings
    .filter(({ accountCode }) => accountCode === 'CUSTOMER_CREDIT')
    .reduce((sum, { amountCents }) => sum - amountCents, 0);
  const facts = {
    money: formatMoney(surplusCents),
    principal: formatMoney(outstanding?.PRINCIPAL ?? 0),
    interest: formatMoney(outstanding?.INTEREST ?? 0),
    service: formatMoney(outstanding?.SERVICE_FEE ?? 0),
  };
  return preview.confirmations.map((confirmation) => (
    <label key={confirmation} className={confirmation === 'BELOW_CORE' ? 'payments-agree-red' : 'payments-agree'}>
      <input
        type="checkbox"
        checked={agreed.has(confirmation)}
        onChange={(event) => {
          onAgree(confirmation, event.target.checked);
        }}
      />{' '}
      {t(`writeOff.confirm.${confirmation}`, facts)}
    </label>
  ));
}
