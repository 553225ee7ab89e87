import { Button, CopyIcon, EatTime, formatAge, Money, session$, Tag, useNavigate, useText, useValue } from '@kituo/sdk';
import type { orderFile } from '@kituo/sdk/contracts';
import { Status, Timeline, LOAN_TYPE, ORDER_STATUS } from '@kituo/sdk/page';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { reviewAddress } from './order-link.ts';

/** Which order this is, where it stands and since when; its path one click away. */
export function OrderHead(props: {
  readonly file: orderFile.OrderEntry;
  readonly source: string;
  /** What else can be done with it, beside reviewing it. */
  readonly actions?: ReactNode;
  /** True on the page where it is reviewed already. */
  readonly isReview?: boolean;
}) {
  const { header, timeline } = props.file;
  const t = useText();
  const navigate = useNavigate();
  const { language } = useValue(session$);
  const [isPathOpen, setPathOpen] = useState(false);
  return (
    <>
      {/* A child of the page itself, so that it stays while the file is read. */}
      <header className="of-head-line">
        <h1>
          <span className="ks-figures">{header.orderNo}</span>
          <CopyIcon value={header.orderNo} />
        </h1>
        <Status of={ORDER_STATUS} code={header.orderStatus} />
        <dl className="of-facts of-head-facts">
          <Fact name={t('field.customerName')}>{header.customerName}</Fact>
          <Fact name={t('field.loanAmountCents')}>
            <Money cents={header.loanAmountCents} />
          </Fact>
        </dl>
        <span className="kp-muted">{t('file.since', { age: formatAge(pastOf(header.stateSince), language) })}</span>
        <span className="of-head-actions">
          {props.isReview !== true && header.allowedActions.includes('review') && (
            <Button
              intent="primary"
              text={t('file.review')}
              onClick={() => {
                void navigate(reviewAddress(header.orderNo, props.source));
              }}
            />
          )}
          {props.actions}
        </span>
      </header>
      <div className="of-head">
        <dl className="of-facts">
          <Fact name={t('field.merchantName')}>{header.merchantName}</Fact>
          <Fact name={t('field.productName')}>{header.productName}</Fact>
          <Fact name={t('field.approvedAmountCents')}>
            <Money cents={header.approvedAmountCents} />
          </Fact>
          <Fact name={t('field.loanType')}>
            <Status of={LOAN_TYPE} code={header.loanType} />
          </Fact>
          <Fact name={t('field.modelLevel')}>{header.modelLevel ?? '-'}</Fact>
          {header.vipLevelNo !== null && (
            <Fact name={t('field.vipLevelNo')}>
              <Tag minimal>{t('file.vipLevel', { no: header.vipLevelNo })}</Tag>
            </Fact>
          )}
          {header.pricingVersionNo !== null && (
            <Fact name={t('field.pricingVersionNo')}>{header.pricingVersionNo}</Fact>
          )}
          <Fact name={t('field.whitelistFlag')}>
            {header.whitelistFlag ? (
              <Tag minimal intent="success">
                {t('yes')}
              </Tag>
            ) : (
              t('no')
            )}
          </Fact>
          {header.isBlacklisted && (
            <Fact name={t('field.isBlacklisted')}>
              <Tag minimal intent="danger">
                {t('yes')}
              </Tag>
            </Fact>
          )}
          <Fact name={t('field.auditorName')}>{header.auditorName ?? '-'}</Fact>
          {header.thirdPartyOrderNo !== null && (
            <Fact name={t('field.thirdPartyOrderNo')}>
              <span className="ks-figures">{header.thirdPartyOrderNo}</span>
              <CopyIcon value={header.thirdPartyOrderNo} />
            </Fact>
          )}
          {header.returnedUntil !== null && (
            <Fact name={t('field.returnedUntil')}>
              <EatTime at={header.returnedUntil} />
            </Fact>
          )}
        </dl>
        <button
          type="button"
          className="ks-link-button"
          aria-expanded={isPathOpen}
          onClick={() => {
            setPathOpen(!isPathOpen);
          }}
        >
          {t(isPathOpen ? 'file.hidePath' : 'file.showPath', { count: timeline.length })}
        </button>
        {isPathOpen && (
          <Timeline
            label={t('file.path')}
            entries={timeline.toReversed().map((each) => ({
              id: each.eventId,
              at: each.at,
              title: t(`command.${each.command}`),
              who: each.byName,
              tone: ORDER_STATUS.toneOf(each.toStatus),
              ...(each.remark !== null && { text: each.remark }),
            }))}
          />
        )}
      </div>
    </>
  );
}

/** A clock that runs ahead of this one's does not put the past into the future. */
const pastOf = (at: string): Date => new Date(Math.min(Date.parse(at), Date.now()));

function Fact(props: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
