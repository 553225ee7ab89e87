// Accounts that apps send messages from, by channel: who sends, by which provider, and what became of it.

import { messageAccount } from '@kituo/sdk/contracts';
import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { disableAccount, enableAccountKind, requestEnable, requestSave, saveAccountKind } from './account-changes.ts';
import { readAccount, supportedChannels } from './account-detail.ts';
import { accountExport, messageAccounts } from './account-list.ts';
import { checkDomain, readDomain } from './sender-domains.ts';
import { markRead, readInbox, registerDevice } from './devices.ts';
import { testAccount } from './test-send.ts';

export { accountsOfApp } from './account.ts';
export { senderProof } from './sender-domains.ts';
export { seesApp } from './find.ts';
export { testRecipient } from './test-send.ts';

export { AccountHeld, type AppAccounts, createAppAccounts } from './app-accounts.ts';
export { noteAccountDelivery } from './delivery.ts';
export { channelsTo } from './reach.ts';

export const messageAccountsModule = defineModule({
  name: 'message-accounts',
  routes: [
    implement(messageAccount.page, messageAccounts.page),
    implement(messageAccount.exportList, accountExport.queue),
    implement(messageAccount.supportChannels, supportedChannels),
    implement(messageAccount.detail, readAccount),
    implement(messageAccount.save, requestSave),
    implement(messageAccount.enable, requestEnable),
    implement(messageAccount.disable, disableAccount),
    implement(messageAccount.test, testAccount),
    implement(messageAccount.domain, readDomain),
    implement(messageAccount.checkDomain, checkDomain),
    implement(messageAccount.registerDevice, registerDevice),
    implement(messageAccount.inbox, readInbox),
    implement(messageAccount.markRead, markRead),
  ],
  changes: [saveAccountKind, enableAccountKind],
  exports: [accountExport.kind],
});
