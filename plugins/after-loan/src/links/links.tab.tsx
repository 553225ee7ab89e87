import { Button, CopyIcon, formatDateTime, formatMoney, useText } from '@kituo/sdk';
import { paymentLink } from '@kituo/sdk/contracts';
import {
  Answered,
  AskReason,
  DetailOf,
  fieldsOf,
  FormDialog,
  Status,
  useAction,
  useDetail,
  useRefreshOn,
} from '@kituo/sdk/page';
import type { Detail } from '@kituo/sdk/page';
import { LinkAddress } from './link-made.tsx';
import { PAYMENT_LINK_STATUS, MESSAGE_LANGUAGE } from './link-words.ts';

type LinkRow = paymentLink.LinkRow;
interface Sent extends Record<string, unknown> {
  readonly language: 'en' | 'sw';
}
const { Segmented } = fieldsOf<Sent>();

/** How a loan can be paid: its account number, and its links with what became of them. */
export function LinksTab({ orderNo }: { readonly orderNo: string }) {
  const detail = useDetail(paymentLink.ofOrder, { orderNo });
  const list = { refresh: detail.refresh };
  // A customer may pay by one of them meanwhile.
  useRefreshOn('changed', detail.refresh);
  const facts = ({ linkNo }: LinkRow) => ({ name: linkNo });
  const send = useAction({
    name: 'linkSend',
    endpoint: paymentLink.send,
    request: ({ linkNo, version }: LinkRow, { language }: Sent) => ({ linkNo, version, language }),
    list,
    facts,
  });
  const revoke = useAction({
    name: 'linkRevoke',
    endpoint: paymentLink.revoke,
    request: ({ linkNo, version }: LinkRow, { reason }: { reason: string }) => ({ linkNo, version, reason }),
    list,
    facts,
    isDangerous: true,
  });
  return (
    <>
      <AccountNumber orderNo={orderNo} />
      <Links detail={detail} actions={[send, revoke]} />
      <FormDialog action={send} defaults={(): Sent => ({ language: 'sw' })}>
        <Segmented name="language" options={MESSAGE_LANGUAGE} />
      </FormDialog>
      <AskReason action={revoke} />
    </>
  );
}

interface LinkAction {
  readonly name: string;
  readonly label: string;
  isAllowed(row: LinkRow): boolean;
  open(row: LinkRow): void;
}

function Links(props: {
  readonly detail: Detail<{ readonly links: readonly LinkRow[] }>;
  readonly actions: readonly LinkAction[];
}) {
  const t = useText();
  return (
    <>
      <h3 className="kp-section-title">{t('links.title')}</h3>
      <Answered detail={props.detail}>
        {({ links }) =>
          links.length === 0 ? (
            <p className="kp-muted">{t('links.none')}</p>
          ) : (
            <ul className="al-links">
              {links.map((row) => (
                <li key={row.linkNo}>
                  <div className="al-link">
                    <strong>{formatMoney(row.amountCents)}</strong>
                    <Status of={PAYMENT_LINK_STATUS} code={row.linkStatus} />
                    <span className="kp-muted">{row.linkNo}</span>
                  </div>
                  <p className="kp-muted">{saidOf(row, t)}</p>
                  {row.url !== null && <LinkAddress url={row.url} />}
                  <div className="al-link">
                    {props.actions
                      .filter((action) => action.isAllowed(row))
                      .map((action) => (
                        <Button
                          key={action.name}
                          size="small"
                          text={action.label}
                          onClick={() => {
                            action.open(row);
                          }}
                        />
                      ))}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </>
  );
}

/** What became of a link, in a line. */
function saidOf(row: LinkRow, t: ReturnType<typeof useText>): string {
  const { paidAt, sentAt, expiresAt, lastPrompt, madeByName, billNo } = row;
  return [
    billNo !== null && t('links.through', { bill: billNo }),
    t('links.by', { name: madeByName, at: formatDateTime(row.createdAt) }),
    sentAt !== null && t('links.sent', { at: formatDateTime(sentAt) }),
    paidAt === null
      ? t('links.ends', { at: formatDateTime(expiresAt) })
      : t('links.paid', { at: formatDateTime(paidAt) }),
    lastPrompt !== null &&
      [t(`PROMPT_STATUS.${lastPrompt.promptStatus}`), lastPrompt.paymentCode].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(' · ');
}

function AccountNumber({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={paymentLink.virtualOfOrder} request={{ orderNo }}>
      {({ number }) => (
        <>
          <h3 className="kp-section-title">{t('links.number')}</h3>
          {number === null ? (
            <p className="kp-muted">{t('links.noNumber')}</p>
          ) : (
            <p>
              <code>{number.virtualNo}</code> <CopyIcon value={number.virtualNo} />{' '}
              <span className="kp-muted">
                {number.shortCode === null
                  ? number.accountName
                  : t('links.paybill', { name: number.accountName, shortCode: number.shortCode })}
              </span>
            </p>
          )}
        </>
      )}
    </DetailOf>
  );
}
