import { config } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { businessRoutes } from './business.ts';
import { approveVersion, rejectVersion, submitVersion, withdrawVersion } from './decide.ts';
import { copyVersion, saveDraft } from './draft.ts';
import { familyOf, inForceOf, keysFor, pageOfVersions } from './read.ts';

export const routes = [
  ...businessRoutes,
  implement(config.keys, async (_, call) => await keysFor(call)),
  implement(config.inForce, inForceOf),
  implement(config.page, pageOfVersions),
  implement(config.save, async (form, call) => {
    if (familyOf(form.configKey, call).isSavedApart === true) throw new AppError('FORBIDDEN');
    return await saveDraft(form, call);
  }),
  implement(config.submit, submitVersion),
  implement(config.approve, approveVersion),
  implement(config.reject, rejectVersion),
  implement(config.withdraw, withdrawVersion),
  implement(config.copy, copyVersion),
];
