import type { ParsedRequestOf, reveal } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { revealsOf } from '../../platform/reveal/index.ts';
import { seesUser } from './counts.ts';

/** What one person had revealed to them. Throws USER_NOT_FOUND for who lies outside the caller's scope. */
export async function revealsOfUser(request: ParsedRequestOf<typeof reveal.ofUser>, call: Call) {
  const { userNo, ...filters } = request.filters;
  if (!(await seesUser(call.db, call.caller, userNo))) throw new AppError('USER_NOT_FOUND');
  return await revealsOf(userNo).page({ ...request, filters }, call);
}
