import { reveal } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { seesUser } from '../../staff/users/index.ts';
import { budgetLeft } from './budget.ts';
import { revealsOf } from './log.ts';
import { revealValue } from './reveal.ts';

export const routes = [
  implement(reveal.value, async (requested, call) => (await revealValue(requested, call)).value),
  implement(reveal.show, revealValue),
  implement(reveal.budget, async (_, { db, caller }) => await budgetLeft(db, caller, new Date())),
  implement(reveal.mine, async (request, call) => await revealsOf(call.caller.userNo).page(request, call)),
  implement(reveal.ofUser, async (request, call) => {
    const { userNo, ...filters } = request.filters;
    if (!(await seesUser(call.db, call.caller, userNo))) throw new AppError('USER_NOT_FOUND');
    return await revealsOf(userNo).page({ ...request, filters }, call);
  }),
];
