import { pluginFrame } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { codesWithin, grantedFamilies, isolatedPlugin, maySave } from './capabilities.ts';
import { issueTicket } from './ticket.ts';

export const routes = [
  implement(pluginFrame.open, async ({ plugin: name }, call) => {
    const { caller, db, services } = call;
    const plugin = await isolatedPlugin(services, caller, name);
    const { version } = plugin.manifest.description;
    const { capabilities } = plugin.manifest.description;
    const { sessionId } = caller;
    const ticket = await issueTicket(db, { sessionId, plugin: name, version });
    return {
      address: `/frame/${ticket}/`,
      version,
      api: grantedFamilies(plugin),
      clipboard: capabilities.clipboard && plugin.grants.clipboard === true,
      download: maySave(plugin),
      codes: [...codesWithin(plugin, caller)].sort(),
    };
  }),
];
