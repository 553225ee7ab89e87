import { linkHosts as contract, putChannel } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { configAt, type ConfigFamily } from '../../platform/configuration/index.ts';

/** Hosts that links of channels may lead to: a version from a day on. */
export const linkHostsFamily: ConfigFamily<contract.LinkHosts> = {
  key: contract.LINK_HOSTS_KEY,
  title: { en: 'Allowed link hosts', zh: '允许的链接域名' },
  value: contract.linkHosts,
  isPerSubject: false,
  access: {
    see: { page: putChannel.owners.access.page },
    save: 'operation:putChannel:save',
    decide: 'operation:putChannel:audit',
  },
  initial: async () => await Promise.resolve({ hosts: [] }),
};

/** @throws AppError CHANNEL_HOST */
export async function refuseStrangeHost(db: Queryable, landingUrl: string): Promise<void> {
  const { value } = await configAt(db, linkHostsFamily, new Date());
  const hosts = value?.hosts ?? [];
  if (contract.leadsTo(hosts, landingUrl)) return;
  throw new AppError('CHANNEL_HOST', { fields: ['value.landingUrl'], facts: { hosts: hosts.join(', ') } });
}
