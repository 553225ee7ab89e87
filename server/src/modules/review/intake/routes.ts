import { intake } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { takeBack, takeCustomer, takeOrder, takeVerdict } from './commands.ts';

export const routes = [
  implement(intake.customer, takeCustomer),
  implement(intake.apply, takeOrder),
  implement(intake.machineReview, takeVerdict),
  implement(intake.handInAgain, takeBack),
];
