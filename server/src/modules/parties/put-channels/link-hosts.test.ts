import { config, linkHosts } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { businessDateOf } from '../../platform/policy/index.ts';
import { type ChannelDesk, channelDesk } from './testing/channel-desk.ts';

let desk: ChannelDesk;
beforeAll(async () => {
  desk = await channelDesk();
});
afterAll(async () => {
  await desk.stop();
  await desk.app[Symbol.asyncDispose]();
});

it('leads to the hosts alone that two people allowed, and those below them', async () => {
  const { maker, checker, save } = desk;
  let made = 0;
  const to = async (landingUrl: string) => await save({ channelCode: `HOSTS_${(made += 1)}`, landingUrl });
  const effectiveFrom = businessDateOf(new Date());
  const draft = { configKey: linkHosts.LINK_HOSTS_KEY, effectiveFrom, reason: 'Our own' };
  expect((await maker.refusalOf(config.save, { ...draft, value: { hosts: ['no host'] } })).fields).toEqual([
    'value.hosts.0',
  ]);
  const saved = await maker.call(config.save, { ...draft, value: { hosts: ['Kituo.example'] } });
  const { versionId, version } = await maker.call(config.submit, {
    versionId: saved.versionId,
    version: saved.version,
  });
  // While no list is in force, any address is allowed.
  expect((await to('https://evil.example/a')).ruleId).toBeDefined();
  await checker.call(config.approve, { versionId, version });
  for (const strange of ['https://evil.example/a', 'https://kituo.example.evil.example', 'https://notkituo.example']) {
    expect(await to(strange)).toMatchObject({ error: 'CHANNEL_HOST', fields: [{ field: 'value.landingUrl' }] });
  }
  expect((await to('https://kituo.example/go')).ruleId).toBeDefined();
  expect((await to('https://app.kituo.example/go')).ruleId).toBeDefined();
});
