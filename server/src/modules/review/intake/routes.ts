import { intake } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { takeBack, takeCustomer, takeOrder, takeVerdict } from './commands.ts';
import { takeEvidence } from './evidence.ts';
import { readOffer } from './offer.ts';

export const routes = [
  implement(intake.customer, takeCustomer),
  implement(intake.offer, readOffer),
  implement(intake.apply, takeOrder),
  implement(intake.machineReview, takeVerdict),
  implement(intake.handInAgain, takeBack),
  implement(intake.evidence, takeEvidence),
];
