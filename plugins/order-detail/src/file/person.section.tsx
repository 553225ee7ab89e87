import { Callout, formatDate, Money, Slot, useFills, useText } from '@kituo/sdk';
import type { orderFile } from '@kituo/sdk/contracts';
import { Reveal } from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import { Facts } from './facts.tsx';
import { wordOf } from './log-words.ts';
import { Section } from './section.tsx';
import type { OrderActions } from './use-order-actions.tsx';

/** Who applied: as entered, with what is not the same as last time. */
export function PersonSection(props: {
  readonly orderNo: string;
  readonly details: orderFile.OrderDetails;
  readonly actions: OrderActions;
}) {
  const { orderNo, details, actions } = props;
  const { person, differences } = details;
  const t = useText();
  const masked = (kind: string, value: string | null): ReactNode =>
    value === null ? (
      '-'
    ) : (
      <Reveal kind={`order.${kind}`} subjectNo={orderNo} masked={value} code="audit:sensitive:reveal" />
    );
  const word = (dictionary: string, code: string | null) => (code === null ? '-' : t(`${dictionary}.${code}`));
  return (
    <Section title={t('section.person')} action={actions.correctButton}>
      {differences !== null && differences.fields.length > 0 && (
        <Callout intent="warning" icon={null} className="of-differences">
          <strong>{t('person.differences', { order: differences.previousOrderNo })}</strong>
          <ul className="kp-facts">
            {differences.fields.map(({ field, before, now }) => (
              <li key={field}>
                {t(`field.${field}`)}: {wordOf(field, before, t)} → {wordOf(field, now, t)}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <Facts
        facts={[
          ['firstName', person.firstName ?? '-'],
          ['middleName', person.middleName ?? '-'],
          ['lastName', person.lastName ?? '-'],
          ['sex', word('SEX_TYPE', person.sex)],
          ['birthDate', formatDate(person.birthDate)],
          ['age', person.age ?? '-'],
          ['idCardNo', masked('idCardNo', person.idCardNo)],
          ['phone', masked('phone', person.phone)],
          ['email', masked('email', person.email)],
          ['whatsApp', masked('whatsApp', person.whatsApp)],
          ['socialIds', masked('socialIds', person.socialIds.join(', ') || null)],
          ['education', word('EDUCATION_TYPE', person.education)],
          ['maritalStatus', word('MARITAL_STATUS_TYPE', person.maritalStatus)],
          ['childrenCount', person.childrenCount ?? '-'],
          ['address', masked('address', person.address)],
          ['employerName', person.employerName ?? '-'],
          ['incomeCents', <Money key="i" cents={person.incomeCents} />],
          ['payday', person.payday ?? '-'],
          ['speakingLanguage', actions.languageControl(person.speakingLanguage)],
        ]}
      />
      <CustomerActions orderNo={orderNo} />
    </Section>
  );
}

/** What other sections offer to do for this customer. */
function CustomerActions({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  if (useFills('customer.action').length === 0) return null;
  return (
    <div className="of-customer-actions" role="group" aria-label={t('person.actions')}>
      <Slot
        name="customer.action"
        props={{ orderNo }}
        wrap={({ title }, content) => (
          <div role="group" aria-label={title}>
            {content}
          </div>
        )}
      />
    </div>
  );
}
