import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { dataRequestMachine } from './data-request.machine.ts';

checkMachine(dataRequestMachine, {
  RECEIVED: ['VERIFIED', 'DECLINED'],
  VERIFIED: ['FULFILLED', 'AWAITING_APPROVAL', 'DECLINED'],
  AWAITING_APPROVAL: ['FULFILLED', 'VERIFIED'],
  FULFILLED: [],
  DECLINED: [],
});
