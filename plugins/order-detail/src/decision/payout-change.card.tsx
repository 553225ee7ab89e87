import { Button, EatTime, Money, useText } from '@kituo/sdk';
import { change } from '@kituo/sdk/contracts';
import { AskReason, Confirm, known, useAction } from '@kituo/sdk/page';
import { Evidence } from './evidence.tsx';

type Row = change.ChangeRow;
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { approve, reject } = change.changeFamilies.payoutChange;
const FIELDS = ['payoutType', 'payoutSubType', 'accountName', 'account'] as const;

/** The account as it is and as it is to be, and the decision of an approver. */
export function PayoutChangeCard(props: { readonly row: Row; readonly onDecided: () => void }) {
  const { row } = props;
  const t = useText();
  const list = { refresh: props.onDecided };
  const facts = ({ subjectName }: Row) => ({ order: subjectName });
  const agree = useAction({
    name: 'approve',
    endpoint: approve,
    request: ({ changeNo }: Row) => ({ changeNo }),
    list,
    facts,
  });
  const refuse = useAction({
    name: 'reject',
    endpoint: reject,
    request: ({ changeNo }: Row, { reason }: Reason) => ({ changeNo, reason }),
    list,
    facts,
    isDangerous: true,
  });
  const word = (facts: Row['before'], field: (typeof FIELDS)[number]): string => {
    const value = facts?.[field];
    if (typeof value !== 'string') return '-';
    if (field === 'payoutType') return t(`PAYOUT_TYPE.${value}`);
    return field === 'payoutSubType' ? t(`PAYOUT_SUB_TYPE.${value}`) : value;
  };
  const amount = row.after['approvedAmountCents'];
  return (
    <>
      <table className="of-change-table">
        <thead>
          <tr>
            <th />
            <th scope="col">{t('change.now')}</th>
            <th scope="col">{t('change.then')}</th>
          </tr>
        </thead>
        <tbody>
          {FIELDS.map((field) => (
            <tr key={field}>
              <th scope="row">{t(`field.${field}`)}</th>
              <td>{word(row.before, field)}</td>
              <td>{word(row.after, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {t('change.by', { name: row.makerName })} <EatTime at={row.createdAt} /> ·{' '}
        <Money cents={typeof amount === 'number' ? amount : null} /> · {t('change.verified')}
      </p>
      <Evidence
        key={row.changeNo}
        attachId={row.after['evidenceAttachId']}
        label={t('change.evidence')}
        name={t('payee.evidence')}
      />
      {row.allowedActions.includes('approve') ? (
        <div className="of-buttons">
          <Button intent="primary" text={agree.label} onClick={() => agree.open(row)} />
          <Button text={refuse.label} onClick={() => refuse.open(row)} />
        </div>
      ) : (
        <p className="kp-muted">{t('change.notYours')}</p>
      )}
      <Confirm
        action={agree}
        preview={known(true)}
        describe={() => <p>{t('change.approveText', { order: row.subjectName })}</p>}
      />
      <AskReason action={refuse} />
    </>
  );
}
