import { Callout, EatTime, formatDate, Tag, useText } from '@kituo/sdk';
import { orderDetail } from '@kituo/sdk/contracts';
import type { ReactNode } from 'react';
import { DescriptionList, Reveal, Status, useDetail } from '@kituo/sdk/page';
import { Facts } from './facts.tsx';
import { Shared } from './face-search.tsx';
import { appColumns, closeColumns, deviceColumns, operatorColumns } from './order-columns.ts';
import { NAME_MATCH } from './order-words.ts';
import { PlaceMap } from './place-map.tsx';
import { Rows } from './rows.tsx';
import { Evidence, Section } from './section.tsx';

interface Of {
  readonly orderNo: string;
}
const REVEAL = 'audit:sensitive:reveal';

/** What nobody may use, through a line. */
function Struck({ isStruck, children }: { readonly isStruck: boolean; readonly children: ReactNode }) {
  return isStruck ? <s>{children}</s> : children;
}

/** Emergency contacts. No call control: the contact gate refuses anyone but the borrower or a guarantor. */
export function SocialTab({ orderNo }: Of) {
  const t = useText();
  const detail = useDetail(orderDetail.contacts, { orderNo });
  return (
    <Evidence detail={detail}>
      {(contacts) => (
        <div className="of-sections">
          {contacts.map((contact) => (
            <Section
              key={contact.contactId}
              title={contact.name}
              action={
                <>
                  {contact.isBlocked && (
                    <Tag minimal intent="danger">
                      {t('contact.blocked')}
                    </Tag>
                  )}
                  {contact.isGuarantor && (
                    <Tag minimal intent="success">
                      {t('contact.guarantor')}
                    </Tag>
                  )}
                </>
              }
            >
              <Facts
                facts={[
                  ['relation', t(`CONTACT_RELATION.${contact.relation}`)],
                  [
                    'phone',
                    <Struck key="p" isStruck={contact.isBlocked}>
                      <Reveal
                        kind="order.contactPhone"
                        subjectNo={contact.contactId}
                        masked={contact.phone}
                        code={REVEAL}
                      />
                    </Struck>,
                  ],
                ]}
              />
              {contact.sameNumberOrders.length > 0 && (
                <>
                  <Callout intent="warning" icon={null}>
                    {t('contact.sameNumber', { count: contact.sameNumberOrders.length })}
                  </Callout>
                  <Shared orders={contact.sameNumberOrders} none="" label={t('contact.orders')} />
                </>
              )}
            </Section>
          ))}
        </div>
      )}
    </Evidence>
  );
}

export function CloseContactsTab({ orderNo }: Of) {
  const t = useText();
  const detail = useDetail(orderDetail.closeContacts, { orderNo });
  return (
    <Evidence detail={detail}>
      {(rows) => (
        <Rows
          name="close"
          label={t('tab.closeContacts')}
          rows={rows}
          idOf={(row) => row.contactId}
          columns={closeColumns}
        />
      )}
    </Evidence>
  );
}

export function OperatorTab({ orderNo }: Of) {
  const t = useText();
  const detail = useDetail(orderDetail.operator, { orderNo });
  return (
    <Evidence detail={detail}>
      {(facts) => (
        <Section title={t('tab.operator')}>
          <DescriptionList
            of={{ ...facts, carrierName: t(`CARRIER_TYPE.${facts.carrier}`) }}
            columns={operatorColumns}
          />
        </Section>
      )}
    </Evidence>
  );
}

export function AppsTab({ orderNo }: Of) {
  const t = useText();
  const detail = useDetail(orderDetail.appList, { orderNo });
  return (
    <Evidence detail={detail}>
      {(rows) => {
        const count = (category: string) => rows.filter((row) => row.category === category).length;
        return (
          <>
            <p className="of-totals">
              {t('apps.totals', {
                all: rows.length,
                lending: count('LENDING'),
                gambling: count('GAMBLING'),
              })}
            </p>
            <Rows name="apps" label={t('tab.apps')} rows={rows} idOf={(row) => row.packageName} columns={appColumns} />
          </>
        );
      }}
    </Evidence>
  );
}

export function LocationTab({ orderNo }: Of) {
  const t = useText();
  const detail = useDetail(orderDetail.location, { orderNo });
  return (
    <Evidence detail={detail}>
      {(places) => (
        <div className="of-sections">
          <Section title={t('location.map')}>
            <PlaceMap places={places} />
          </Section>
          {places.map((place) => (
            <Section key={place.placeKind} title={t(`PLACE_KIND.${place.placeKind}`)}>
              <Facts
                facts={[
                  [
                    'address',
                    <Reveal
                      key="a"
                      kind="order.place"
                      subjectNo={place.placeId}
                      masked={place.address}
                      code={REVEAL}
                    />,
                  ],
                  ['city', place.city],
                  ['locatedAt', <EatTime key="at" at={place.locatedAt} />],
                  ...(place.distanceMetres === null
                    ? []
                    : ([
                        ['distanceMetres', t('location.away', { km: (place.distanceMetres / 1000).toFixed(1) })],
                      ] as const)),
                ]}
              />
            </Section>
          ))}
        </div>
      )}
    </Evidence>
  );
}

export function DeviceTab({ orderNo }: Of) {
  const t = useText();
  const detail = useDetail(orderDetail.device, { orderNo });
  return (
    <Evidence detail={detail}>
      {(facts) => (
        <div className="of-sections">
          <Section title={t('tab.device')}>
            <DescriptionList of={facts} columns={deviceColumns} />
          </Section>
          <Section title={t('device.others')} isWide>
            <Shared orders={facts.sameDeviceOrders} none={t('device.none')} label={t('device.others')} />
          </Section>
        </div>
      )}
    </Evidence>
  );
}

export function BvnTab({ orderNo }: Of) {
  const t = useText();
  const detail = useDetail(orderDetail.bvn, { orderNo });
  return (
    <Evidence detail={detail}>
      {(facts) =>
        facts.hasResult ? (
          <Section title={t('tab.bvn')}>
            <Facts
              facts={[
                ['bankCode', facts.bankCode ?? '-'],
                ...(['firstName', 'middleName', 'lastName'] as const).map(
                  (part) =>
                    [
                      part,
                      <span key={part} className="of-match">
                        {facts[part] ?? '-'}
                        {facts.matches[part] !== null && <Status of={NAME_MATCH} code={facts.matches[part]} />}
                      </span>,
                    ] as const,
                ),
                ['registrationDate', formatDate(facts.registrationDate)],
                ['enrollmentBank', facts.enrollmentBank === null ? '-' : t(`BANK_NAME_TYPE.${facts.enrollmentBank}`)],
              ]}
            />
          </Section>
        ) : (
          <p className="of-missing">{t('bvn.noResult')}</p>
        )
      }
    </Evidence>
  );
}
