import { reveal } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { budgetLeft } from './budget.ts';
import { revealsOf } from './log.ts';
import { revealValue } from './reveal.ts';

export const routes = [
  implement(reveal.value, async (requested, call) => (await revealValue(requested, call)).value),
  implement(reveal.show, revealValue),
  implement(reveal.budget, async (_, { db, caller }) => await budgetLeft(db, caller, new Date())),
  implement(reveal.mine, async (request, call) => await revealsOf(call.caller.userNo).page(request, call)),
];
