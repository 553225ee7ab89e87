import { Button, formatDateTime, useCan, useText } from '@kituo/sdk';
import { contactBlacklist, type ReplyOf } from '@kituo/sdk/contracts';
import { Answered, dictionaryOptions, fieldsOf, FormDialog, useAction, useDetail } from '@kituo/sdk/page';

type Proposal = ReplyOf<typeof contactBlacklist.proposals>[number];
interface Values extends Record<string, unknown> {
  readonly blockScopes: contactBlacklist.BlockScope[];
  readonly note: string;
}
const { MultiSelect, Text } = fieldsOf<Values>();
const scopes = dictionaryOptions('CONTACT_BLOCK_SCOPE');

/** Numbers that were wrong for several people, with the calls that say so: each is blocked by somebody's decision. */
export function Proposals() {
  const t = useText();
  const mayAdd = useCan('merchant:contactBlacklist:add');
  const found = useDetail(contactBlacklist.proposals, {});
  const block = useAction({
    name: 'blockProposed',
    endpoint: contactBlacklist.addProposed,
    request: ({ proposalId }: Proposal, values: Values) => ({ proposalId, ...values }),
    facts: ({ phone }) => ({ name: phone }),
    onDone: found.refresh,
  });
  return (
    <section className="kp-page" aria-label={t('contacts.proposals')}>
      <header className="kp-head">
        <h1>{t('contacts.proposals')}</h1>
      </header>
      <p className="kp-muted">{t('contacts.proposalsHint')}</p>
      <Answered detail={found}>
        {(all) =>
          all.length === 0 ? (
            <p className="kp-muted">{t('contacts.noProposals')}</p>
          ) : (
            <>
              {all.map((one) => (
                <section key={one.proposalId}>
                  <header className="kp-head">
                    <h2 className="kp-section-title">
                      {one.phone} · {one.merchantName} · {t('contacts.reportedBy', { count: one.customers })}
                    </h2>
                    {mayAdd && (
                      <Button
                        size="small"
                        text={t('contacts.block')}
                        aria-label={t('contacts.blockOne', { name: one.phone })}
                        onClick={() => {
                          block.open(one);
                        }}
                      />
                    )}
                  </header>
                  <ul className="kp-facts">
                    {one.calls.map(({ attemptId, attemptedAt, customerNo, purpose, channel, byName }) => (
                      <li key={attemptId}>
                        {[
                          formatDateTime(attemptedAt),
                          customerNo,
                          t(`contacts.purpose.${purpose}`),
                          t(`contacts.channel.${channel}`),
                          ...(byName === null ? [] : [byName]),
                        ].join(' · ')}
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </>
          )
        }
      </Answered>
      <FormDialog action={block} defaults={(): Values => ({ blockScopes: ['ALL', 'NOT_A_CONTACT'], note: '' })}>
        <MultiSelect name="blockScopes" source={scopes} />
        <Text name="note" isLong maxLength={200} />
      </FormDialog>
    </section>
  );
}
