import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { creditTasks } from './read.ts';

/** Temporary increases that somebody else asked for. */
export const creditDecisions: DecisionQueue = {
  key: 'temporaryCredits',
  title: { en: 'Temporary credit tasks', zh: '临时额度任务' },
  places: [
    {
      page: '/AdminContent/OperationSystem/TemporaryCreditLimitIssuance',
      query: 'taskStatus=PENDING',
      code: 'operation:temporaryCreditTask:audit',
    },
  ],
  count: async (call) =>
    await countOf(creditTasks.query({ taskStatus: 'PENDING' }, call).where('t.makerUserNo', '<>', call.caller.userNo)),
};
