import { Empty, formatDate, Link, useText } from '@kituo/sdk';
import { aiHelp } from '@kituo/sdk/contracts';
import { ActionButton, dictionaryOptions, fieldsOf, FormDialog, Reveal, Status, useAction } from '@kituo/sdk/page';
import { useState } from 'react';
import { CustomerCard } from '../customers/customer.card.tsx';
import { AI_HELP_RESULT, type UidRow } from './ai-help-fields.ts';

interface Values extends Record<string, unknown> {
  readonly uids: string;
  readonly purpose: string | null;
  readonly feedbackNo: string | null;
  readonly remark: string | null;
}
const { Select, Text } = fieldsOf<Values>();
const PURPOSES = dictionaryOptions('REVEAL_PURPOSE');
const CUSTOMERS = '/AdminContent/CustomerServiceSystem/CustomerManage';
const FEEDBACK = '/AdminContent/CustomerServiceSystem/CustomerFeedback';
const uidsOf = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter((one) => one !== ''))];

/** Encrypted UIDs, and whose they are. What was found is on the screen alone and gone with it. */
export function DecryptTab() {
  const t = useText();
  const [rows, setRows] = useState<readonly UidRow[]>([]);
  const [opened, setOpened] = useState<string | null>(null);
  const decrypt = useAction({
    name: 'decrypt',
    endpoint: aiHelp.decrypt,
    request: (_nothing: null, { uids, purpose, feedbackNo, remark }: Values) => ({
      uids: uidsOf(uids),
      purpose: purpose ?? '',
      ...(feedbackNo !== null && feedbackNo.trim() !== '' && { feedbackNo: feedbackNo.trim() }),
      ...(remark !== null && remark.trim() !== '' && { remark: remark.trim() }),
    }),
    facts: (_nothing, reply) => ({ count: reply?.rows.length ?? 0 }),
    onDone: (reply) => {
      setRows(reply.rows);
      setOpened(null);
    },
  });
  return (
    <section className="kp-page" aria-label={t('aiHelp.title')}>
      <h1 className="kp-title">{t('aiHelp.title')}</h1>
      <p className="kp-muted">{t('aiHelp.hint')}</p>
      {decrypt.isPermitted && (
        <div>
          <ActionButton action={decrypt} subject={null} isPrimary />
        </div>
      )}
      {rows.length === 0 ? (
        <Empty title={t('aiHelp.none')} />
      ) : (
        <table className="bp6-html-table bp6-compact">
          <thead>
            <tr>
              {['uid', 'result', 'customerNo', 'customerName', 'phone', 'appName', 'registeredAt', 'hasLiveOrder'].map(
                (name) => (
                  <th key={name} scope="col">
                    {t(`field.${name}`)}
                  </th>
                ),
              )}
              <th scope="col">{t('aiHelp.open')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Found key={row.uid} row={row} onOpen={setOpened} />
            ))}
          </tbody>
        </table>
      )}
      {opened !== null && <CustomerCard key={opened} customerNo={opened} />}
      <FormDialog action={decrypt} defaults={(): Values => ({ uids: '', purpose: null, feedbackNo: '', remark: '' })}>
        <Text name="uids" isLong hint={t('aiHelp.uidsHint')} />
        <Select name="purpose" options={PURPOSES} />
        <Text name="feedbackNo" isOptional />
        <Text name="remark" isLong isOptional maxLength={200} hint={t('aiHelp.remarkHint')} />
      </FormDialog>
    </section>
  );
}

function Found(props: { readonly row: UidRow; readonly onOpen: (customerNo: string) => void }) {
  const t = useText();
  const { row } = props;
  const { customerNo } = row;
  return (
    <tr>
      <td className="ks-figures">{row.uid}</td>
      <td>
        <Status of={AI_HELP_RESULT} code={row.result} /> {row.isOldKey && t('aiHelp.oldKey')}
      </td>
      <td className="ks-figures">{customerNo ?? '-'}</td>
      <td>{row.customerName ?? '-'}</td>
      <td>
        {customerNo === null || row.phone === null ? (
          '-'
        ) : (
          <Reveal kind="aiHelp.phone" subjectNo={customerNo} masked={row.phone} code="customerService:aiHelp:phone" />
        )}
      </td>
      <td>{row.appName ?? '-'}</td>
      <td>{row.registeredAt === null ? '-' : formatDate(row.registeredAt)}</td>
      <td>{row.hasLiveOrder ? t('aiHelp.yes') : '-'}</td>
      <td>
        {customerNo !== null && (
          <>
            <button
              type="button"
              className="bp6-button bp6-minimal bp6-small"
              onClick={() => {
                props.onOpen(customerNo);
              }}
            >
              {t('aiHelp.card')}
            </button>{' '}
            <Link to={`${CUSTOMERS}?customerNo=${customerNo}`}>{t('aiHelp.customer')}</Link>{' '}
            <Link to={`${FEEDBACK}?forCustomer=${customerNo}`}>{t('aiHelp.feedback')}</Link>
          </>
        )}
      </td>
    </tr>
  );
}
