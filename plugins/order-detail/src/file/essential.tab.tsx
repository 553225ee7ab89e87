import { Allowed, Callout, CopyIcon, useText } from '@kituo/sdk';
import type { orderFile } from '@kituo/sdk/contracts';
import { DescriptionList, Reveal, Status } from '@kituo/sdk/page';
import { Facts } from './facts.tsx';
import { FaceSearch } from './face-search.tsx';
import { attemptColumns, bankColumns, creditColumns, earlierColumns, entryColumns } from './order-columns.ts';
import { MachineSection } from './machine.section.tsx';
import { fileAddress } from './order-link.ts';
import { PersonSection } from './person.section.tsx';
import { Pictures } from './pictures.tsx';
import { PlanSection } from './plan.section.tsx';
import { Rows } from './rows.tsx';
import { ScoreSection } from './score.section.tsx';
import { NotDelivered, Section } from './section.tsx';
import { VERIFICATION } from './order-words.ts';
import { useStepName } from './step-name.ts';
import type { OrderActions } from './use-order-actions.tsx';

const REVEAL = 'audit:sensitive:reveal';

/** The first tab: the application, the person, the money and the pictures. */
export function EssentialTab(props: { readonly file: orderFile.OrderEntry; readonly actions: OrderActions }) {
  const { file, actions } = props;
  const { header, details, plan } = file;
  const t = useText();
  if (details === null) {
    return (
      <>
        <Callout icon={null}>{t('file.detailsHidden')}</Callout>
        <PlanSection plan={plan} />
      </>
    );
  }
  const { orderNo } = header;
  const { payee } = details;
  return (
    <div className="of-sections">
      <Section title={t('section.entry')}>
        <DescriptionList of={{ ...details.entry, ...header, ...channelsOf(details.entry, t) }} columns={entryColumns} />
      </Section>
      <PersonSection orderNo={orderNo} details={details} actions={actions} />
      {/* Beside the person: the machine's decision takes the whole width, and would leave a column empty above it. */}
      {file.score && <ScoreSection score={file.score} />}
      {file.machine && <MachineSection machine={file.machine} />}
      <Section title={t('section.face')}>
        <Facts
          facts={[
            ['score', details.face.score ?? '-'],
            ['liveness', <Status key="l" of={VERIFICATION} code={details.face.liveness} />],
          ]}
        />
        {details.face.score === null && <NotDelivered askedAt={details.face.askedAt} />}
        <Pictures orderNo={orderNo} images={details.face.images} />
        <Allowed code="audit:face:search">
          <FaceSearch orderNo={orderNo} />
        </Allowed>
      </Section>
      <Section title={t('section.credit')}>
        {details.credit === null ? (
          <p className="of-missing">{t('credit.none')}</p>
        ) : (
          <DescriptionList
            of={{ ...details.credit, kind: t(`CREDIT_TYPE.${details.credit.creditType}`) }}
            columns={creditColumns}
          />
        )}
      </Section>
      <Section title={t('section.bank')}>
        {details.bank.content === null ? (
          <NotDelivered askedAt={details.bank.askedAt} />
        ) : (
          <DescriptionList
            of={{
              ...details.bank.content,
              bank: t(`BANK_NAME_TYPE.${details.bank.content.bankName}`),
            }}
            columns={bankColumns}
            instead={{
              bankCardNo: (
                <Reveal
                  kind="order.bankCardNo"
                  subjectNo={orderNo}
                  masked={details.bank.content.bankCardNo}
                  code={REVEAL}
                />
              ),
            }}
          />
        )}
      </Section>
      <Section title={t('section.payout')}>
        <Facts
          facts={[
            ['payoutType', t(`PAYOUT_TYPE.${payee.payoutType}`)],
            ['payoutSubType', t(`PAYOUT_SUB_TYPE.${payee.payoutSubType}`)],
            ['accountName', payee.accountName],
            [
              'phone',
              <Reveal key="p" kind="order.payeePhone" subjectNo={orderNo} masked={payee.phone} code={REVEAL} />,
            ],
            ...(payee.bankName === null ? [] : ([['bank', t(`BANK_NAME_TYPE.${payee.bankName}`)]] as const)),
            ...(payee.bankCardNo === null
              ? []
              : ([
                  [
                    'bankCardNo',
                    <Reveal
                      key="c"
                      kind="order.payeeAccount"
                      subjectNo={orderNo}
                      masked={payee.bankCardNo}
                      code={REVEAL}
                    />,
                  ],
                ] as const)),
            ...(payee.eWalletAccount === null
              ? []
              : ([
                  [
                    'eWalletAccount',
                    <Reveal
                      key="w"
                      kind="order.eWallet"
                      subjectNo={orderNo}
                      masked={payee.eWalletAccount}
                      code={REVEAL}
                    />,
                  ],
                ] as const)),
          ]}
        />
      </Section>
      <Section title={t('section.merchant')}>
        <Facts
          facts={[
            ['companyName', details.merchant.companyName],
            ['merchantName', details.merchant.merchantName],
            ['orgName', details.merchant.orgName],
            ['hotline', details.merchant.hotline ?? '-'],
            [
              'limits',
              t('merchant.limits', {
                from: shillings(details.merchant.minimumCents),
                to: shillings(details.merchant.maximumCents),
              }),
            ],
          ]}
        />
        {details.corporate.map((account) => (
          <Facts
            key={account.direction}
            facts={[
              [
                account.direction === 'PAYING' ? 'payingAccount' : 'receivingAccount',
                `${account.companyName}, ${t(`BANK_NAME_TYPE.${account.bankName}`)} ${account.accountNo} · ${t(`PAYMENT_CHANNEL.${account.paymentChannel}`)}`,
              ],
            ]}
          />
        ))}
      </Section>
      {details.repaymentCode !== null && (
        <Section title={t('section.repaymentCode')} action={actions.issueButton(header)}>
          <p className="of-code">
            <strong className="ks-figures">{details.repaymentCode.repaymentCode}</strong>
            <CopyIcon value={details.repaymentCode.repaymentCode} />
            <span className="kp-muted">
              {t(`PAYMENT_CHANNEL.${details.repaymentCode.paymentChannel}`)} ·{' '}
              {t(details.repaymentCode.isValid ? 'code.valid' : 'code.notValid')}
            </span>
          </p>
        </Section>
      )}
      <ConfigSection config={file.reviewConfig} />
      <PlanSection plan={plan} />
      {payee.attempts.length > 0 && (
        <Section title={t('section.attempts')} isWide>
          <Rows
            name="attempts"
            label={t('section.attempts')}
            rows={payee.attempts.map((one) => ({ ...one, payoutChannel: t(`PAYOUT_CHANNEL.${one.payoutChannel}`) }))}
            idOf={(row) => row.attemptNo}
            columns={attemptColumns}
          />
        </Section>
      )}
      <Section title={t('section.borrowing')} isWide>
        <p className="of-totals">
          {details.borrowing.totals.orders === 0 ? t('borrowing.none') : t('borrowing.totals', totalsOf(details))}
        </p>
        {details.borrowing.orders.length > 0 && (
          <Rows
            name="earlier"
            label={t('section.borrowing')}
            rows={details.borrowing.orders}
            idOf={(row) => row.orderNo}
            columns={earlierColumns}
            onOpen={(row) => {
              actions.go(fileAddress(row.orderNo, 'OrderDetail'));
            }}
          />
        )}
      </Section>
    </div>
  );
}

