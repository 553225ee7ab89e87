import { formatDateTime, useText } from '@kituo/sdk';
import { messageAccount } from '@kituo/sdk/contracts';
import { type Action, DetailOf, fieldsOf, FormDialog, useFormValues } from '@kituo/sdk/page';

export interface DomainValues extends Record<string, unknown> {
  readonly domain: string;
}
const { Text } = fieldsOf<DomainValues>();
const domainName = messageAccount.domain.request.shape.domain;

/** A domain that e-mail is to be sent from: the record to publish, and whether it was found. */
export function DomainCheck(props: { readonly action: Action<null, DomainValues> }) {
  const t = useText();
  return (
    <FormDialog action={props.action} defaults={(): DomainValues => ({ domain: '' })}>
      <Text name="domain" maxLength={200} hint={t('account.domainHint')} />
      <Record />
    </FormDialog>
  );
}

function Record() {
  const t = useText();
  const named = domainName.safeParse(useFormValues().domain);
  if (!named.success) return null;
  return (
    <DetailOf endpoint={messageAccount.domain} request={{ domain: named.data }}>
      {({ recordName, recordText, domainState, checkedAt }) => (
        <dl>
          <dt>{t('account.recordName')}</dt>
          <dd>
            <code>{recordName}</code>
          </dd>
          <dt>{t('account.recordText')}</dt>
          <dd>
            <code>{recordText}</code>
          </dd>
          <dt>{t('account.recordState')}</dt>
          <dd>
            {[
              t(`MESSAGE_DOMAIN_STATE.${domainState}`),
              ...(checkedAt === null ? [] : [formatDateTime(checkedAt)]),
            ].join(' · ')}
          </dd>
        </dl>
      )}
    </DetailOf>
  );
}
