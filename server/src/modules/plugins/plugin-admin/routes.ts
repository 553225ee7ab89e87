import { pluginAdmin } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { endOverrides, grantOverride, pagesOnTrial } from './overrides.ts';
import { publishAsPerson, publishWithKey } from './publish.ts';

export const routes = [
  implement(pluginAdmin.publish, async (_, call) => await publishAsPerson(call)),
  implement(pluginAdmin.publishWithKey, async (_, call) => await publishWithKey(call)),
  implement(pluginAdmin.grantOverride, grantOverride),
  implement(pluginAdmin.overridePages, pagesOnTrial),
  implement(pluginAdmin.endOverride, endOverrides),
];
