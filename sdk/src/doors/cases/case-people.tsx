import { useText } from '@kituo/sdk';
import { orderDetail } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { CASES_TEXTS } from './cases-texts.ts';

/**
 * Emergency and close contacts of a case's order, to know who they are. Nothing here calls or writes: they are told of no
 * debt.
 */
export function CasePeople({ orderNo }: { readonly orderNo: string }) {
  const t = useText(CASES_TEXTS);
  const named = useDetail(orderDetail.instancyContacts, { orderNo });
  const close = useDetail(orderDetail.closeContacts, { orderNo });
  return (
    <>
      <p className="kp-muted">{t('cases.peopleRule')}</p>
      <Answered detail={named}>
        {(people) => (
          <People
            title={t('cases.emergencyContacts')}
            none={t('cases.noContacts')}
            people={people.map(({ contactId, name, phone, relation, isBlocked }) => ({
              id: contactId,
              name,
              phone,
              about: [t(`CONTACT_RELATION.${relation}`), isBlocked && t('cases.contactBlocked')],
            }))}
          />
        )}
      </Answered>
      <Answered detail={close}>
        {({ content }) => (
          <People
            title={t('cases.closeContacts')}
            none={t('cases.noContacts')}
            people={(content ?? []).map(({ contactId, name, phone, contactCount }) => ({
              id: contactId,
              name,
              phone,
              about: [t('cases.contactTimes', { count: contactCount })],
            }))}
          />
        )}
      </Answered>
    </>
  );
}

function People(props: {
  readonly title: string;
  readonly none: string;
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    /** Masked. */
    readonly phone: string;
    readonly about: readonly (string | false)[];
  }[];
}) {
  const { title, none, people } = props;
  return (
    <section aria-label={title}>
      <h3 className="kp-section-title">{title}</h3>
      {people.length === 0 && <p className="kp-muted">{none}</p>}
      <ul className="kp-facts">
        {people.map(({ id, name, phone, about }) => (
          <li key={id}>{[name, phone, ...about].filter(Boolean).join(' · ')}</li>
        ))}
      </ul>
    </section>
  );
}