type Entry = orderFile.OrderDetails['entry'];

/** Channels in words. */
function channelsOf(entry: Entry, t: (key: string) => string) {
  const word = (dictionary: string, code: string | null) => (code === null ? null : t(`${dictionary}.${code}`));
  return {
    incomingChannel: word('INCOMING_CHANNEL', entry.incomingChannel),
    promotionChannel: entry.promotionChannelName,
    lendingChannel: word('LENDING_CHANNEL', entry.lendingChannel),
    dataSource: word('ORDER_DATA_SOURCE', entry.dataSource),
  };
}

const shillings = (cents: number): string => (cents / 100).toLocaleString('en-KE');

function totalsOf({ borrowing }: orderFile.OrderDetails): Record<string, string | number> {
  const { orders, disbursed, borrowedCents, worstOverdueDays, rollovers } = borrowing.totals;
  return { orders, disbursed, borrowed: shillings(borrowedCents), worst: worstOverdueDays, rollovers };
}

/** The rules the order is reviewed by, as they were when it was assigned. */
function ConfigSection({ config }: { readonly config: orderFile.OrderEntry['reviewConfig'] }) {
  const t = useText();
  const nameOf = useStepName();
  if (config === null) return null;
  const coolOffs = Object.entries(config.coolOffDays).filter(([, days]) => days > 0);
  return (
    <Section title={t('section.config')}>
      <Facts
        facts={[
          ['leaseMinutes', t('config.minutes', { count: config.leaseMinutes })],
          ['productMaximumCents', `KES ${shillings(config.productMaximumCents)}`],
          ['returnDays', t('config.days', { count: config.returnDays })],
          ['faceThreshold', config.faceThreshold],
          [
            'coolOffDays',
            coolOffs.map(([code, days]) => `${code} ${t('config.days', { count: days })}`).join(' · ') || '-',
          ],
          ['aiMayDecide', t(config.aiMayDecide ? 'yes' : 'no')],
          ['steps', config.steps.map(nameOf).join(' · ') || '-'],
        ]}
      />
    </Section>
  );
}
