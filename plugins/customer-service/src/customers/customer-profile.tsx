import { EatTime, Link, useText } from '@kituo/sdk';
import { customerProfile, type ReplyOf } from '@kituo/sdk/contracts';
import { DetailOf, dictionaryOptions, useOptions } from '@kituo/sdk/page';
import { Part } from '../parts/part.tsx';

type Profile = ReplyOf<typeof customerProfile.one>;
const ORDER = '/AdminContent/OrderDetailAudit/OrderDetail';
const education = dictionaryOptions('EDUCATION_TYPE', { withRetired: true });
const maritalStatus = dictionaryOptions('MARITAL_STATUS_TYPE', { withRetired: true });

/** A code in the dictionary's words; one that it no longer has stands as it is. */
function useWords(source: ReturnType<typeof dictionaryOptions>): (code: string | null) => string | null {
  const { options } = useOptions(source);
  return (code) => options.find(({ value }) => value === code)?.label ?? code;
}

/** What the newest application told of a customer. */
export function CustomerProfile({ customerNo }: { readonly customerNo: string }) {
  return (
    <DetailOf endpoint={customerProfile.one} request={{ customerNo }}>
      {(profile) => <Told profile={profile} />}
    </DetailOf>
  );
}

function Told({ profile }: { readonly profile: Profile }) {
  const t = useText();
  const { orderNo, applyTime, person, contacts, bank, bvn, device, places, apps } = profile;
  if (orderNo === null || applyTime === null) return <p className="kp-muted">{t('profile.none')}</p>;
  return (
    <>
      <p className="kp-muted">
        {t('profile.from')} <Link to={`${ORDER}?orderNo=${orderNo}&source=CustomerManage`}>{orderNo}</Link>{' '}
        <EatTime at={applyTime} />
      </p>
      {person !== null && <Person person={person} />}
      {contacts !== null && (
        <Part title={t('profile.contacts')}>
          {contacts.length === 0 && <p className="kp-muted">{t('customers.nothing')}</p>}
          <ul className="kp-facts">
            {contacts.map(({ contactId, name, relation, phone, isGuarantor }) => (
              <li key={contactId}>
                {name} · {t(`CONTACT_RELATION.${relation}`)} · {phone}
                {isGuarantor && ` · ${t('profile.guarantor')}`}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('profile.accounts')}>
        <Facts
          facts={[
            ['bank', bank && `${bank.bankName} ${bank.bankCardNo}`],
            ['accountName', bank && bank.accountName],
            ['bvn', bvn && (bvn.hasResult ? (bvn.enrollmentBank ?? t('profile.known')) : t('profile.unknown'))],
          ]}
        />
      </Part>
      <Part title={t('profile.phone')}>
        <Facts
          facts={[
            ['device', device && `${device.model}, ${device.os}`],
            ['appVersion', device && device.appVersion],
            ['apps', apps && t('profile.installed', { ...apps })],
          ]}
        />
      </Part>
      <Part title={t('profile.places')}>
        {places.length === 0 && <p className="kp-muted">{t('customers.nothing')}</p>}
        <ul className="kp-facts">
          {places.map(({ placeKind, address, city }) => (
            <li key={placeKind}>
              {t(`profile.place.${placeKind}`)}: {address}, {city}
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}

function Person({ person }: { readonly person: NonNullable<Profile['person']> }) {
  const t = useText();
  const [educationOf, maritalStatusOf] = [useWords(education), useWords(maritalStatus)];
  return (
    <Part title={t('customers.person')}>
      <Facts
        facts={[
          ['firstName', person.firstName],
          ['middleName', person.middleName],
          ['lastName', person.lastName],
          ['education', educationOf(person.education)],
          ['maritalStatus', maritalStatusOf(person.maritalStatus)],
          ['children', person.childrenCount],
          ['address', person.addressLine],
          ['email', person.email],
          ['whatsApp', person.whatsApp],
          ['socialIds', person.socialIds.length === 0 ? null : person.socialIds.join(', ')],
        ]}
      />
    </Part>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string | number | null])[] }) {
  const t = useText();
  return (
    <ul className="kp-facts">
      {facts.map(([name, value]) => (
        <li key={name}>
          {t(`profile.field.${name}`)}: {value ?? '-'}
        </li>
      ))}
    </ul>
  );
}
