import { useText } from '@kituo/sdk';
import { linkHosts } from '@kituo/sdk/contracts';
import { defineVersions, fieldsOf, VersionedList } from '@kituo/sdk/page';

const { Text } = fieldsOf<Record<'hosts', unknown>>();

const hostsIn = (value: unknown): readonly string[] => linkHosts.linkHosts.safeParse(value).data?.hosts ?? [];

/** What was typed, one host a line. */
const typedHosts = (text: unknown): string[] =>
  (typeof text === 'string' ? text : '')
    .split(/[\s,，]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const family = defineVersions({
  configKey: linkHosts.LINK_HOSTS_KEY,
  fields: ['hosts'],
  form: () => <Fields />,
  valuesOf: (value) => ({ hosts: hostsIn(value).join('\n') }),
  valueOf: ({ hosts }) => ({ hosts: typedHosts(hosts) }),
});

function Fields() {
  const t = useText();
  return <Text name="hosts" isLong isOptional maxLength={5_000} hint={t('channel.hostsHint')} />;
}

/** Where links of channels may lead. */
export function LinkHostsTab() {
  const t = useText();
  return <VersionedList title={t('channel.hosts')} families={[family]} />;
}
