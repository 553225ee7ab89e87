import { EatTime, formatMoney, Link, useText } from '@kituo/sdk';
import { customerManage, type ReplyOf } from '@kituo/sdk/contracts';
import {
  DescriptionList,
  DetailOf,
  DetailTabs,
  History,
  ORDER_STATUS,
  Reveal,
  Status,
  useWordedColumns,
} from '@kituo/sdk/page';
import { COUPON_STATUS } from '../coupons/coupon-fields.ts';
import { FEEDBACK_STATUS } from '../feedback/feedback-fields.ts';
import { Part } from '../parts/part.tsx';
import { ContactPreferences } from './contact-preferences.tsx';
import { CustomerProfile } from './customer-profile.tsx';
import { CUSTOMER_DATA_KIND, customerColumns, REGISTER_CHANNELS } from './customer-fields.ts';

const PHONE = 'customerService:customer:phone';
const ORDER = '/AdminContent/OrderDetailAudit/OrderDetail';
type Card = ReplyOf<typeof customerManage.one>;

/** Everything about a customer that a call may need, on one card. */
export function CustomerCard({ customerNo }: { readonly customerNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={customerManage.one} request={{ customerNo }}>
      {(card) => (
        <DetailTabs
          label={customerNo}
          parameter="card"
          tabs={[
            { name: 'person', content: () => <Person card={card} /> },
            ...(card.showsProfile
              ? [{ name: 'profile', content: () => <CustomerProfile customerNo={customerNo} /> }]
              : []),
            { name: 'dealings', content: () => <Dealings card={card} /> },
            {
              name: 'history',
              content: () => (
                <History
                  entries={card.history}
                  titleOf={({ action }) => t(`customerEvent.${action.split('.').at(-1) ?? ''}`)}
                  textOf={(entry) => entry.reason ?? undefined}
                />
              ),
            },
          ]}
        />
      )}
    </DetailOf>
  );
}

function Person({ card }: { readonly card: Card }) {
  const t = useText();
  const { row, limit } = card;
  const columns = useWordedColumns(customerColumns, 'registerChannel', REGISTER_CHANNELS);
  const facts: readonly (readonly [string, string | number | null])[] = [
    ['sex', card.sex === null ? null : t(`sex.${card.sex}`)],
    ['age', card.age],
    ['county', card.county],
    ['employer', card.employer],
    ['monthlyIncome', card.monthlyIncomeCents === null ? null : formatMoney(card.monthlyIncomeCents)],
    ['payDay', card.payDay],
    ['speakingLanguage', card.speakingLanguage],
  ];
  return (
    <>
      <DescriptionList of={row} columns={columns} />
      <p>
        {t('field.phone')}: <Reveal kind="customer.phone" subjectNo={row.customerNo} masked={row.phone} code={PHONE} />{' '}
        · {t('field.idCardNo')}:{' '}
        <Reveal kind="customer.idCardNo" subjectNo={row.customerNo} masked={row.idCardNo} code={PHONE} />
      </p>
      {limit !== null && (
        <p>
          {t('customers.remaining', { left: formatMoney(limit.remainingCents), limit: formatMoney(limit.limitCents) })}
        </p>
      )}
      {card.expiredKinds.length > 0 && (
        <p>
          {t('customers.expired')}{' '}
          {card.expiredKinds.map((kind) => (
            <Status key={kind} of={CUSTOMER_DATA_KIND} code={kind} />
          ))}
        </p>
      )}
      <Part title={t('customers.person')}>
        <ul className="kp-facts">
          {facts.map(([name, value]) => (
            <li key={name}>
              {t(`person.${name}`)}: {value ?? '-'}
            </li>
          ))}
        </ul>
      </Part>
      <ContactPreferences card={card} />
    </>
  );
}

function Dealings({ card }: { readonly card: Card }) {
  const t = useText();
  return (
    <>
      <Part title={t('customers.orders')}>
        {card.orders.length === 0 && <p className="kp-muted">{t('customers.nothing')}</p>}
        <ul className="kp-facts">
          {card.orders.map(({ orderNo, orderStatus, applyTime }) => (
            <li key={orderNo}>
              <Link to={`${ORDER}?orderNo=${orderNo}&source=CustomerManage`}>{orderNo}</Link>{' '}
              <Status of={ORDER_STATUS} code={orderStatus} /> <EatTime at={applyTime} />
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('customers.coupons')}>
        {card.coupons.length === 0 && <p className="kp-muted">{t('customers.nothing')}</p>}
        <ul className="kp-facts">
          {card.coupons.map(({ couponNo, couponContent, couponStatus }) => (
            <li key={couponNo}>
              {couponNo} {couponContent} <Status of={COUPON_STATUS} code={couponStatus} />
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('feedback.title')}>
        {card.feedback.length === 0 && <p className="kp-muted">{t('customers.nothing')}</p>}
        <ul className="kp-facts">
          {card.feedback.map(({ feedbackNo, content, feedbackStatus }) => (
            <li key={feedbackNo}>
              {feedbackNo} <Status of={FEEDBACK_STATUS} code={feedbackStatus} /> {content}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('calls.title')}>
        {card.calls.length === 0 && <p className="kp-muted">{t('customers.nothing')}</p>}
        <ul className="kp-facts">
          {card.calls.map(({ recordNo, callAt, content }) => (
            <li key={recordNo}>
              <EatTime at={callAt} /> {content}
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}
