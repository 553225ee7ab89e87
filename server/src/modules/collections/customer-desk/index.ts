// Customers as customer service looks them up, and what it may do with their data and account.

import './tables.ts';
import { customerManage } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { channelNames } from '../../parties/put-channels/index.ts';
import {
  closeAccountKind,
  expireData,
  expireKind,
  expireMany,
  keepSignIn,
  logOutCustomer,
  logOutMany,
  logoutKind,
  requestClosing,
} from './commands.ts';
import { customerExport, customerIdCard, customerPhone, customers } from './list.ts';
import { refuseBroad } from './narrow.ts';
import { optIn } from './opt-in.ts';
import { readCustomer, readStanding } from './read.ts';

export { openThings } from './commands.ts';

export const customerDesk = defineModule({
  name: 'customer-desk',
  routes: [
    implement(customerManage.page, (request, call) => {
      refuseBroad(request.filters);
      return customers.page(request, call);
    }),
    implement(customerManage.exportList, (request, call) => {
      if (request.ids === undefined) refuseBroad(request.filters);
      return customerExport.queue(request, call);
    }),
    implement(
      customerManage.channels,
      async (_request, { db, caller, lang }) => await channelNames(db, caller.scope, lang),
    ),
    implement(customerManage.one, readCustomer),
    implement(customerManage.dataExpire, expireData),
    implement(customerManage.dataExpireMany, expireMany),
    implement(customerManage.logout, logOutCustomer),
    implement(customerManage.logoutMany, logOutMany),
    implement(customerManage.optIn, optIn),
    implement(customerManage.close, requestClosing),
    implement(customerManage.standing, readStanding),
    implement(customerManage.signedIn, keepSignIn),
  ],
  changes: [closeAccountKind],
  jobs: [expireKind, logoutKind],
  exports: [customerExport.kind],
  reveals: [customerPhone, customerIdCard],
});
