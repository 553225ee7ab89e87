// Payment links with their public page, and the account numbers of single loans.

import { paymentLink } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { revokeLink, sendLinkAgain } from './commands.ts';
import { createLink, createLinkOfCase } from './create.ts';
import { readCaseReach, readReach } from './reach.ts';
import { readLinks } from './read.ts';
import { sendPayoff } from './send-payoff.ts';
import { createNumber, createNumberOfCase, numberOfOrder } from './virtual.ts';

export { registerPayPage } from './pay-page.ts';
export { keyIdAt } from './token.ts';

export const paymentLinks = defineModule({
  name: 'payment-links',
  routes: [
    implement(paymentLink.reach, readReach),
    implement(paymentLink.reachOfCase, (asked, call) => readCaseReach(asked, 'ORDER', call)),
    implement(paymentLink.reachOfStageCase, (asked, call) => readCaseReach(asked, 'BILL', call)),
    implement(paymentLink.create, createLink),
    implement(paymentLink.createOfCase, (form, call) => createLinkOfCase(form, 'ORDER', call)),
    implement(paymentLink.createOfStageCase, (form, call) => createLinkOfCase(form, 'BILL', call)),
    implement(paymentLink.ofOrder, readLinks),
    implement(paymentLink.send, sendLinkAgain),
    implement(paymentLink.revoke, revokeLink),
    implement(paymentLink.sendPayoff, sendPayoff),
    implement(paymentLink.virtualCreate, createNumber),
    implement(paymentLink.virtualCreateOfCase, (form, call) => createNumberOfCase(form, 'ORDER', call)),
    implement(paymentLink.virtualCreateOfStageCase, (form, call) => createNumberOfCase(form, 'BILL', call)),
    implement(paymentLink.virtualOfOrder, numberOfOrder),
  ],
});
