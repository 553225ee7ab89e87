import { approval } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { approveOne, rejectOne } from './decide.ts';
import { countApprovals, listApprovals } from './read.ts';

export const routes = [
  implement(approval.list, async (_, call) => await listApprovals(call)),
  implement(approval.counts, async (_, call) => await countApprovals(call)),
  implement(approval.approve, approveOne),
  implement(approval.reject, rejectOne),
];
