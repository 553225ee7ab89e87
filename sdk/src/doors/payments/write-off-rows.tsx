import { Button, InputGroup, Money, useText } from '@kituo/sdk';
import type { ApiError } from '@kituo/sdk';
import { repayAccount } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import { PAYMENTS_TEXTS } from './payments-texts.ts';
import { cellFault } from './write-off-checks.tsx';
import { type CustomerFlow, rowOf, type TypedRow } from './write-off-state.ts';

const CHANNELS = ['MPESA', 'AIRTEL', 'BANK'];

/** The payments of a write-off, a row each: the serial number, what of it can be used, and how much is. */
export function WriteOffRows(props: {
  readonly rows: readonly TypedRow[];
  readonly flows: readonly CustomerFlow[];
  readonly error: ApiError | null;
  readonly onChange: (rows: readonly TypedRow[]) => void;
}) {
  const { rows, flows, error, onChange } = props;
  const t = useText(PAYMENTS_TEXTS);
  const edit = (id: number, change: Partial<TypedRow>): void => {
    onChange(rows.map((row) => (row.id === id ? { ...row, ...change } : row)));
  };
  const nextId = Math.max(0, ...rows.map(({ id }) => id)) + 1;
  const unused = flows.filter(
    (flow) => flow.writableCents > 0 && !rows.some(({ paymentCode }) => paymentCode === flow.paymentCode),
  );
  return (
    <>
      <table className="payments-why-lines payments-rows" aria-label={t('writeOff.flows')}>
        <thead>
          <tr>
            {['paymentCode', 'paymentChannel', 'flowAmountCents', 'writableCents', 'writeOffAmountCents'].map(
              (field) => (
                <th key={field} scope="col">
                  {t(`writeOff.${field}`)}
                </th>
              ),
            )}
            <th />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const flow = flows.find(
              (one) => one.paymentCode === row.paymentCode && one.paymentChannel === row.paymentChannel,
            );
            return (
              <tr key={row.id}>
                <td data-label={t('writeOff.paymentCode')}>
                  <InputGroup
                    aria-label={`${t('writeOff.paymentCode')} ${index + 1}`}
                    aria-invalid={cellFault(error, index, 'paymentCode') !== undefined}
                    intent={cellFault(error, index, 'paymentCode') === undefined ? 'none' : 'danger'}
                    value={row.paymentCode}
                    onValueChange={(paymentCode) => {
                      edit(row.id, { paymentCode });
                    }}
                  />
                </td>
                <td data-label={t('writeOff.paymentChannel')}>
                  <select
                    className="bp6-input"
                    aria-label={`${t('writeOff.paymentChannel')} ${index + 1}`}
                    value={row.paymentChannel}
                    onChange={(event) => {
                      edit(row.id, { paymentChannel: event.target.value });
                    }}
                  >
                    {CHANNELS.map((channel) => (
                      <option key={channel} value={channel}>
                        {t(`REPAY_CHANNEL.${channel}`)}
                      </option>
                    ))}
                  </select>
                </td>
                {row.typed === undefined ? (
                  <>
                    <td className="payments-why-money" data-label={t('writeOff.flowAmountCents')}>
                      {flow && <Money cents={flow.flowAmountCents} />}
                    </td>
                    <td className="payments-why-money" data-label={t('writeOff.writableCents')}>
                      {flow && <Money cents={flow.writableCents} />}
                    </td>
                  </>
                ) : (
                  <TypedPayment
                    typed={row.typed}
                    index={index}
                    error={error}
                    onChange={(typed) => {
                      edit(row.id, { typed });
                    }}
                  />
                )}
                <td data-label={t('writeOff.writeOffAmountCents')}>
                  <InputGroup
                    inputMode="decimal"
                    aria-label={`${t('writeOff.writeOffAmountCents')} ${index + 1}`}
                    aria-invalid={cellFault(error, index, 'writeOffAmountCents') !== undefined}
                    intent={cellFault(error, index, 'writeOffAmountCents') === undefined ? 'none' : 'danger'}
                    value={row.amount}
                    onValueChange={(amount) => {
                      edit(row.id, { amount });
                    }}
                  />
                </td>
                <td>
                  {rows.length > 1 && (
                    <Button
                      size="small"
                      variant="minimal"
                      text={t('writeOff.removeRow')}
                      aria-label={`${t('writeOff.removeRow')} ${index + 1}`}
                      onClick={() => {
                        onChange(rows.filter(({ id }) => id !== row.id));
                      }}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className="payments-add">
        {unused.slice(0, 6).map((flow) => (
          <Button
            key={flow.flowNo}
            size="small"
            text={t('writeOff.addFlow', { code: flow.paymentCode })}
            onClick={() => {
              onChange([...rows.filter(({ paymentCode }) => paymentCode !== ''), rowOf(flow, nextId)]);
            }}
          />
        ))}
        <Button
          size="small"
          variant="minimal"
          text={t('writeOff.addRow')}
          onClick={() => {
            onChange([...rows, { id: nextId, paymentCode: '', paymentChannel: 'MPESA', amount: '' }]);
          }}
        />
        <Button
          size="small"
          variant="minimal"
          text={t('writeOff.addTyped')}
          onClick={() => {
            const typed = { paid: '', at: '', account: '' };
            const kept = rows.filter(({ paymentCode }) => paymentCode !== '');
            onChange([...kept, { id: nextId, paymentCode: '', paymentChannel: 'MPESA', amount: '', typed }]);
          }}
        />
      </div>
    </>
  );
}

/** Of a payment that we do not hold: what was paid, and when. The channel has to confirm both. */
function TypedPayment(props: {
  readonly typed: NonNullable<TypedRow['typed']>;
  readonly index: number;
  readonly error: ApiError | null;
  readonly onChange: (typed: NonNullable<TypedRow['typed']>) => void;
}) {
  const { typed, index, error, onChange } = props;
  const t = useText(PAYMENTS_TEXTS);
  const accounts = useDetail(repayAccount.options, {});
  const isWrong = (field: string) => cellFault(error, index, field) !== undefined;
  return (
    <>
      <td>
        <InputGroup
          inputMode="decimal"
          aria-label={`${t('writeOff.flowAmountCents')} ${index + 1}`}
          aria-invalid={isWrong('flowAmountCents')}
          intent={isWrong('flowAmountCents') ? 'danger' : 'none'}
          value={typed.paid}
          onValueChange={(paid) => {
            onChange({ ...typed, paid });
          }}
        />
      </td>
      <td>
        <InputGroup
          type="datetime-local"
          aria-label={`${t('writeOff.repayTime')} ${index + 1}`}
          aria-invalid={isWrong('repayTime')}
          intent={isWrong('repayTime') ? 'danger' : 'none'}
          value={typed.at}
          onValueChange={(at) => {
            onChange({ ...typed, at });
          }}
        />
        <select
          className="bp6-input"
          aria-label={`${t('writeOff.accountId')} ${index + 1}`}
          value={typed.account}
          onChange={(event) => {
            onChange({ ...typed, account: event.target.value });
          }}
        >
          <option value="">{t('writeOff.anyAccount')}</option>
          {accounts.data?.map(({ accountCode, accountName }) => (
            <option key={accountCode} value={accountCode}>
              {accountName}
            </option>
          ))}
        </select>
      </td>
    </>
  );
}
